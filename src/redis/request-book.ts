/**
 * A request book that several nodes share. The node computes a condition; a script checks it and takes the request from
 * the hours of the user and the account in one step. If the hours have changed, the node reads them and decides again.
 * Each node keeps a copy of the hours, at most a second old: it restores an empty server from it, and works without the
 * server for a while.
 */
import { createHash } from "node:crypto";
import * as book from "../quota/request-book.ts";
import { RedisAway, type RedisLink } from "./link.ts";
import { takeScript } from "./scripts.ts";
import { SharedHour, type Condition } from "./shared-hour.ts";
import { SharedRecord, keysOf, maxTries, unlessAway, type RecordOptions } from "./shared-record.ts";

const isDenied = (decision: book.Denied | Condition): decision is book.Denied => "code" in decision;

export interface SharedHours {
  /** Names of the hours among the keys. */
  readonly user: string;
  readonly account: string | undefined;
}

interface Asked {
  readonly id: string;
  readonly now: number;
  readonly inFlight: number;
  /** The tags of the callers who wait; empty for a request without a caller. */
  readonly tags: readonly string[];
}

/** A number is the place of the caller whose request was recorded. */
type TakenPlace = book.Denied | number | "later";

export class RedisRequestBook implements book.RequestBook {
  readonly #hours: readonly SharedHour[];
  readonly #user: SharedHour;
  readonly #account: SharedHour | undefined;
  readonly #record: SharedRecord;
  readonly #node = crypto.randomUUID().slice(0, 8);
  #sent = 0;
  #absence: Absence | undefined;

