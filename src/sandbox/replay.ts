/** Answers from a recording of `check-api --record`: the same questions get the same answers, in days relative to today. */
import * as z from "zod";
import { dayOf, indexOf, isDay, textOf } from "./calendar.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** "Ten years ago" is a day more or less, relative to another day. */
const mostDistance = 7;
const dayPattern = /\d{4}-\d{2}-\d{2}/g;

type Question = Pick<RecordedExchange, "method" | "path" | "request">;

export class Replay {
  readonly #exchanges: readonly RecordedExchange[];
  /** Numbers of earlier questions: where the second answer differed from the first, it does again. */
  readonly #earlier = new Map<string, number>();

  /** @param now in milliseconds since 1970-01-01. */
  constructor({ day, exchanges }: Recording, now: number) {
    const days = indexOf(textOf(now)) - indexOf(day);
    this.#exchanges = exchanges.map((exchange) => ({
      ...exchange,
      request: moved(exchange.request, days),
      answer: moved(exchange.answer, days),
    }));
  }

  /** Undefined for a question that was not recorded. */
  answer(question: Question): RecordedExchange | undefined {
    const key = keyOf(question);
    const start = startOf(question);
    const distanceOf = (exchange: RecordedExchange): number => Math.abs(startOf(exchange) - start);
    const alike = this.#exchanges.filter((exchange) => keyOf(exchange) === key);
    const distance = Math.min(mostDistance, ...alike.map(distanceOf));
    const nearest = alike.filter((exchange) => distanceOf(exchange) === distance);
    const place = `${key} ${start}`;
    const earlier = this.#earlier.get(place) ?? 0;
    this.#earlier.set(place, earlier + 1);
    const exchange = nearest[Math.min(earlier, nearest.length - 1)];
    if (exchange === undefined) return undefined;
    return { ...exchange, answer: moved(exchange.answer, start - startOf(exchange)) };
  }
}

const rangeShape = z.looseObject({
  date_start: z.string().refine(isDay),
  date_end: z.string().refine(isDay),
});

/** Equal for questions that differ in the start of their days alone. */
function keyOf({ method, path, request }: Question): string {
  const range = rangeShape.safeParse(request).data;
  if (range === undefined) return JSON.stringify([method, path, request]);
  const { date_start: start, date_end: end, ...others } = range;
  return JSON.stringify([method, path, others, indexOf(end) - indexOf(start)]);
}

/** The first day since 1970-01-01; 0 without days. */
function startOf({ request }: Question): number {
  const range = rangeShape.safeParse(request).data;
  return range === undefined ? 0 : indexOf(range.date_start);
}

/** The value with each day in its texts moved by some days. */
function moved(value: unknown, days: number): unknown {
  if (days === 0) return value;
  if (typeof value === "string")
    return value.replace(dayPattern, (day) => (isDay(day) ? dayOf(indexOf(day) + days) : day));
  if (Array.isArray(value)) return value.map((member) => moved(member, days));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, moved(member, days)]),
  );
}
