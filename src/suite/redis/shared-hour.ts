/** One node's copy of the shared hour: the number of requests and the facts, and whether another request may be sent. */
import * as z from "zod";
import { orUndefined } from "../../base/errors/or-undefined.ts";
import * as book from "../quota/request-book.ts";

const factsShape = z.looseObject({
  reported: book.reportedShape.optional(),
  closed: book.closedShape.optional(),
  /** The latest reset before those of the report and the closing: requests before it do not count. */
  resetAt: z.number().optional(),
});
const uncounted: book.Counted = { count: 0, first: undefined };

/** A request can be sent if the facts are as known, and if fewer than `limit` were sent after `since`. */
interface Condition {
  readonly facts: string;
  readonly since: number;
  readonly limit: number;
}

/** Milliseconds by which the beginnings of one window differ between answers. */
const slack = 5000;

export class SharedHour {
  /** The facts as the server holds them; empty where it holds none. */
  text = "";
  #facts: z.output<typeof factsShape> = {};
  #counted = uncounted;

  constructor(
    readonly key: string,
    private readonly allowance: book.Allowance,
  ) {}

  /** @param counted requests since the time that the latest condition named. */
  learn(text: string, counted = uncounted): void {
    this.text = text;
    // A text that is damaged has none.
    this.#facts = orUndefined(() => factsShape.parse(JSON.parse(text))) ?? {};
    this.#counted = counted;
  }

  state(now: number, counted = this.#counted): book.BookState {
    return book.stateAt(this.#facts, counted, now, this.allowance);
  }

  condition(now: number, inFlight: number): Condition {
    const state = this.state(now, uncounted);
    const isDenied = book.denial(state, now, inFlight) !== undefined;
    return { facts: this.text, ...this.#window(state, now), ...(isDenied ? { limit: 0 } : {}) };
  }

  denied(now: number, inFlight: number): book.Denied | undefined {
    const state = this.state(now);
    const denied = book.denial(state, now, inFlight);
    if (denied !== undefined || state.counted.count < this.#window(state, now).limit) return denied;
    // The API counts by windows, and this one is spent.
    const until = state.reported?.until ?? now;
    return { code: "rate_limited", until, isReset: true, mayOpenEarlier: false };
  }

  /** The facts with a report or a closing, as text. */
  textWith({ reported, closed }: book.Recorded, now: number): string {
    const { reported: before, closed: closedBefore, ...otherFacts } = this.#facts;
    const joined = reported === undefined ? before : book.latestReport(before, reported);
    const changed = { reported: joined, closed: closed ?? closedBefore };
    const start = this.#start(now);
    const resetAt = start > now - book.hour ? start : undefined;
    return JSON.stringify({ ...changed, ...otherFacts, resetAt });
  }

  /** The window of the API where it has reported one with its limit; otherwise the last hour, or that since a reset. */
  #window({ reported, allowance }: book.BookState, now: number): Omit<Condition, "facts"> {
    const { limit, until = 0, window = book.hour } = reported ?? {};
    if (limit !== undefined) return { since: until - window - slack, limit };
    const unlimited = Number.MAX_SAFE_INTEGER;
    return {
      since: this.#start(now),
      limit: reported === undefined ? allowance.requests : unlimited,
    };
  }

  #start(now: number): number {
    return Math.max(book.windowStart(this.#facts, now), this.#facts.resetAt ?? 0);
  }
}
