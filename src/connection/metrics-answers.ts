/** Cached metrics answers, by request: in memory and in files, so that a call that failed halfway sends only the rest. */
import { decodeGrid, encodeGrid } from "../cells/encode.ts";
import type { MetricsAnswer, MetricsRequest } from "../api/metrics-answer.ts";
import { SingleFlight } from "../async/single-flight.ts";
import { storedUntil, validUntil, type Fetched } from "./answer-validity.ts";
import { noBlobCache, type BlobCache } from "../files/blob-cache.ts";
import type { Owner } from "../memory/budget.ts";
import type { Shelf } from "../memory/shelf.ts";

/** Used to send a request that no other call has under way. */
export interface Sending {
  readonly signal: AbortSignal;
  readonly send: (signal: AbortSignal) => Promise<MetricsAnswer>;
  /** Answers whose numbers do not change any more are valid longer. */
  readonly isSettled: boolean;
  /** Values are missing that may still arrive. */
  readonly hasGaps: (answer: MetricsAnswer) => boolean;
  /** An answer in memory does not count. */
  readonly fresh: boolean;
}

/** An answer, and when it was fetched. */
export interface DatedAnswer extends MetricsAnswer, Fetched {}

export class MetricsAnswers {
  readonly #memory: Shelf<{ readonly answer: DatedAnswer; readonly until: number }>;
  readonly #flights = new SingleFlight<DatedAnswer>();
  /** When values were first missing from answers that are requested again. */
  readonly #gaps = new Map<string, number>();

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    memory: Owner,
    private readonly cache: BlobCache = noBlobCache,
  ) {
    this.#memory = memory.shelf();
  }

  async get(request: MetricsRequest): Promise<DatedAnswer | undefined> {
    const name = nameOf(request);
    const cached = this.#inMemory(name);
    if (cached !== undefined) return cached;
    const answer = await this.#stored(name);
    if (answer === undefined) return undefined;
    if (this.now() >= validUntil(answer)) {
      if (answer.gapsSince !== undefined) this.#gaps.set(name, answer.gapsSince);
      return undefined;
    }
    // The file holds its own expiry: in memory the answer is valid for this call and the next few.
    this.#keep(name, answer, Math.min(this.now() + minute, validUntil(answer)));
    return answer;
  }

  /** The answer to a request that was not cached: another call's, or else sent, and stored before it is used. */
  fetch(
    request: MetricsRequest,
    { signal, send, isSettled, hasGaps, fresh }: Sending,
  ): Promise<DatedAnswer> {
    const name = nameOf(request);
    return this.#flights.run(name, signal, async (shared) => {
      const cached = fresh ? undefined : this.#inMemory(name);
      if (cached !== undefined) return cached;
      const sent = await send(shared);
      const fetchedAt = this.now();
      const gapsSince = isSettled && hasGaps(sent) ? this.#gapsSince(name) : undefined;
      this.#gaps.delete(name);
      const answer = { ...sent, fetchedAt, isSettled, gapsSince };
      this.#keep(name, answer, validUntil(answer));
      await this.cache.put(name, encode(answer), storedUntil(answer));
      return answer;
    });
  }

  /** When values were first missing: now, unless they were missing when the request was last sent. */
  #gapsSince(name: string): number {
    return this.#memory.get(name)?.answer.gapsSince ?? this.#gaps.get(name) ?? this.now();
  }

  async #stored(name: string): Promise<DatedAnswer | undefined> {
    const bytes = await this.cache.get(name);
    return bytes === undefined ? undefined : decode(bytes);
  }

  #keep(name: string, answer: DatedAnswer, until: number): void {
    const rows = answer.axes.reduce((sum, axis) => sum + axis.rows.length, 0);
    const bytes = answer.values.byteLength + rows * 100 + name.length * 2;
    this.#memory.set(name, { answer, until }, bytes);
  }

  #inMemory(name: string): DatedAnswer | undefined {
    const entry = this.#memory.get(name);
    return entry !== undefined && this.now() < entry.until ? entry.answer : undefined;
  }
}

const minute = 60_000;

const nameOf = (request: MetricsRequest): string => `metrics ${JSON.stringify(request)}`;

const encode = ({ values, ...head }: DatedAnswer): Uint8Array =>
  encodeGrid({ ...head, count: values.length }, values);

type Head = Omit<DatedAnswer, "values"> & { readonly count: number };

/** Undefined for bytes that are damaged. */
function decode(bytes: Uint8Array): DatedAnswer | undefined {
  try {
    const { head, values } = decodeGrid(bytes);
    const { count, ...rest }: Head = JSON.parse(head);
    return values.length === count && rest.fetchedAt > 0 ? { ...rest, values } : undefined;
  } catch {
    return undefined;
  }
}
