/**
 * A book that the processes of this machine share: a file for each minute, a byte for each request, so that nobody
 * has to write over what another has noted; and a file for the gate.
 */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { quotas } from "../catalog/limits.ts";
import { memoryBook, type Gate, type QuotaBook } from "./book.ts";

const minute = 60_000;

const gateShape = z.object({
  told: z.object({ remaining: z.number(), until: z.number() }).optional(),
  closed: z
    .object({
      code: z.enum(["account_quota_exhausted", "user_quota_exhausted", "rate_limited"]),
      until: z.number(),
    })
    .optional(),
});

/** Where the folder cannot be used, it is a book of this process alone. */
export function fileBook(folder: string): QuotaBook {
  const own = memoryBook();
  const gateFile = join(folder, "gate.json");
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));

  /** Minutes and what was sent in them, the first first; those long past are thrown away. */
  const minutesSince = (time: number): { readonly begun: number; readonly count: number }[] =>
    (attempt(() => readdirSync(folder)) ?? [])
      .flatMap((name) => {
        const [, begun] = /^(\d+)\.sent$/.exec(name) ?? [];
        return begun === undefined ? [] : [{ name, begun: Number(begun) * minute }];
      })
      .filter(({ name, begun }) => {
        if (begun < time - quotas.windowSeconds * 1000) attempt(() => rmSync(join(folder, name)));
        return begun + minute > time;
      })
      .map(({ name, begun }) => ({
        begun,
        count: attempt(() => statSync(join(folder, name)).size) ?? 0,
      }))
      .toSorted((one, other) => one.begun - other.begun);

  return {
    add(time) {
      own.add(time);
      const file = join(folder, `${Math.floor(time / minute)}.sent`);
      attempt(() => appendFileSync(file, ".", { mode: 0o600 }));
    },
    since(time) {
      const known = own.since(time);
      const minutes = minutesSince(time);
      const count = minutes.reduce((sum, one) => sum + one.count, 0);
      return count < known.count ? known : { count, first: firstOf(minutes[0]) ?? known.first };
    },
    gate() {
      const text = attempt(() => readFileSync(gateFile, "utf8"));
      const read = text === undefined ? undefined : attempt((): unknown => JSON.parse(text));
      const parsed = gateShape.safeParse(read);
      return parsed.success ? withoutUndefined(parsed.data) : own.gate();
    },
    setGate(next) {
      own.setGate(next);
      attempt(() => {
        const beside = `${gateFile}.${crypto.randomUUID()}`;
        writeFileSync(beside, JSON.stringify(next), { mode: 0o600 });
        renameSync(beside, gateFile);
      });
    },
  };
}

const firstOf = (oldest: { readonly begun: number } | undefined): number | undefined =>
  oldest === undefined ? undefined : oldest.begun + minute;

const withoutUndefined = ({ told, closed }: z.output<typeof gateShape>): Gate => ({
  ...(told === undefined ? {} : { told }),
  ...(closed === undefined ? {} : { closed }),
});
