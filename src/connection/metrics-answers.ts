/** Cached metrics answers, by request: in memory and in files, so that a call that failed halfway sends only the rest. */
import { decodeGrid, encodeGrid } from "../cells/encode.ts";
import type { MetricsAnswer, MetricsRequest } from "../api/metrics-answer.ts";
import { SingleFlight } from "../async/single-flight.ts";
import { ourLimits } from "../catalog/limits.ts";
import { noBlobCache, type BlobCache } from "../files/blob-cache.ts";
import type { Owner } from "../memory/budget.ts";
import type { Shelf } from "../memory/shelf.ts";

/** Used to send a request that no other call has under way. */
export interface Sending {
  readonly signal: AbortSignal;
  readonly send: (signal: AbortSignal) => Promise<MetricsAnswer>;
  /** Answers whose numbers do not change any more are valid longer. */
  readonly isSettled: boolean;
  /** An answer in memory does not count. */
  readonly fresh: boolean;
}

export class MetricsAnswers {
  readonly #memory: Shelf<{ readonly answer: MetricsAnswer; readonly until: number }>;
  readonly #flights = new SingleFlight<MetricsAnswer>();

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    memory: Owner,
    private readonly cache: BlobCache = noBlobCache,
  ) {
    this.#memory = memory.shelf();
  }

  async get(request: MetricsRequest): Promise<MetricsAnswer | undefined> {
    const name = nameOf(request);
    const cached = this.#inMemory(name);
    if (cached !== undefined) return cached;
    const bytes = await this.cache.get(name);
    const answer = bytes === undefined ? undefined : decode(bytes);
    // The file holds its own expiry: in memory the answer is valid for this call and the next few.
    if (answer !== undefined) this.#keep(name, answer, this.now() + minute);
    return answer;
  }

  /** The answer to a request that was not cached: another call's, or else sent, and stored before it is used. */
  fetch(
    request: MetricsRequest,
    { signal, send, isSettled, fresh }: Sending,
  ): Promise<MetricsAnswer> {
    const name = nameOf(request);
    return this.#flights.run(name, signal, async (shared) => {
      const cached = fresh ? undefined : this.#inMemory(name);
      if (cached !== undefined) return cached;
      const answer = await send(shared);
      const seconds = isSettled ? ourLimits.settledAnswerSeconds : ourLimits.cachedAnswerSeconds;
      const until = this.now() + seconds * 1000;
      this.#keep(name, answer, until);
      await this.cache.put(name, encode(answer), until);
      return answer;
    });
  }

  #keep(name: string, answer: MetricsAnswer, until: number): void {
    const rows = answer.axes.reduce((sum, axis) => sum + axis.rows.length, 0);
    const bytes = answer.values.byteLength + rows * 100 + name.length * 2;
    this.#memory.set(name, { answer, until }, bytes);
  }

  #inMemory(name: string): MetricsAnswer | undefined {
    const entry = this.#memory.get(name);
    return entry !== undefined && this.now() < entry.until ? entry.answer : undefined;
  }
}

const minute = 60_000;

const nameOf = (request: MetricsRequest): string => `metrics ${JSON.stringify(request)}`;

const encode = ({ axes, metrics, values }: MetricsAnswer): Uint8Array =>
  encodeGrid({ axes, metrics, count: values.length }, values);

type Head = Pick<MetricsAnswer, "axes" | "metrics"> & { readonly count: number };

/** Undefined for bytes that are damaged. */
function decode(bytes: Uint8Array): MetricsAnswer | undefined {
  try {
    const { head, values } = decodeGrid(bytes);
    const { axes, metrics, count }: Head = JSON.parse(head);
    return values.length === count ? { axes, metrics, values } : undefined;
  } catch {
    return undefined;
  }
}
