/**
 * Covers the cells of a part by profile and day: each by a cached answer or by a request. It takes the cover with the
 * fewest requests, so that the cache never makes a question more expensive. Pure.
 */
import type { ProfileId } from "../../../suite/api/records.ts";
import { groupBy, numbering } from "../../../numbers/cells/group-by.ts";
import type { CachedAnswer } from "../../../suite/connection/answers/cached-answer.ts";
import type { Box, CachedGroup, Run } from "../../../suite/connection/answers/cached-answers.ts";
import { dayNumber, dayOf } from "../../../base/time/days.ts";
import { profilesFor, within, type Question } from "../question/question.ts";
import { requestsFor, type Facts } from "./requests.ts";
import { numbersOf, type CachedCells, type Part, type RequestStep } from "./steps.ts";

/** @param question its dimensions are those of the requests. */
export function partOf(question: Question, facts: Facts): Part {
  const { metrics, dimensions } = question;
  const box = boxOf(question);
  const groups = facts.cached.over(box);
  const steps = fewest(covers(question, groups, facts));
  return { metrics, dimensions, steps, cached: cachedBeside(steps, groups, box) };
}

const boxOf = (question: Question): Box => ({
  dimensions: question.dimensions,
  version: question.version,
  network: question.network,
  start: question.start,
  end: question.end,
  profiles: profilesFor(question)
    .map(({ id }) => id)
    .filter((id) => !question.excluded.has(id)),
  metrics: question.metrics.map(({ name }) => name),
});

/**
 * The requests to choose from: those of the whole part that are not wholly cached; one box around all missing cells;
 * a box for each group of profiles with the same missing cells; and one for each stretch of days of such a group.
 */
function covers(question: Question, groups: readonly CachedGroup[], facts: Facts): RequestStep[][] {
  const missing = missingOf(groups);
  if (missing.length === 0) return [[]];
  const plain = requestsFor(question, facts);
  if (groups.every(({ runs }) => runs.flat().every(isMissing))) return [plain];
  const stepsOf = (boxes: readonly Box[]): RequestStep[] =>
    boxes.flatMap((box) => requestsFor(within(question, box), facts));
  const open = plain.filter(({ request }) =>
    facts.cached.over(request).some(({ runs }) => runs.flat().some(isMissing)),
  );
  const boxSteps = stepsOf([boxAround(missing, question)]);
  // Each group takes a request at least.
  if (missing.length > open.length) return [open, boxSteps];
  return [
    open,
    boxSteps,
    stepsOf(missing.map((group) => boxAround([group], question))),
    stepsOf(missing.flatMap((group) => stretches(group, question))),
  ];
}

/** Chooses the list with the fewest requests, then with the fewest numbers; the first of several. */
const fewest = (stepLists: readonly RequestStep[][]): RequestStep[] =>
  stepLists.reduce((best, steps) =>
    steps.length < best.length ||
    (steps.length === best.length && numbersOf(steps) < numbersOf(best))
      ? steps
      : best,
  );

const isMissing = ({ answer }: Run): boolean => answer === undefined;

/** Needs of profiles with the same missing cells: for each metric, the runs of days that no cached answer has. */
function missingOf(groups: readonly CachedGroup[]): CachedGroup[] {
  const open = groups.map(({ profiles, runs }): CachedGroup => ({
    profiles,
    runs: runs.map((metricRuns) => metricRuns.filter(isMissing)),
  }));
  const textOf = ({ runs }: CachedGroup): string =>
    JSON.stringify(runs.map((metricRuns) => metricRuns.map(({ first, last }) => [first, last])));
  return groupBy(
    open.filter(({ runs }) => runs.some((metricRuns) => metricRuns.length > 0)),
    textOf,
  ).map((same) => ({ ...same[0], profiles: same.flatMap(({ profiles }) => profiles) }));
}

/** The smallest box around missing cells. */
function boxAround(missing: readonly CachedGroup[], question: Question): Box {
  const runs = missing.flatMap((group) => group.runs.flat());
  const names = question.metrics
    .filter((_, place) => missing.some((group) => (group.runs[place] ?? []).length > 0))
    .map(({ name }) => name);
  const open = new Set(missing.flatMap(({ profiles }) => profiles));
  return {
    ...boxOf(question),
    start: dayOf(Math.min(...runs.map(({ first }) => first))),
    end: dayOf(Math.max(...runs.map(({ last }) => last))),
    // In the order of the question, in which requests are cut.
    profiles: question.profiles.map(({ id }) => id).filter((id) => open.has(id)),
    metrics: names,
  };
}

/** A box for each stretch of days on which any metric is missing. */
function stretches(missing: CachedGroup, question: Question): Box[] {
  const sorted = missing.runs.flat().toSorted((left, right) => left.first - right.first);
  const days: { first: number; last: number }[] = [];
  for (const { first, last } of sorted) {
    const previous = days.at(-1);
    if (previous !== undefined && first <= previous.last + 1)
      previous.last = Math.max(previous.last, last);
    else days.push({ first, last });
  }
  return days.map(({ first, last }) => {
    const runs = missing.runs.map((metricRuns) =>
      metricRuns.filter((run) => run.first >= first && run.last <= last),
    );
    return boxAround([{ ...missing, runs }], question);
  });
}

/** A run of days that a cached answer holds. */
type CachedRun = Run & { readonly answer: CachedAnswer };

/** The cells that cached answers supply and no request fetches. @param groups the cells of the box in the cache. */
function cachedBeside(
  steps: readonly RequestStep[],
  groups: readonly CachedGroup[],
  box: Box,
): CachedCells[] {
  const requestsOf = new Map<ProfileId, Box[]>();
  for (const { request } of steps) {
    for (const id of request.profiles) requestsOf.set(id, [...(requestsOf.get(id) ?? []), request]);
  }
  const numberOf = numbering();
  return groups.flatMap(({ profiles: ids, runs }) => {
    const alike = groupBy(ids, (id) => (requestsOf.get(id) ?? []).map(numberOf).join());
    return alike.flatMap((profiles) => {
      const requests = requestsOf.get(profiles[0]) ?? [];
      const cached = box.metrics.flatMap((metric, place) => {
        const fetching = requests.filter(({ metrics }) => metrics.includes(metric));
        const cachedRuns = (runs[place] ?? []).filter(isCached);
        return cachedRuns
          .flatMap((run) => without(run, fetching))
          .map((run) => ({ ...run, metric }));
      });
      const textOf = ({ answer, first, last }: CachedRun): string =>
        [numberOf(answer), first, last].join(" ");
      return groupBy(cached, textOf).map((same): CachedCells => {
        const [{ answer, first, last }] = same;
        const metrics = same.map(({ metric }) => metric);
        return { answer, profiles, metrics, start: dayOf(first), end: dayOf(last) };
      });
    });
  });
}

const isCached = (run: Run): run is CachedRun => run.answer !== undefined;

/** The days of a run that no request fetches. */
function without(run: CachedRun, requests: readonly Box[]): CachedRun[] {
  let left = [run];
  for (const { start, end } of requests) {
    const [from, to] = [dayNumber(start), dayNumber(end)];
    left = left.flatMap((stretch) => [
      ...(stretch.first < from ? [{ ...stretch, last: Math.min(stretch.last, from - 1) }] : []),
      ...(stretch.last > to ? [{ ...stretch, first: Math.max(stretch.first, to + 1) }] : []),
    ]);
  }
  return left;
}
