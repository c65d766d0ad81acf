/** A machine: processes with one clock that share a folder of cached answers. */
import { join } from "node:path";
import { cacheOf } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import * as z from "zod";
import { toDay } from "../../src/base/time/days.ts";
import { connect, type Connected, type ConnectOptions } from "./connect.ts";
import { temporaryFolder } from "./folders.ts";
import { testNow } from "./in-memory.ts";

export const day = 24 * 3_600_000;
export const minute = 60_000;

export interface Machine {
  /** A process of this machine; the sandbox it asks is another each time, with the same numbers. */
  readonly start: (options?: ConnectOptions) => Promise<Connected>;
  readonly pass: (milliseconds: number) => void;
  readonly now: () => number;
  readonly folder: string;
}

export function machine(credential = "ada", maxBytes = 1e8): Machine {
  let passed = 0;
  const folder = join(temporaryFolder(), "cache");
  const now = (): number => testNow + passed;
  return {
    folder,
    now,
    pass: (milliseconds) => (passed += milliseconds),
    start: (options = {}) => {
      const cache = cacheOf(new FileBlobCache({ folder, maxBytes, now }), credential);
      return connect({ now, cache, notes: cache, ...options });
    },
  };
}

/** The number of requests for metrics that a process has sent. */
export const sentBy = ({ sandbox }: Connected): number => sandbox.requests("metrics").length;

const bodyShape = z.object({
  date_start: z.string().transform(toDay),
  date_end: z.string().transform(toDay),
  profiles: z.array(z.string()),
  metrics: z.array(z.string()),
  dimensions: z.array(z.object({ type: z.string() })),
});

export type MetricsBody = z.infer<typeof bodyShape>;

/** The bodies of the requests for metrics that a process has sent. */
export const bodiesOf = ({ sandbox }: Pick<Connected, "sandbox">): MetricsBody[] =>
  sandbox.requests("metrics").map(({ body }) => bodyShape.parse(body));

/** Calls `get_profile_metrics`, and returns its text. @throws for a tool error. */
export async function ask(
  { call }: Connected,
  question: Readonly<Record<string, unknown>>,
): Promise<string> {
  return (await call("get_profile_metrics", { ...question })).text;
}
