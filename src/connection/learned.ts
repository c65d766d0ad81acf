/** What was learnt of an account's API, kept for the next process. */
import * as z from "zod";
import { noBlobCache, type BlobCache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { Ceilings } from "./ceilings.ts";
import type { Learnt } from "../metrics/run/requester.ts";

const shape = z.object({
  weekStart: z.literal([0, 1, 2, 3, 4, 5, 6]).optional(),
  ceilings: z.array(
    z.object({
      shape: z.string(),
      passed: z.number(),
      refused: z.number().nullable(),
      at: z.number(),
    }),
  ),
});

const name = "learnt";

export class Learnings {
  readonly learnt: Learnt;
  #recalled: Promise<void> | undefined;
  #kept = "";

  constructor(
    readonly now: () => number,
    readonly cache: BlobCache = noBlobCache,
  ) {
    this.learnt = { ceilings: new Ceilings(now), weekStart: undefined };
  }

  /** Once, before anything rests on it. */
  recall(): Promise<void> {
    this.#recalled ??= this.#read();
    return this.#recalled;
  }

  /** Joined with what other processes have learnt in the meantime. */
  async keep(): Promise<void> {
    if (this.#text() === this.#kept) return;
    await this.#read();
    this.#kept = this.#text();
    const until = this.now() + ourLimits.learntDays * 24 * 60 * 60 * 1000;
    await this.cache.put(name, Buffer.from(this.#kept), until);
  }

  #text(): string {
    const { weekStart, ceilings } = this.learnt;
    return JSON.stringify({ weekStart, ceilings: ceilings.learnt() });
  }

  async #read(): Promise<void> {
    const bytes = await this.cache.get(name);
    if (bytes === undefined) return;
    try {
      const { weekStart, ceilings } = shape.parse(JSON.parse(Buffer.from(bytes).toString()));
      this.learnt.weekStart ??= weekStart;
      this.learnt.ceilings.join(ceilings);
      this.#kept = this.#text();
    } catch {
      // Learnt again.
    }
  }
}
