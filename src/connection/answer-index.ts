/**
 * The index of cached metrics answers, without their numbers. It only hints at what the cache holds: an answer that
 * is not there counts as missing. Processes share it in a log; where the log is missing, it is made again from the
 * heads of the cached answers.
 */
import type { BlobCache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
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

export class AnswerIndex {
  readonly #byKey = new Map<string, CachedAnswer & { readonly number: number }>();
  #added = 0;
  readonly #log: ReturnType<BlobCache["log"]>;
  #reading: Promise<void> | undefined;

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
    for (const [key, answer] of this.#byKey)
      if (storedUntil(answer) <= now) this.#byKey.delete(key);
  }

  moment(): Moment {
    return { at: this.now(), added: this.#added };
  }

  /** @param since answers that were fetched or added before do not count. */
  snapshot(since: Moment = { at: 0, added: 0 }): CachedAnswers {
    const answers = [...this.#byKey.values()].filter(
      ({ fetchedAt, number }) => fetchedAt >= since.at && number > since.added,
    );
    return new CachedAnswers(answers, this.now());
  }

  get(key: string): CachedAnswer | undefined {
    return this.#byKey.get(key);
  }

  /** Adds an answer that has been stored. */
  async add(answer: CachedAnswer): Promise<void> {
    this.put(answer);
    await this.#log.append(cachedAnswerText(answer));
    if (this.#log.bytes > ourLimits.answerLogBytes) await this.#compact();
  }

  /** Adds an answer that another process has stored, unless a later one is known. */
  put({ request, fetchedAt, settledBefore, gaps }: CachedAnswer): void {
    const key = keyOf(request);
    const known = this.#byKey.get(key);
    if (known !== undefined && known.fetchedAt > fetchedAt) return;
    this.#byKey.delete(key);
    // An answer also has its numbers, which the index does not hold.
    this.#added += 1;
    this.#byKey.set(key, { request, fetchedAt, settledBefore, gaps, number: this.#added });
  }

  /** Removes an answer that the cache does not hold. */
  remove(answer: CachedAnswer): void {
    const key = keyOf(answer.request);
    if (this.#byKey.get(key)?.fetchedAt === answer.fetchedAt) this.#byKey.delete(key);
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
    for (const answer of [...this.#byKey.values()].toReversed()) {
      const text = cachedAnswerText(answer);
      bytes += text.length;
      if (bytes > ourLimits.answerLogBytes / 2) break;
      texts.unshift(text);
    }
    await this.#log.replace(texts);
  }
}
