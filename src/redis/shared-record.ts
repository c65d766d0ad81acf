/** This node's copy of the hours in Redis: reads them, changes them, and restores them where the server has lost them. */
import * as z from "zod";
import { RedisAway, redisTimes, type RedisLink } from "./link.ts";
import { changeScript, clearScript, readScript } from "./scripts.ts";
import type { Facts, SharedHour } from "./shared-hour.ts";

/** Requests wait for this time after a restart of the server, until all nodes have restored their copies. */
const settlingMilliseconds = 5 * redisTimes.beat;
/** Maximum number of attempts when other nodes change the facts at the same time. */
export const maxTries = 20;

export interface RecordOptions {
  readonly now?: () => number;
  readonly settlingMilliseconds?: number;
}

export class SharedRecord {
  /** Requests that the server may not have recorded, and their times. */
  readonly unrecorded = new Map<string, number>();

  constructor(
    private readonly link: RedisLink,
    private readonly hours: readonly SharedHour[],
    private readonly options: RecordOptions,
  ) {}

  now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Returns whether the server holds anything else than this node knew. @throws RedisAway */
  async read(now = this.now()): Promise<boolean> {
    const known = this.hours.flatMap((hour) => [
      // A server without facts gets some.
      hour.text === "" ? "none" : hour.text,
      String(hour.times.size),
      hour.latest(),
    ]);
    const words = [String(now), ...known];
    return this.learn(await this.link.run(readScript, this.hours.flatMap(keysOf), words));
  }

  /** Learns the contents of the server, if there are any, and returns whether there are. @throws RedisAway */
  async learn(answer: unknown): Promise<boolean> {
    const contents = contentsShape.parse(answer);
    for (const [place, hour] of this.hours.entries()) {
      const [text, times] = [contents[2 * place], contents[2 * place + 1]];
      if (typeof text === "string" && Array.isArray(times))
        await this.#learnHour(hour, text, times);
    }
    if (contents.length > 0) this.unrecorded.clear();
    return contents.length > 0;
  }

  /** While the server is away, the facts hold for this node alone. */
  async change(
    hour: SharedHour,
    edit: (hour: SharedHour) => Omit<Facts, "generation">,
  ): Promise<void> {
    try {
      if (hour.text === "") await this.read();
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

  async clear(): Promise<void> {
    this.unrecorded.clear();
    for (const hour of this.hours) {
      const text = textOf({ isCleared: true });
      hour.read(text, new Map());
      await unlessAway(this.link.run(clearScript, keysOf(hour), [text]));
    }
  }

  async #learnHour(hour: SharedHour, text: string, times: readonly string[]): Promise<void> {
    const [known, held] = [hour.facts, new Map(hour.times)];
    hour.read(text, timesOf(times));
    const isOther = known !== undefined && hour.facts?.generation !== known.generation;
    const hasLost = hour.facts === undefined || (isOther && hour.facts.isCleared !== true);
    const missing = hasLost ? new Map([...held, ...this.unrecorded]) : this.unrecorded;
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
    return { from: left > 0 ? this.now() + left : undefined };
  }

  async #write(hour: SharedHour, next: string, times: ReadonlyMap<string, number>): Promise<void> {
    const added = [...times].flatMap(([id, time]) => [id, String(time)]);
    const answer = await this.link.run(changeScript, keysOf(hour), [hour.text, next, ...added]);
    const [text, entries] = contentsShape.parse(answer);
    if (typeof text === "string" && Array.isArray(entries)) hour.read(text, timesOf(entries));
  }
}

const contentsShape = z.array(z.union([z.string(), z.array(z.string())]));

export const keysOf = ({ name }: SharedHour): string[] => [`${name}:sent`, `${name}:facts`];

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

export const unlessAway = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof RedisAway)) throw error;
  });
