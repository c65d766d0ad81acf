/**
 * The index of cached metrics answers, without their numbers. It only hints at what the cache holds: an answer that
 * is not there counts as missing. It is made from the heads of the cached answers, and grows as any process adds answers.
 */
import type { BlobCache } from "../files/blob-cache.ts";
import { AnswerTable, type Entry } from "./answer-table.ts";
import { CachedAnswers } from "./cached-answers.ts";
import { cachedAnswerText, readCachedAnswer, storedUntil } from "./cached-answer.ts";

/** Another release that writes another format uses another version, and both can share a folder. */
export const answerPrefix = "metrics 3 ";

/** A moment, and the number of answers that had been added until then. */
export interface Moment {
  readonly at: number;
  readonly added: number;
}

/** Milliseconds; nothing that has expired is used, but it takes memory. */
const sweepInterval = 60_000;

export class AnswerIndex extends AnswerTable {
  readonly #listNew: ReturnType<BlobCache["follow"]>;
  #reading: Promise<void> | undefined;
  #swept = 0;

  /** @param now milliseconds since 1970. */
  constructor(
    private readonly now: () => number,
    cache: BlobCache,
  ) {
    super();
    this.#listNew = cache.follow(answerPrefix);
  }

  /** Reads what other processes have cached, and drops what has expired. */
  async refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
    const now = this.now();
    if (now < this.#swept + sweepInterval) return;
    this.#swept = now;
    for (const answer of this.values()) if (storedUntil(answer) <= now) this.remove(answer);
  }

  moment(): Moment {
    return { at: this.now(), added: this.added };
  }

  /** @param since excludes answers that were fetched or added before. */
  cached({ at, added }: Moment = { at: 0, added: 0 }): CachedAnswers {
    const isCounted = ({ answer, number }: Entry): boolean =>
      answer.fetchedAt >= at && number > added;
    return new CachedAnswers(this, this.now(), isCounted);
  }

  async #read(): Promise<void> {
    for (const { name, head } of await this.#listNew()) {
      const known = this.get(name.slice(answerPrefix.length));
      if (known !== undefined && cachedAnswerText(known.answer) === head) continue;
      const answer = readCachedAnswer(head);
      if (answer !== undefined) this.put(answer);
    }
  }
}
