/** Which metrics of a rejected request the API does not accept: confirmed alone, by profile and day, of one profile. */
import { ApiError } from "../../../suite/api/envelope.ts";
import type { MetricsRequest } from "../../../suite/api/metrics-answer.ts";
import { ToolError } from "../../../base/errors/tool-error.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import type { Question } from "../question/question.ts";

/** True for a rejection of arguments (spec, Errors, code 3). */
const isArgumentsError = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errors.some(({ code }) => code === 3);

/** Sends a request; rejects as the API does. */
type Send = (request: MetricsRequest) => Promise<unknown>;

/**
 * The metrics that the failure names, of those that are rejected alone. Where it names no metric, nor another part of
 * the request, halving finds them. Empty where the rest of the request is at fault, or nothing would be left.
 */
export async function unacceptedIn(
  failure: unknown,
  request: MetricsRequest,
  send: Send,
): Promise<readonly string[]> {
  if (!isArgumentsError(failure) || request.metrics.length < 2) return [];
  const isRejected = async (metrics: readonly string[]): Promise<boolean> => {
    const alone = {
      ...request,
      metrics,
      profiles: request.profiles.slice(0, 1),
      end: request.start,
    };
    const error = await send(alone).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error !== undefined && !isArgumentsError(error)) throw failure;
    return error !== undefined;
  };
  const words = new Set(failure.errors.flatMap(({ strings }) => strings.flatMap(wordsOf)));
  const named = request.metrics.filter((name) => words.has(name));
  const namesOther = [...request.profiles, request.start, request.end, ...request.dimensions].some(
    (text) => words.has(text),
  );
  if (named.length === 0 && namesOther) return [];
  const rejected =
    named.length === 0
      ? await halved(request.metrics, isRejected)
      : await filtered(named, isRejected);
  return rejected.length === request.metrics.length ? [] : rejected;
}

/** True for a rejection that names every metric of a request: nothing of it can be confirmed by asking for less. */
export function namesAllMetrics(failure: unknown, { metrics }: MetricsRequest): boolean {
  if (!isArgumentsError(failure)) return false;
  const words = new Set(failure.errors.flatMap(({ strings }) => strings.flatMap(wordsOf)));
  return metrics.every((name) => words.has(name));
}

const saidBy = (failure: unknown): string =>
  failure instanceof ToolError ? `: ${failure.problem}` : "";

/** Nothing of a question is left. */
export const notAcceptedError = (failure: unknown, metrics: readonly string[]): ToolError =>
  new ToolError(
    "invalid_input",
    `the API does not accept ${metrics.map((name) => JSON.stringify(name)).join(", ")}${saidBy(failure)}`,
    "Choose other metrics: describe_metrics lists those of the network.",
    { cause: failure },
  );

/** Names of metrics and dimensions, ids and dates. */
const wordsOf = (text: string): string[] => text.match(/[\w-]+(?:\.[\w-]+)*/g) ?? [];

async function filtered(
  names: readonly string[],
  isRejected: (metrics: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  const rejected: string[] = [];
  for (const name of names) if (await isRejected([name])) rejected.push(name);
  return rejected;
}

/** Of metrics that are rejected together, the one that is rejected alone; none where both halves are rejected. */
async function halved(
  names: readonly string[],
  isRejected: (metrics: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  if (names.length === 1) return names;
  const middle = Math.ceil(names.length / 2);
  const halves = [names.slice(0, middle), names.slice(middle)];
  const rejected: (readonly string[])[] = [];
  for (const half of halves) if (await isRejected(half)) rejected.push(half);
  const [only, ...more] = rejected;
  return only === undefined || more.length > 0 ? [] : halved(only, isRejected);
}

const isIn = (list: readonly Metric[], name: string): boolean =>
  list.some((metric) => metric.name === name);

/**
 * The question without some metrics, and without the ratios that they are parts of; with spare ones in their place.
 * Undefined where nothing is left.
 */
export function withoutMetrics(
  question: Question,
  unaccepted: readonly string[],
): Partial<Question> | undefined {
  if (unaccepted.length === 0) return undefined;
  const { metrics, shown = metrics, spare = [] } = question;
  const isLeft = (name: string): boolean => !unaccepted.includes(name);
  const accepted = metrics.filter(({ name }) => isLeft(name));
  const count = metrics.length - accepted.length;
  const left = [...accepted, ...spare.slice(0, count)];
  const leftShown = shown.filter(
    ({ name, operands = [] }) => isLeft(name) && operands.every(isLeft),
  );
  if (left.length === 0 || leftShown.length === 0) return undefined;
  return {
    metrics: left,
    spare: spare.slice(count),
    ...(question.shown && { shown: leftShown }),
    withoutRatios: [
      ...(question.withoutRatios ?? []),
      ...shown.flatMap(({ name }) => (isLeft(name) && !isIn(leftShown, name) ? [name] : [])),
    ],
    unaccepted: [...(question.unaccepted ?? []), ...unaccepted],
  };
}
