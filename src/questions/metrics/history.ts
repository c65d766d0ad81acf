/**
 * The first day of the account's history: an earlier start is rejected (spec, Errors, code 6). A search then finds
 * the first day, which is learned.
 */
import type { ApiError } from "../../suite/api/envelope.ts";
import type { MetricsRequest } from "../../suite/api/metrics-answer.ts";
import { availableFrom } from "../../suite/connection/history.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { plural } from "../../base/text/words.ts";
import { addDays, dayNumber, dayOf, isDay, type Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { withShortEvidence, type MetricsCall } from "./call.ts";
import { BeforeHistory, isBeforeHistory } from "./run/learn.ts";

/** The call without the days before the history, and the sentence that says so. @throws ToolError where no day is left. */
export function withinHistory(call: MetricsCall): MetricsCall {
  const { question } = call.resolved;
  const { learned } = call.connection;
  const { start, cut } = availableFrom(question, learned);
  const { historyStart } = learned;
  // A call that has been cut stays cut.
  const [resolved, cutFrom] = cut === undefined ? [{}, {}] : [{ cut }, { cutFrom: question.start }];
  const within = { ...question, start, ...cutFrom, historyStart };
  return { ...call, resolved: { ...call.resolved, ...resolved, question: within } };
}

/**
 * Makes a reply. Where the API rejects days, the server learns the first day of the history and makes the reply again. Fetched
 * answers are stored before the call ends, even if it fails, so that the next call continues from there.
 */
export async function withHistory<Made>(
  call: MetricsCall,
  make: (call: MetricsCall) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(withinHistory(call));
  } catch (error) {
    if (concernsEvidence(call, error)) return await withHistory(withShortEvidence(call), make);
    await learnHistory(call, error);
    return await withHistory(call, make);
  } finally {
    await call.connection.answers.stored(call.answers.fetched);
  }
}

/** Only days of evidence were rejected, and no requests are left to find the first day. */
function concernsEvidence(
  { api, input, resolved: { question } }: MetricsCall,
  error: unknown,
): boolean {
  if (!(error instanceof BeforeHistory) || input.compareTo !== undefined) return false;
  const concernsRange = error.request.start >= question.start || question.isEvidenceShort === true;
  return !concernsRange && api.sent() + mostSearches > input.maxRequests;
}

/** Requests that find the first day within a lead-in, and the one that follows. */
const mostSearches = 6;

/**
 * Finds and stores the first day of the history.
 * @throws the rejection where no day of the range is in it, and any other error.
 */
async function learnHistory(call: MetricsCall, rejection: unknown): Promise<void> {
  if (!(rejection instanceof BeforeHistory)) throw rejection;
  const { connection, api, services } = call;
  const { request, accepted, cause } = rejection;
  const isAnswered = async (day: Day): Promise<boolean> => {
    checkRequests(call);
    try {
      await api.api.metrics(historyProbe(request, day), services.signal);
      return true;
    } catch (error) {
      if (isBeforeHistory(error)) return false;
      throw error;
    }
  };
  // The history can begin after an earlier range that is compared.
  const end = accepted ?? call.resolved.question.end;
  const first = await historyStartOf({ start: request.start, end, accepted, cause, isAnswered });
  if (first === undefined) throw rejection.cause;
  connection.learned.learnHistory(first);
  await connection.learned.store();
  checkRequests(call);
}

/** An API that names another first day each time would take all requests of the hour. */
function checkRequests({ api, input: { maxRequests } }: MetricsCall): void {
  if (api.sent() < maxRequests) return;
  throw new ToolError(
    "too_many_requests_needed",
    `the call has sent ${plural(api.sent(), "request")}, and the API still rejects days as older than the account's history; max_requests is ${maxRequests}`,
    "Choose a later date_start, or raise max_requests.",
  );
}

/** One number of one day. */
export const historyProbe = (request: MetricsRequest, day: Day): MetricsRequest => ({
  ...request,
  profiles: request.profiles.slice(0, 1),
  metrics: request.metrics.slice(0, 1),
  start: day,
  end: day,
  dimensions: [],
});

/** @param start a day that was rejected. */
interface HistorySearch extends Range {
  /** A later day that was answered. */
  readonly accepted: Day | undefined;
  readonly cause: ApiError;
  readonly isAnswered: (day: Day) => Promise<boolean>;
}

/**
 * Finds the first day that the API answers, by requests of one day: five within the lead-in of a question, nine within a
 * year. A day that the API names is the first, if it is answered.
 */
export async function historyStartOf(search: HistorySearch): Promise<Day | undefined> {
  const { start, end, accepted = addDays(end, 1), cause, isAnswered } = search;
  const named = cause.errors
    .flatMap(({ strings }) => strings.flatMap((text) => text.match(/\d{4}-\d\d-\d\d/) ?? []))
    .find((text): text is Day => isDay(text) && text > start);
  if (named !== undefined && named > end) return undefined;
  if (named !== undefined && (named === accepted || (await isAnswered(named)))) return named;
  let [from, to] = [dayNumber(start) + 1, dayNumber(accepted)];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (await isAnswered(dayOf(middle))) to = middle;
    else from = middle + 1;
  }
  const first = dayOf(to);
  return first > end ? undefined : first;
}
