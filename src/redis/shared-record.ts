/** This node's copy of the hours in Redis: reads them, changes them, and restores them where the server has lost them. */
import * as z from "zod";
import { redisTimes } from "./client.ts";
import { RedisAway, type RedisLink } from "./link.ts";
import { changeScript, clearScript, readScript } from "./scripts.ts";
import type { Facts, SharedHour } from "./shared-hour.ts";

/** Milliseconds after a restart of the server in which requests wait until all nodes have restored their copies. */
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
    const unrecorded = new Map(this.unrecorded);
    for (const [place, hour] of this.hours.entries())
      await this.#learnHour(hour, contents.slice(2 * place, 2 * place + 2), unrecorded);
    if (contents.length === 0) return false;
    for (const id of unrecorded.keys()) this.unrecorded.delete(id);
    return true;
  }

  /** Changes the facts of an hour; while the server is away, for this node alone. */
  async change(
    hour: SharedHour,
    edit: (hour: SharedHour) => Omit<Facts, "generation">,
  ): Promise<void> {
    try {
      if (hour.text === "") await this.read();
      for (let tried = 0; tried < maxTries; tried += 1) {
        const generation = hour.facts?.generation;
        const edited = edit(hour);
        const next =
          generation === undefined ? textOf(edited) : JSON.stringify({ generation, ...edited });
        await this.#learnHour(hour, await this.#write(hour, next, new Map()), new Map());
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

  /**
   * Takes over the contents of the server, and adds what the server has lost: everything, or the latest requests after a
   * crash or a failover.
   */
  async #learnHour(
    hour: SharedHour,
    [text, times]: Contents,
    unrecorded: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (typeof text !== "string" || !Array.isArray(times)) return;
    const [known, held] = [hour.facts, new Map(hour.times)];
    const undo = hour.replace(text, timesOf(times));
    const isCleared = hour.facts?.isCleared === true && hour.facts.generation !== known?.generation;
    const missing = new Map([...(isCleared ? [] : held), ...unrecorded]);
    const oldest = hour.oldest(this.now());
    for (const [id, time] of missing) if (hour.times.has(id) || time < oldest) missing.delete(id);
    if (hour.facts !== undefined && missing.size === 0) return;
    try {
      const next =
        hour.facts === undefined
          ? textOf({ ...known, ...(await this.#settling()), isCleared: undefined })
          : hour.text;
      const [written, entries] = await this.#write(hour, next, missing);
      if (typeof written === "string" && Array.isArray(entries))
        hour.read(written, timesOf(entries));
    } catch (error) {
      undo();
      throw error;
    }
  }

  /** A server that has just started may not have heard of all nodes yet. */
  async #settling(): Promise<Partial<Facts>> {
    const { settlingMilliseconds: length = settlingMilliseconds } = this.options;
    const info = await this.link.ask("INFO", "server");
    const seconds = Number(/uptime_in_seconds:(\d+)/.exec(String(info))?.[1] ?? 0);
    const left = length - seconds * 1000;
    return { from: left > 0 ? this.now() + left : undefined };
  }

  /** Returns the contents afterwards. */
  async #write(
    hour: SharedHour,
    next: string,
    times: ReadonlyMap<string, number>,
  ): Promise<Contents> {
    const added = [...times].flatMap(([id, time]) => [id, String(time)]);
    const words = [hour.text, next, ...added];
    return contentsShape.parse(await this.link.run(changeScript, keysOf(hour), words));
  }
}

/** Of each hour, its facts, and the ids and times of its requests. */
const contentsShape = z.array(z.union([z.string(), z.array(z.string())]));
type Contents = z.output<typeof contentsShape>;

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
