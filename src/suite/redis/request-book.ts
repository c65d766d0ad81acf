/**
 * A request book that several nodes share: a hash in Redis for the hour of each user and account. The node computes a
 * condition; a script counts the requests, checks the condition and records the request in one step. If the facts of the
 * hour have changed, the node learns them and decides again. Without the server, a node sends a share of the quota alone.
 * Data that the server loses is not restored. The API then rejects a request, and this rejection stops all nodes.
 */
import { createHash } from "node:crypto";
import * as z from "zod";
import { required } from "../../base/errors/tool-error.ts";
import * as book from "../quota/request-book.ts";
import { RedisAway, type RedisLink } from "./link.ts";
import { swapScript, takeScript } from "./scripts.ts";
import { SharedHour } from "./shared-hour.ts";

/** Of each hour, its facts, the number of its requests, and the time of the first of them. */
const contentsShape = z.array(z.tuple([z.string(), z.number(), z.number()]));

/** Maximum number of attempts when other nodes change the facts at the same time. */
const maxTries = 20;
/** The share of the allowance of an hour that each node may send without the server. */
const share = 0.1;
/** Longer than the deadline of a call, so that the call ends with the time of the next try. */
const retryMilliseconds = 60_000;

interface Asked {
  readonly now: number;
  readonly inFlight: number;
  /** Absent where no request is to be recorded. */
  readonly id?: string;
  /** The tags of the callers who wait; empty for a request without a caller. */
  readonly tags: readonly string[];
}

export class RedisRequestBook implements book.RequestBook {
  readonly #hours: readonly SharedHour[];
  readonly #user: SharedHour;
  readonly #account: SharedHour | undefined;
  readonly #node = crypto.randomUUID().slice(0, 8);
  #sent = 0;
  /** Requests that the server may not have recorded, and their times. */
  readonly #unrecorded = new Map<string, number>();

  /** @param names of the hours among the keys. */
  constructor(
    private readonly link: RedisLink,
    { user, account }: { readonly user: string; readonly account: string | undefined },
    private readonly now: () => number = Date.now,
  ) {
    const hourOf = (name: string, allowance: book.Allowance): SharedHour =>
      new SharedHour(`${link.prefix}quota:${name}`, allowance);
    this.#user = hourOf(user, book.userAllowance);
    this.#account = account === undefined ? undefined : hourOf(account, book.accountAllowance);
    this.#hours = [this.#user, this.#account].filter((hour) => hour !== undefined);
  }

  async take(callers: readonly string[], now: number, inFlight: number): Promise<book.Taken> {
    this.#sent += 1;
    const id = `${this.#node}:${this.#sent}`;
    const query = { now, inFlight, id, tags: callers.map(tagOf) };
    const ran = await unlessAway(this.#run(query));
    const taken = ran === "away" ? this.#takeAlone(query) : ran;
    if (taken === 0) return {};
    if (typeof taken === "number") return { caller: callers[taken - 1] ?? "" };
    return { denied: required(taken, "the reason why no request was recorded") };
  }

  async state(now: number): Promise<book.BookState> {
    if ((await unlessAway(this.#read(now))) === "away") return this.#stateAlone(now);
    const user = this.#user.state(now);
    return this.#account === undefined ? user : book.smallerState(user, this.#account.state(now));
  }

  async report(reported: book.Reported): Promise<void> {
    await this.#change(this.#user, { reported });
    if (this.#account === undefined) return;
    await this.#change(this.#account, { reported: book.accountReport(reported) });
  }

  async close(closed: book.Closed): Promise<void> {
    await this.#change(this.#user, { closed });
  }

  async clear(): Promise<void> {
    this.#unrecorded.clear();
    for (const hour of this.#hours) {
      hour.learn("");
      await unlessAway(this.link.ask("DEL", hour.key));
    }
  }

  /** As {@link takeScript}; instead of the contents, returns the denial that follows from them. @throws RedisAway */
  async #run(query: Asked): Promise<book.Denied | number | undefined> {
    const { now, inFlight } = query;
    const keys = [...this.#hours.map(({ key }) => key), `${this.#user.key}:waiting`];
    for (let tried = 0; tried < maxTries; tried += 1) {
      const unrecorded = Object.fromEntries(this.#unrecorded);
      const hours = this.#hours.map((hour) => hour.condition(now, inFlight));
      const words = JSON.stringify({ ...query, node: this.#node, hours, unrecorded });
      const answer = await this.link.run(takeScript, keys, [words]);
      for (const id of Object.keys(unrecorded)) this.#unrecorded.delete(id);
      if (typeof answer === "number") return answer;
      for (const [place, [facts, count, first]] of contentsShape.parse(answer).entries())
        this.#hours[place]?.learn(facts, { count, first: count === 0 ? undefined : first });
      if (this.#hours.every(({ text }, place) => text === hours[place]?.facts))
        return this.#hours.flatMap((hour) => hour.denied(now, inFlight) ?? [])[0];
    }
    throw new RedisAway("other nodes change the quota without pause");
  }

  #read(now: number): Promise<unknown> {
    return this.#run({ now, inFlight: 0, tags: [] });
  }

  /** While the server is away, for this node alone. */
  async #change(hour: SharedHour, latest: book.Recorded): Promise<void> {
    const now = this.now();
    const change = async (): Promise<void> => {
      for (let tried = 0; tried < maxTries; tried += 1) {
        const words = ["facts", hour.text, hour.textWith(latest, now)];
        if ((await this.link.run(swapScript, [hour.key], words)) === 1) return;
        await this.#read(now);
      }
    };
    await unlessAway(change());
    hour.learn(hour.textWith(latest, now));
  }

  /** @returns a denial, or the place of the caller, from 1. */
  #takeAlone({ id, now, inFlight, tags }: Asked): book.Denied | number {
    const state = this.#stateAlone(now);
    const denied = book.denial(state, now, inFlight);
    if (denied !== undefined && (state.closed ?? state.reported) !== undefined) return denied;
    if (state.counted.count >= state.allowance.requests) {
      const until = now + retryMilliseconds;
      return { code: "store_unreachable", until, isReset: false, mayOpenEarlier: false };
    }
    const ids = [...this.#unrecorded.keys()];
    const counts = tags.map(
      (tag) => ids.filter((requestId) => requestId.endsWith(`:${tag}`)).length,
    );
    const place = Math.max(0, counts.indexOf(Math.min(...counts)));
    this.#unrecorded.set(`${id}:${tags[place] ?? ""}`, now);
    return place + 1;
  }

  /** The share of this node, and what it has sent of it. */
  #stateAlone(now: number): book.BookState {
    for (const [id, time] of this.#unrecorded)
      if (time <= now - book.hour) this.#unrecorded.delete(id);
    const times = [...this.#unrecorded.values()];
    const state = this.#user.state(now, { count: times.length, first: times[0] });
    const requests = Math.floor(share * state.allowance.requests);
    return { ...state, allowance: { ...state.allowance, requests } };
  }
}

/** A hash, so that Redis holds no names of callers. */
const tagOf = (caller: string): string =>
  createHash("sha256").update(caller).digest("hex").slice(0, 12);

const unlessAway = <T>(work: Promise<T>): Promise<T | "away"> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RedisAway)) throw error;
    return "away";
  });
