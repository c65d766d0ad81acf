/**
 * A request book that several nodes share. The node computes a condition; a script checks it and takes the request from
 * the hours of the user and the account in one step. If the hours have changed, the node reads them and decides again.
 * Each node keeps a copy of the hours, at most a second old: it restores an empty server from it, and works without the
 * server for a while.
 */
import * as z from "zod";
import * as book from "../quota/request-book.ts";
import { Absence } from "./absence.ts";
import { RedisAway, redisTimes, type RedisLink } from "./link.ts";
import { changeScript, clearScript, readScript, takeScript } from "./scripts.ts";
import { SharedHour, type Condition, type Facts } from "./shared-hour.ts";

/** Requests wait for this time after a restart of the server, until all nodes have restored their copies. */
const settlingMilliseconds = 5 * redisTimes.beat;
/** Maximum number of attempts when other nodes change the facts at the same time. */
const maxTries = 20;

const isDenied = (decision: book.Denied | Condition): decision is book.Denied => "code" in decision;

export interface SharedHours {
  /** Names of the hours among the keys. */
  readonly user: string;
  readonly account: string | undefined;
}

export interface BookOptions {
  readonly now?: () => number;
  readonly settlingMilliseconds?: number;
}

export class RedisRequestBook implements book.RequestBook {
  readonly #hours: readonly SharedHour[];
  readonly #user: SharedHour;
  readonly #account: SharedHour | undefined;
  readonly #node = crypto.randomUUID().slice(0, 8);
  /** Requests that the server may not have recorded, and their times. */
  readonly #unrecorded = new Map<string, number>();
  #sent = 0;
  #inFlight = 0;
  #absence: Absence | undefined;

