/**
 * Cached metrics answers: in memory and in files, so that a call that failed halfway sends only the rest. An answer is
 * cached before it is merged, and stored while it is merged and shown; the call ends when it is stored.
 */
import { isAhead } from "../../../base/time/clock.ts";
import { deserialize, serialize } from "node:v8";
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { SingleFlight } from "../../../base/async/single-flight.ts";
import type { RestatedDay } from "../../../numbers/cells/fetched.ts";
import { PackedNumbers } from "../../../numbers/cells/packed-numbers.ts";
import { orUndefined } from "../../../base/errors/or-undefined.ts";
import { noBlobCache, type BlobCache } from "../../../base/files/blob-cache.ts";
import type { Owner } from "../../../base/memory/budget.ts";
import type { Shelf } from "../../../base/memory/shelf.ts";
import { AnswerIndex, answerPrefix } from "./answer-index.ts";
import { cachedAnswerText, keyOf, settledUntil } from "./cached-answer.ts";
import type { CachedAnswer, DatedAnswer, ZoneOf } from "./cached-answer.ts";
import { CachedAnswers } from "./cached-answers.ts";
import { gapsOf, type GapContext } from "./gaps.ts";
import { restatedDays } from "./restated.ts";

/** Used to send a request that no other call has under way. */
export interface Sending extends Pick<GapContext, "isExpected" | "settledBefore" | "closedBefore"> {
  readonly signal: AbortSignal;
  readonly send: (signal: AbortSignal) => Promise<MetricsAnswer>;
  readonly zoneOf: ZoneOf;
  /** When the call began that found the answer missing: a later one of another call counts. */
  readonly begun: number;
  /** An answer in memory does not count. */
  readonly fresh: boolean;
  /** Called where values of the answer replace others. */
  readonly onRestated?: (days: readonly RestatedDay[]) => void;
}

export class MetricsAnswers {
  readonly index: AnswerIndex;
  readonly #memory: Shelf<DatedAnswer>;
  readonly #flights = new SingleFlight<DatedAnswer>();
  /** The answers whose files are being written, by key. */
  readonly #storing = new Map<string, Promise<void>>();

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    memory: Owner,
    private readonly cache: BlobCache = noBlobCache,
  ) {
    this.#memory = memory.shelf();
    this.index = new AnswerIndex(now, cache, memory);
  }

  /** The answer that the index names; undefined if the cache has lost it or holds a later one: then the index says so. */
  async load(named: CachedAnswer): Promise<DatedAnswer | undefined> {
    const key = keyOf(named.request);
    const inMemory = this.#memory.get(key);
    if (inMemory?.fetchedAt === named.fetchedAt) return inMemory;
    const bytes = await this.cache.get(answerPrefix + key);
    const answer = bytes === undefined ? undefined : decode(bytes);
    if (answer?.fetchedAt === named.fetchedAt) return this.#keep(key, answer);
    this.index.remove(named);
    if (answer !== undefined) this.index.put(answer);
    return undefined;
  }

  /** The answer to a request that was not cached: another call's, or else sent. {@link stored} waits for its file. */
  fetch(request: MetricsRequest, sending: Sending): Promise<DatedAnswer> {
    const { signal, send, zoneOf, settledBefore, begun, fresh, onRestated } = sending;
    const key = keyOf(request);
    return this.#flights.run(key, signal, async (shared) => {
      const inMemory = fresh ? undefined : this.#memory.get(key);
      const isNewer = inMemory !== undefined && inMemory.fetchedAt >= begun;
      if (isNewer && !isAhead(inMemory.fetchedAt, this.now())) return inMemory;
      const sent = await send(shared);
      const fetchedAt = this.now();
      const restated = await this.#restated(request, sent, zoneOf);
      if (restated.length > 0) onRestated?.(restated);
      const gaps = gapsOf(request, sent, sending);
      const zones = request.profiles.map(zoneOf);
      const answer = { ...sent, request, zones, fetchedAt, settledBefore, gaps };
      this.index.put(answer);
      this.#store(key, answer);
      return { ...this.#keep(key, answer), restated };
    });
  }

  async #restated(
    request: MetricsRequest,
    answer: MetricsAnswer,
    zoneOf: ZoneOf,
  ): Promise<RestatedDay[]> {
    // The numbers of a breakdown are parts of numbers that are fetched, too.
    if (request.dimensions.length > 2) return [];
    const groups = new CachedAnswers(this.index, zoneOf, { ofAnyAge: true }).over(request);
    return restatedDays(request, answer, groups, (cached) => this.load(cached));
  }

  /** Resolves when the answers with these keys are stored. */
  async stored(keys: readonly string[]): Promise<void> {
    await Promise.all(keys.flatMap((key) => this.#storing.get(key) ?? []));
  }

  /** Files are written while the answer is merged and shown. */
  #store(key: string, answer: DatedAnswer): void {
    const storing = this.cache
      .put(answerPrefix + key, encode(answer), settledUntil(answer), cachedAnswerText(answer))
      .finally(() => this.#storing.get(key) === storing && this.#storing.delete(key));
    this.#storing.set(key, storing);
  }

  #keep(key: string, answer: DatedAnswer): DatedAnswer {
    const rows = answer.axes.reduce((sum, axis) => sum + axis.rows.length, 0);
    const { byteLength } = answer.values.stored;
    const objects = rows * 100 + answer.gaps.length * 400;
    this.#memory.set(key, answer, byteLength + objects + key.length * 2);
    return answer;
  }
}

const encode = ({ values, ...answer }: DatedAnswer): Uint8Array =>
  serialize({ ...answer, stored: values.stored });

/** Undefined for bytes that this version of Node.js cannot read. */
const decode = (bytes: Uint8Array): DatedAnswer | undefined =>
  orUndefined(() => {
    const { stored, ...answer } = deserialize(bytes);
    return { ...answer, values: new PackedNumbers(stored) };
  });
