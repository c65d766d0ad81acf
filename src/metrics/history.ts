/** The first day of the account's history: an earlier start is rejected (spec, Errors, code 6). */
import { ToolError } from "../errors/tool-error.ts";
import { isDay, type Day } from "../time/days.ts";
import { bucketsOf } from "../time/grains.ts";
import type { MetricsCall } from "./call.ts";
import { BeforeHistory, isBeforeHistory } from "./run/learn.ts";

/** The call without the days before the history, and the sentence that says so. @throws ToolError where no day is left. */
export function withinHistory(call: MetricsCall): MetricsCall {
  const { historyStart } = call.connection.learned;
  const { question } = call.resolved;
  if (historyStart === undefined || question.start >= historyStart) return call;
  if (question.end < historyStart)
    throw new ToolError(
      "before_history_limit",
      `the account's history begins on ${historyStart}, after these days`,
    );
  const cut = `The account's history begins on ${historyStart}: earlier days, from ${question.start}, are not available.`;
  const within = { ...question, start: historyStart, cutFrom: question.start };
  return { ...call, resolved: { ...call.resolved, question: within, cut } };
}

/**
 * Makes a reply. Where the API rejects days, the first day of the history is learned, and the reply is made again. Fetched
 * answers are stored before the call ends, even if it fails, so that the next call continues from there.
 */
export async function withHistory<Made>(
  call: MetricsCall,
  make: (call: MetricsCall) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(withinHistory(call));
  } catch (error) {
    await learnHistory(call, error);
    return await withHistory(call, make);
  } finally {
    await call.connection.answers.stored(call.answers.fetched);
  }
}

/**
 * Finds the first month whose days the API answers, by at most four requests of one day within twelve months. A day that
 * the API names is the first, if it is answered.
 * @throws the rejection where no such month is in the range, and any other error.
 */
export async function learnHistory(call: MetricsCall, rejection: unknown): Promise<void> {
  if (!(rejection instanceof BeforeHistory)) throw rejection;
  const { connection, api, services } = call;
  const { request, accepted, cause } = rejection;
  const isAnswered = async (day: Day): Promise<boolean> => {
    const profiles = request.profiles.slice(0, 1);
    const metrics = request.metrics.slice(0, 1);
    const probe = { ...request, profiles, metrics, start: day, end: day, dimensions: [] };
    try {
      await api.api.metrics(probe, services.signal);
      return true;
    } catch (error) {
      if (isBeforeHistory(error)) return false;
      throw error;
    }
  };
  // The history can begin after an earlier range that is compared.
  const last = accepted ?? call.resolved.question.end;
  const isWithin = (day: Day): boolean => day > request.start && day <= last;
  const months = bucketsOf(request.start, last, { unit: "month" }).filter(isWithin);
  const named = cause.errors
    .flatMap(({ strings }) => strings.flatMap((text) => text.match(/\d{4}-\d\d-\d\d/) ?? []))
    .find((text): text is Day => isDay(text) && isWithin(text));
  let first = accepted;
  if (named !== undefined && (named === accepted || (await isAnswered(named)))) first = named;
  else {
    let [from, to] = [0, months.length];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      const month = months[middle];
      if (month !== undefined && (month === accepted || (await isAnswered(month)))) to = middle;
      else from = middle + 1;
    }
    first = months[to] ?? accepted;
  }
  if (first === undefined) throw rejection.cause;
  connection.learned.learnHistory(first);
  await connection.learned.store();
}
