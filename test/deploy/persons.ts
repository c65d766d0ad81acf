/** Callers of nodes: each asks, reads its own results again, and tries to read those of others. */
import assert from "node:assert/strict";
import {
  comparable,
  facebookIds,
  readAttempt,
  type Called,
  type Connected,
} from "../helpers/connect.ts";
import type { HttpClient } from "../helpers/http.ts";
import { idOf } from "../helpers/results.ts";

/** More questions than the quota allows requests. */
const pool = 700;
const profiles = facebookIds(50);

/** A month of one profile: one request, if nobody has asked it before. */
function questionOf(index: number): Record<string, unknown> {
  const month = new Date(Date.UTC(2025, Math.floor(index / profiles.length), 1));
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0));
  const place = index % profiles.length;
  return {
    network: "facebook",
    metrics: ["fans_change", "insights_reach"],
    profiles: profiles.slice(place, place + 1),
    date_start: month.toISOString().slice(0, 10),
    date_end: last.toISOString().slice(0, 10),
    dimensions: ["profile", "date.month"],
  };
}

/** A sequence of numbers below 1 that is the same in each run. */
function* drawn(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    yield state / 0x80_00_00_00;
  }
}

export interface Span {
  readonly from: number;
  until: number;
}

/** A failed call, with the code of its error, and its text. */
export interface Failure extends Span {
  readonly problem: string;
  readonly text: string;
}

export const overlap = (left: Span, right: Span): boolean =>
  left.from <= right.until && right.from <= left.until;

/** Runs what is due, in the order of the shares; calls drive it, so that nothing sleeps. */
export class Script {
  /** One event ends before the next. */
  #isBusy = false;

  /** @param share the share of the script that is over. */
  constructor(
    readonly share: () => number,
    private readonly events: (readonly [number, () => Promise<void>])[],
  ) {}

  /** Whether the script is over, and everything was due. */
  isOver(): boolean {
    return this.share() >= 1 && this.events.length === 0 && !this.#isBusy;
  }

  advance(): void {
    const [[at, event] = [Infinity, async () => {}]] = this.events;
    if (this.share() < at) return;
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.events.shift();
    void event().finally(() => (this.#isBusy = false));
  }
}

/** Answers of a server alone, which every node must give too. */
export class Alone {
  readonly #answers = new Map<number, Promise<{ answer: string; piece: string }>>();

  constructor(private readonly server: Connected) {}

  to(index: number): Promise<{ answer: string; piece: string }> {
    const known = this.#answers.get(index) ?? this.#ask(index);
    this.#answers.set(index, known);
    return known;
  }

  async #ask(index: number): Promise<{ answer: string; piece: string }> {
    const { text } = await this.server.call("get_profile_metrics", questionOf(index));
    const piece = await this.server.call("read_result", pieceOf(idOf(text)));
    return { answer: comparable(text), piece: comparable(piece.text) };
  }
}

const pieceOf = (result: string): Record<string, unknown> => ({ result, grain: "month" });

interface Stored {
  readonly owner: number;
  readonly id: string;
  readonly index: number;
  readonly at: number;
}

/** What the callers saw. */
export class Seen {
  readonly failures: Failure[] = [];
  readonly stored: Stored[] = [];
  /** Results that their caller did not find, and when they were made. */
  readonly lost: number[] = [];
  /** Attempts to read results of others. */
  refused = 0;
}

export class Person {
  readonly #random: Generator<number, never>;

  constructor(
    private readonly number: number,
    private readonly client: HttpClient,
    private readonly parts: { readonly alone: Alone; readonly script: Script; readonly seen: Seen },
  ) {
    this.#random = drawn(number + 1);
  }

  async live(): Promise<void> {
    const { script, seen } = this.parts;
    while (!script.isOver()) {
      script.advance();
      const result = seen.stored[Math.floor(this.#draw() * seen.stored.length)];
      if (this.#draw() > 0.2 || result === undefined) await this.#ask();
      else if (result.owner === this.number) await this.#readOwn(result);
      else await this.#readOthers(result);
    }
  }

  #draw(): number {
    return this.#random.next().value;
  }

  /** Returns the answer; undefined for a failure, which is noted. */
  async #call(name: string, input: Record<string, unknown>): Promise<string | undefined> {
    const from = Date.now();
    const { text, isError } = await this.#answerTo(name, input);
    if (!isError || text.startsWith("not_found")) return text;
    const [problem = ""] = text.split(":", 1);
    this.parts.seen.failures.push({ from, until: Date.now(), problem, text });
    return undefined;
  }

  /** A call that fails below the tools is an error of the code `lost`. */
  async #answerTo(
    name: string,
    input: Record<string, unknown>,
  ): Promise<Pick<Called, "text" | "isError">> {
    // Half of the persons ask for progress, which begins the answer before it is complete.
    const options = this.number % 4 < 2 ? { onprogress: () => {}, timeout: 30_000 } : {};
    try {
      return readAttempt(await this.client.client.callTool({ name, arguments: input }, options));
    } catch (error) {
      return { text: `lost: ${String(error)}`, isError: true };
    }
  }

  async #ask(): Promise<void> {
    const { alone, script, seen } = this.parts;
    const index = Math.floor(this.#draw() * Math.min(1, script.share() + 0.05) * pool);
    const text = await this.#call("get_profile_metrics", questionOf(index));
    if (text === undefined) return;
    assert.equal(comparable(text), (await alone.to(index)).answer);
    seen.stored.push({ owner: this.number, id: idOf(text), index, at: Date.now() });
  }

  async #readOwn({ id, index, at }: Stored): Promise<void> {
    const { alone, seen } = this.parts;
    const text = await this.#call("read_result", pieceOf(id));
    if (text === undefined) return;
    if (text.startsWith("not_found")) seen.lost.push(at);
    else assert.equal(comparable(text), (await alone.to(index)).piece);
  }

  async #readOthers({ id }: Stored): Promise<void> {
    const text = await this.#call("read_result", pieceOf(id));
    if (text === undefined) return;
    assert.match(text, /^not_found/);
    this.parts.seen.refused += 1;
  }
}
