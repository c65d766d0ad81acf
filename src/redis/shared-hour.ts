/** One node's copy of an hour of requests that several nodes share, and the decisions that follow from it. */
import * as z from "zod";
import * as book from "../quota/request-book.ts";

const reported = book.reportedShape.extend({
  /** Requests in the window that no node has sent, at least. */
  others: z.number().optional(),
  /** The beginning of the window, at the latest: no request of the window was sent before. */
  since: z.number().optional(),
});

const factsShape = z.looseObject({
  /** Changes when the server has lost its data, or when the record was cleared. */
  generation: z.string(),
  isCleared: z.boolean().optional(),
  /** No request is sent before this time: nodes may still have to say what they have sent. */
  from: z.number().optional(),
  reported: reported.optional(),
  closed: book.closedShape.optional(),
  /** The latest reset before those of the report and the closing: requests before it do not count. */
  resetAt: z.number().optional(),
});
export type Facts = z.output<typeof factsShape>;

/** A request can be sent if the facts are as known, and if fewer than `limit` were sent after `since`. */
export interface Condition {
  readonly since: number;
  readonly limit: number;
}

/** Milliseconds. Clocks of nodes differ by less. */
const minute = 60_000;
/** Milliseconds by which the beginnings of one window differ between answers. */
const slack = 5000;

export class SharedHour {
  facts: Facts | undefined;
  /** The facts as the server holds them; empty where it holds none. */
  text = "";
  /** The times of requests, by their ids: the node, its number, and the tag of the caller. */
  readonly times = new Map<string, number>();

  constructor(
    readonly name: string,
    private readonly allowance: book.Allowance,
  ) {}

  read(text: string, times: ReadonlyMap<string, number>): void {
    const parsed = factsShape.safeParse(jsonOf(text));
    this.text = text;
    this.facts = parsed.success ? parsed.data : undefined;
    this.times.clear();
    for (const [id, time] of times) this.times.set(id, time);
  }

  /** Takes the place of another copy, and returns a function that undoes it. */
  replace(text: string, times: ReadonlyMap<string, number>): () => void {
    const [before, facts, held] = [this.text, this.facts, new Map(this.times)];
    this.read(text, times);
    return () => {
      this.read(before, held);
      this.facts = facts;
    };
  }

  /** Facts of this node alone, until the server is back. */
  assume(facts: Omit<Facts, "generation">): void {
    this.facts = { generation: this.facts?.generation ?? "", ...facts };
  }

  /** The id of the latest request, as the server orders them. */
  latest(): string {
    const [latest] = [...this.times].toSorted(
      ([one, time], [other, otherTime]) => otherTime - time || (one < other ? 1 : -1),
    );
    return latest?.[0] ?? "";
  }

  countOf(tag: string, since: number): number {
    const own = [...this.times].filter(([id, time]) => time > since && id.endsWith(`:${tag}`));
    return own.length;
  }

  /** Requests before this time count in no window. */
  oldest(now: number): number {
    return now - Math.max(2 * book.hour, (this.facts?.reported?.window ?? 0) + book.hour);
  }

  state(now: number): book.BookState {
    const counted = this.#countSince(this.#windowStart(now), now);
    return book.stateAt(this.#recorded(), counted, now, this.allowance);
  }

  closedFacts(latest: book.Closed, now: number): Omit<Facts, "generation"> {
    return { ...this.facts, ...this.#resetBefore(now), closed: latest };
  }

  /** Requests that can still be sent. */
  left(now: number, inFlight: number): number {
    const state = this.state(now);
    if (book.denial(state, now, inFlight) !== undefined) return 0;
    const byCount = this.#limitOf(state) - this.#countSince(this.#since(state, now), now).count;
    const { reported: own } = state;
    return Math.max(0, own === undefined ? byCount : Math.min(byCount, own.remaining - inFlight));
  }

  /** The reason why no request can be sent, or the condition under which one can. */
  decide(now: number, inFlight: number): book.Denied | Condition {
    const from = this.facts?.from ?? 0;
    if (now < from && from < now + minute)
      return { code: "rate_limited", until: from, isReset: false, mayOpenEarlier: false };
    const state = this.state(now);
    const denied = book.denial(state, now, inFlight);
    if (denied !== undefined) return denied;
    const [since, limit] = [this.#since(state, now), this.#limitOf(state)];
    if (this.#countSince(since, now).count < limit) return { since, limit };
    // The API counts by windows, and this one is spent.
    const until = state.reported?.until ?? now;
    return { code: "rate_limited", until, isReset: true, mayOpenEarlier: false };
  }

  /** The facts after a report. The API has counted at most what the nodes have sent, and what others have sent. */
  reportedFacts(latest: book.Reported, now: number): Omit<Facts, "generation"> {
    const before = this.facts?.reported;
    const joined = book.latestReport(before, latest);
    const isSameWindow = before !== undefined && joined.until - before.until < minute;
    const { limit, remaining, until } = latest;
    const facts = { ...this.facts, ...this.#resetBefore(now) };
    if (limit === undefined) return { ...facts, reported: joined };
    // An answer names its reset in whole seconds, after a while: the window may have begun earlier.
    const begun = until - (latest.window ?? book.hour) - slack;
    const since = isSameWindow ? Math.min(before.since ?? begun, begun) : begun;
    const sent = this.#countSince(since, now).count;
    const earlier = isSameWindow ? (before.others ?? 0) : 0;
    const others = Math.max(earlier, limit - remaining - sent, 0);
    return { ...facts, reported: { ...joined, others, since } };
  }

  #since({ reported: own }: book.BookState, now: number): number {
    if (own === undefined) return this.#windowStart(now);
    return this.facts?.reported?.since ?? own.until - (own.window ?? book.hour);
  }

  #recorded(): book.Recorded {
    return { reported: this.facts?.reported, closed: this.facts?.closed };
  }

  #windowStart(now: number): number {
    return Math.max(book.windowStart(this.#recorded(), now), this.facts?.resetAt ?? 0);
  }

  /** The reset that a new report or closing would make unknown. */
  #resetBefore(now: number): Pick<Facts, "resetAt"> {
    const start = this.#windowStart(now);
    return start > now - book.hour ? { resetAt: start } : {};
  }

  #limitOf({ reported: own, allowance }: book.BookState): number {
    if (own === undefined) return allowance.requests;
    const others = this.facts?.reported?.others ?? 0;
    return own.limit === undefined ? Number.MAX_SAFE_INTEGER : own.limit - others;
  }

  #countSince(since: number, now: number): book.Counted {
    const counted = [...this.times.values()].filter((time) => time > since);
    if (counted.length === 0) return { count: 0, first: undefined };
    return { count: counted.length, first: Math.min(now, ...counted) };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
