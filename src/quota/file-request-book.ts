/**
 * A book that the processes of this machine share: a file for each minute, a byte for each request, so that nobody
 * has to write over what another has noted; and a file each for what the API told and for the closed gate.
 */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { quotas } from "../catalog/limits.ts";
import { memoryBook, type QuotaBook } from "./request-book.ts";

const minute = 60_000;

const toldShape = z.object({ remaining: z.number(), until: z.number() });
const closedShape = z.object({
  code: z.enum(["account_quota_exhausted", "user_quota_exhausted", "rate_limited"]),
  until: z.number(),
  isReset: z.boolean(),
});

/** Where the folder cannot be used, it is a book of this process alone. */
export function fileBook(folder: string): QuotaBook {
  const own = memoryBook();
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  attempt(() => forgetOthers(dirname(folder)));
  const told = sharedNote(join(folder, "told.json"), toldShape);
  const closed = sharedNote(join(folder, "closed.json"), closedShape);

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
      const [oldest] = minutes;
      if (oldest === undefined || count < known.count) return known;
      return { count, first: oldest.begun + minute };
    },
    told: told.read,
    tell: told.write,
    closed: closed.read,
    close: closed.write,
  };
}

/** Books that nobody has written in for long. */
function forgetOthers(books: string): void {
  for (const name of readdirSync(books)) {
    const book = join(books, name);
    const isOld = statSync(book).mtimeMs < Date.now() - 2 * 24 * quotas.windowSeconds * 1000;
    if (/^[\da-f]{32}$/.test(name) && isOld) rmSync(book, { recursive: true });
  }
}

/** What was written last, by whichever process; by this one, where the file cannot be written. */
function sharedNote<Note>(
  file: string,
  shape: z.ZodType<Note>,
): { read: () => Note | undefined; write: (note: Note) => void } {
  let own: Note | undefined;
  let isShared = true;
  return {
    read() {
      if (!isShared) return own;
      const parsed = shape.safeParse(
        attempt((): unknown => JSON.parse(readFileSync(file, "utf8"))),
      );
      return parsed.success ? parsed.data : own;
    },
    write(note) {
      own = note;
      const beside = `${file}.${crypto.randomUUID()}`;
      isShared =
        attempt(() => {
          writeFileSync(beside, JSON.stringify(note), { mode: 0o600 });
          renameSync(beside, file);
          return true;
        }) ?? false;
      if (!isShared) attempt(() => rmSync(beside, { force: true }));
    },
  };
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