  constructor(
    private readonly link: RedisLink,
    { user, account }: SharedHours,
    private readonly options: BookOptions = {},
  ) {
    this.#user = new SharedHour(`${link.prefix}quota:${user}`, book.userAllowance);
    this.#account =
      account === undefined
        ? undefined
        : new SharedHour(`${link.prefix}quota:${account}`, book.accountAllowance);
    this.#hours = [this.#user, ...(this.#account === undefined ? [] : [this.#account])];
    link.onBeat(async () => void (await this.#read()));
  }

  async take(now: number, inFlight: number): Promise<book.Denied | undefined> {
    this.#inFlight = inFlight;
    const id = `${this.#node}:${this.#sent}`;
    this.#sent += 1;
    try {
      return await this.#take(id, now, inFlight);
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      return this.#takeAway(id, now);
    }
  }

  async state(now: number): Promise<book.BookState> {
    await unlessAway(this.#read(now));
    const user = this.#user.state(now);
    return this.#account === undefined ? user : book.smallerState(user, this.#account.state(now));
  }

  async report(reported: book.Reported): Promise<void> {
    const now = this.#now();
    await this.#change(this.#user, (hour) => hour.reportedFacts(reported, now));
    if (this.#account === undefined) return;
    const ofAccount = book.accountReport(reported);
    await this.#change(this.#account, (hour) => hour.reportedFacts(ofAccount, now));
  }

  async close(closed: book.Closed): Promise<void> {
    const now = this.#now();
    await this.#change(this.#user, (hour) => hour.closedFacts(closed, now));
  }

  async clear(): Promise<void> {
    this.#unrecorded.clear();
    for (const hour of this.#hours) {
      const text = textOf({ isCleared: true });
      hour.read(text, new Map());
      await unlessAway(this.link.run(clearScript, keysOf(hour), [text]));
    }
  }

  async #take(id: string, now: number, inFlight: number): Promise<book.Denied | undefined> {
    // Requests that were sent without the server are recorded first.
    if (this.#user.text === "" || this.#unrecorded.size > 0) await this.#read(now);
    for (let tried = 0; tried < maxTries; tried += 1) {
      const decisions = this.#hours.map((hour, place) =>
        hour.decide(now, place === 0 ? inFlight : 0),
      );
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
      const answer = await this.#run(takeScript, [id, String(now), String(oldest), ...words]);
      if (!(await this.#learn(answer))) {
        for (const hour of this.#hours) hour.times.set(id, now);
        return undefined;
      }
    }
    throw new RedisAway("other nodes change the quota without pause");
  }

  /** Sends at most a share of what was left. */
  #takeAway(id: string, now: number): book.Denied | undefined {
    if (this.#absence === undefined || this.#absence.isOver(now))
      this.#absence = new Absence(this.#left(now), now);
    const denied = this.#absence.take(now);
    if (denied !== undefined) return denied;
    this.#unrecorded.set(id, now);
    for (const hour of this.#hours) hour.times.set(id, now);
    return undefined;
  }

  /** The requests that are left; none if this node has never seen the server. */
  #left(now: number): number {
    const isKnown = this.#hours.every(({ facts }) => facts !== undefined);
    const left = this.#hours.map((hour, place) => hour.left(now, place === 0 ? this.#inFlight : 0));
    return isKnown ? Math.min(...left) : 0;
  }

  /** Returns whether the server holds anything else than this node knew. @throws RedisAway */
  async #read(now = this.#now()): Promise<boolean> {
    const known = this.#hours.flatMap((hour) => [
      // A server without facts gets some.
      hour.text === "" ? "none" : hour.text,
      String(hour.times.size),
      hour.latest(),
    ]);
    return this.#learn(await this.#run(readScript, [String(now), ...known]));
  }

  #run(script: string, words: readonly string[]): Promise<unknown> {
    return this.link.run(script, this.#hours.flatMap(keysOf), words);
  }

  /** Learns the contents of the server, if there are any, and returns whether there are. @throws RedisAway */
  async #learn(answer: unknown): Promise<boolean> {
    const contents = contentsShape.parse(answer);
    for (const [place, hour] of this.#hours.entries()) {
      const [text, times] = [contents[2 * place], contents[2 * place + 1]];
      if (typeof text === "string" && Array.isArray(times))
        await this.#learnHour(hour, text, times);
    }
    if (contents.length > 0) this.#unrecorded.clear();
    this.#absence = undefined;
    return contents.length > 0;
  }

  async #learnHour(hour: SharedHour, text: string, times: readonly string[]): Promise<void> {
    const [known, held] = [hour.facts, new Map(hour.times)];
    hour.read(text, timesOf(times));
    const isOther = known !== undefined && hour.facts?.generation !== known.generation;
    const hasLost = hour.facts === undefined || (isOther && hour.facts.isCleared !== true);
    const missing = hasLost ? new Map([...held, ...this.#unrecorded]) : this.#unrecorded;
    if (!hasLost && missing.size === 0) return;
    const facts = hour.facts === undefined ? { ...known, ...(await this.#settling()) } : undefined;
    const next = facts === undefined ? hour.text : textOf({ ...facts, isCleared: undefined });
    await this.#write(hour, next, missing);
  }

  /** A server that has just started may not have heard of all nodes yet. */
  async #settling(): Promise<Partial<Facts>> {
    const { settlingMilliseconds: length = settlingMilliseconds } = this.options;
    const info = await this.link.ask("INFO", "server");
    const seconds = Number(/uptime_in_seconds:(\d+)/.exec(String(info))?.[1] ?? 0);
    const left = length - seconds * 1000;
    return { from: left > 0 ? this.#now() + left : undefined };
  }

  async #change(
    hour: SharedHour,
    edit: (hour: SharedHour) => Omit<Facts, "generation">,
  ): Promise<void> {
    try {
      if (hour.text === "") await this.#read();
      for (let tried = 0; tried < maxTries; tried += 1) {
        const next = JSON.stringify({ generation: hour.facts?.generation ?? "", ...edit(hour) });
        await this.#write(hour, next, new Map());
        if (hour.text === next) return;
      }
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error;
      hour.assume(edit(hour));
    }
  }

  async #write(hour: SharedHour, next: string, times: ReadonlyMap<string, number>): Promise<void> {
    const added = [...times].flatMap(([id, time]) => [id, String(time)]);
    const answer = await this.link.run(changeScript, keysOf(hour), [hour.text, next, ...added]);
    const [text, entries] = contentsShape.parse(answer);
    if (typeof text === "string" && Array.isArray(entries)) hour.read(text, timesOf(entries));
  }

  #now(): number {
    return (this.options.now ?? Date.now)();
  }
}

const contentsShape = z.array(z.union([z.string(), z.array(z.string())]));

const keysOf = ({ name }: SharedHour): string[] => [`${name}:sent`, `${name}:facts`];

/** Facts of a new generation. */
const textOf = (facts: Omit<Facts, "generation">): string =>
  JSON.stringify({ ...facts, generation: crypto.randomUUID() });

/** From ids and times in turn. */
const timesOf = (entries: readonly string[]): Map<string, number> =>
  new Map(
    entries.flatMap((id, place) =>
      place % 2 === 0 ? [[id, Number(entries[place + 1])] as const] : [],
    ),
  );

const unlessAway = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RedisAway)) throw error;
  });
