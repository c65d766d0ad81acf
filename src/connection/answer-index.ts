/**
 * The index of cached metrics answers, without their numbers. It only hints at what the cache holds: an answer that
 * is not there counts as missing. Processes share it in a log; where the log is missing, it is made again from the
 * heads of the cached answers.
 */
import type { BlobCache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { AnswerTable, type Entry } from "./answer-table.ts";
import { CachedAnswers } from "./cached-answers.ts";
import {
  cachedAnswerText,
  keyOf,
  readCachedAnswer,
  storedUntil,
  type CachedAnswer,
} from "./cached-answer.ts";

/** Another release that writes another format uses another version, and both can share a folder. */
export const answerPrefix = "metrics 2 ";

/** A moment, and the number of answers that had been added until then. */
export interface Moment {
  readonly at: number;
  readonly added: number;
}

/** Milliseconds; nothing that has expired is used, but it takes memory. */
const sweepInterval = 60_000;

export class AnswerIndex {
  readonly #table = new AnswerTable();
  readonly #log: ReturnType<BlobCache["log"]>;
  #reading: Promise<void> | undefined;
  #swept = 0;

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    private readonly cache: BlobCache,
  ) {
    this.#log = cache.log(answerPrefix);
  }

  /** Reads what other processes have cached, and drops what has expired. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
    const now = this.now();
    if (now < this.#swept + sweepInterval) return;
    this.#swept = now;
    for (const answer of this.#table.values()) if (storedUntil(answer) <= now) this.remove(answer);
  }

  moment(): Moment {
    return { at: this.now(), added: this.#table.added };
  }

  /** @param since excludes answers that were fetched or added before. */
  cached(since?: Moment): CachedAnswers {
    if (since === undefined) return new CachedAnswers(this.#table, this.now());
    const { at, added } = since;
    const isCounted = ({ answer, number }: Entry): boolean =>
      answer.fetchedAt >= at && number > added;
    return new CachedAnswers(this.#table, this.now(), isCounted);
  }

  get(key: string): CachedAnswer | undefined {
    return this.#table.get(key)?.answer;
  }

  /** Tells other processes of an answer that is stored. */
  async log(answer: CachedAnswer): Promise<void> {
    await this.#log.append(cachedAnswerText(answer));
    if (this.#log.bytes > ourLimits.answerLogBytes) await this.#compact();
  }

  /** Adds an answer, unless a later one to the same request is known. */
  put(answer: CachedAnswer): void {
    this.#table.put(answer);
  }

  /** Removes an answer that the cache does not hold. */
  remove(answer: CachedAnswer): void {
    const key = keyOf(answer.request);
    if (this.#table.get(key)?.answer.fetchedAt === answer.fetchedAt) this.#table.remove(key);
  }

  async #read(): Promise<void> {
    const lines = await this.#log.read();
    if (lines === undefined) return this.#rebuild();
    for (const line of lines) this.#putText(line);
  }

  async #rebuild(): Promise<void> {
    for (const { head } of await this.cache.list(answerPrefix)) this.#putText(head);
    await this.#compact();
  }

  #putText(text: string): void {
    const answer = readCachedAnswer(text);
    if (answer !== undefined) this.put(answer);
  }

  /** Keeps the latest answers, half as many bytes as the log may have. */
  async #compact(): Promise<void> {
    const texts: string[] = [];
    let bytes = 0;
    for (const answer of this.#table.values().toReversed()) {
      const text = cachedAnswerText(answer);
      bytes += text.length;
      if (bytes > ourLimits.answerLogBytes / 2) break;
      texts.unshift(text);
    }
    await this.#log.replace(texts);
  }
}