  constructor(
    private readonly link: RedisLink,
    { user, account }: SharedHours,
    options: RecordOptions = {},
  ) {
    const hourOf = (name: string, allowance: book.Allowance): SharedHour =>
      new SharedHour(`${link.prefix}quota:${name}`, allowance);
    this.#user = hourOf(user, book.userAllowance);
    this.#account = account === undefined ? undefined : hourOf(account, book.accountAllowance);
    this.#hours = [this.#user, this.#account].filter((hour) => hour !== undefined);
    this.#record = new SharedRecord(link, this.#hours, options);
    link.onBeat(async () => void (await this.#read()));
  }

  async take(now: number, inFlight: number): Promise<book.Denied | undefined> {
    const taken = await this.#takeAny({ tags: [], now, inFlight, id: this.#newId() });
    return typeof taken === "object" ? taken : undefined;
  }

  async takeFor(callers: readonly string[], now: number, inFlight: number): Promise<book.Taken> {
    const tags = callers.map(tagOf);
    const taken = await this.#takeAny({ tags, now, inFlight, id: this.#newId() });
    return typeof taken === "number" ? { caller: callers[taken] ?? "" } : taken;
  }

  async state(now: number): Promise<book.BookState> {
    await unlessAway(this.#read(now));
    const user = this.#user.state(now);
    return this.#account === undefined ? user : book.smallerState(user, this.#account.state(now));
  }

  async report(reported: book.Reported): Promise<void> {
    const now = this.#record.now();
    // The API has also counted the requests of other nodes.
    await unlessAway(this.#read(now));
    await this.#record.change(this.#user, (hour) => hour.reportedFacts(reported, now));
    if (this.#account === undefined) return;
    const ofAccount = book.accountReport(reported);
    await this.#record.change(this.#account, (hour) => hour.reportedFacts(ofAccount, now));
  }

  async close(closed: book.Closed): Promise<void> {
    const now = this.#record.now();
    await this.#record.change(this.#user, (hour) => hour.closedFacts(closed, now));
  }

  async clear(): Promise<void> {
    await this.#record.clear();
  }

  async #takeAny(asked: Asked): Promise<TakenPlace> {
    try {
      return await this.#take(asked);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      return this.#takeAway(asked);
    }
  }

  async #take({ id, now, inFlight, tags }: Asked): Promise<TakenPlace> {
    // Requests that were sent without the server are recorded first.
    if (this.#user.text === "" || this.#record.unrecorded.size > 0) await this.#read(now);
    for (let tried = 0; tried < maxTries; tried += 1) {
      const decisions = this.#decide(now, inFlight);
      const denied = decisions.find(isDenied);
      // Another node may have changed it since this one has read it.
      if (denied !== undefined && !(await this.#read(now))) return denied;
      if (denied !== undefined) continue;
      const words = this.#hours.flatMap(({ text }, place) => {
        const condition = decisions[place];
        return condition === undefined || isDenied(condition)
          ? []
          : [text, String(condition.since), String(condition.limit)];
      });
      const oldest = Math.min(...this.#hours.map((hour) => hour.oldest(now)));
      const times = [now, oldest, now - book.hour].map(String);
      const keys = [...this.#hours.flatMap(keysOf), `${this.#user.name}:waiting`];
      const answer = await this.link.run(takeScript, keys, [id, ...times, ...words, ...tags]);
      this.#absence = undefined;
      if (answer === 0) return "later";
      if (typeof answer === "number") {
        this.#count(`${id}:${tags[answer - 1] ?? ""}`, now);
        return answer - 1;
      }
      await this.#record.learn(answer);
    }
    throw new RedisAway("other nodes change the quota without pause");
  }

  /** Sends at most a share of what was left. */
  #takeAway({ id, now, inFlight, tags }: Asked): TakenPlace {
    const closed = this.#decide(now, inFlight).find(isDenied);
    if (closed !== undefined) return closed;
    if (this.#absence === undefined || this.#absence.isOver(now))
      this.#absence = new Absence(this.#left(now, inFlight), now);
    const denied = this.#absence.take(now);
    if (denied !== undefined) return denied;
    const counts = tags.map((tag) => this.#user.countOf(tag, now - book.hour));
    const place = Math.max(0, counts.indexOf(Math.min(...counts)));
    const whole = `${id}:${tags[place] ?? ""}`;
    this.#record.unrecorded.set(whole, now);
    this.#count(whole, now);
    return place;
  }

  #decide(now: number, inFlight: number): (book.Denied | Condition)[] {
    return this.#hours.map((hour, place) => hour.decide(now, place === 0 ? inFlight : 0));
  }

  #count(id: string, now: number): void {
    for (const hour of this.#hours) hour.times.set(id, now);
  }

  /** The requests that are left; none if this node has never seen the server. */
  #left(now: number, inFlight: number): number {
    const isKnown = this.#hours.every(({ facts }) => facts !== undefined);
    const left = this.#hours.map((hour, place) => hour.left(now, place === 0 ? inFlight : 0));
    return isKnown ? Math.min(...left) : 0;
  }

  /** As {@link SharedRecord.read}. */
  async #read(now?: number): Promise<boolean> {
    const isOther = await this.#record.read(now);
    this.#absence = undefined;
    return isOther;
  }

  #newId(): string {
    this.#sent += 1;
    return `${this.#node}:${this.#sent}`;
  }
}

/** A hash, so that Redis holds no names of callers. */
const tagOf = (caller: string): string =>
  createHash("sha256").update(caller).digest("hex").slice(0, 12);

/** The share of the remaining requests that each node may send. */
const share = 0.1;
/** Longer than the deadline of a call, so that the call ends with the time of the next try. */
const retryMilliseconds = 60_000;

class Absence {
  #left: number;

  /** @param left the requests that were left when this node last saw the server. */
  constructor(
    left: number,
    private readonly since: number,
  ) {
    this.#left = Math.floor(share * left);
  }

  /** Each hour has its share. */
  isOver(now: number): boolean {
    return now >= this.since + book.hour;
  }

  take(now: number): book.Denied | undefined {
    if (this.#left > 0) {
      this.#left -= 1;
      return undefined;
    }
    const until = now + retryMilliseconds;
    return { code: "store_unreachable", until, isReset: false, mayOpenEarlier: false };
  }
}
