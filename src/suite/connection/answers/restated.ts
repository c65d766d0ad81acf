/** Finds the values of earlier answers that a later one replaces by others. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { TimeSlice } from "../../../base/async/time-slice.ts";
import type { RestatedDay } from "../../../numbers/cells/fetched.ts";
import { dayNumber, dayOf } from "../../../base/time/days.ts";
import { valuesOf, zerosFrom, type AnswerValues } from "./answer-values.ts";
import type { CachedAnswer, DatedAnswer } from "./cached-answer.ts";
import type { CachedGroup } from "./cached-answers.ts";

/** The values of an earlier answer, and the first day of each metric on which its zeros may not be delivered. */
interface Earlier {
  readonly answer: CachedAnswer;
  readonly values: AnswerValues;
  readonly zeros: (metric: number) => number;
}

const day = 24 * 60 * 60 * 1000;

/** True for a day that was over in every time zone (UTC-12 is the last): its value was no part of a day. */
const wasOver = (number: number, fetchedAt: number): boolean =>
  fetchedAt >= (number + 1) * day + day / 2;

function earlierOf(answer: DatedAnswer): Earlier {
  const { request } = answer;
  const values = valuesOf(answer, dayNumber(request.start), dayNumber(request.end));
  return { answer, values, zeros: zerosFrom(values, request) };
}

/**
 * Returns the days with values that replace others, in order. The arrival of a value that was missing, or may not have
 * been delivered, restates nothing.
 * @param groups the cells of the request that earlier answers have.
 * @param load finds such an answer; undefined for one that is not cached any more.
 */
export async function restatedDays(
  request: MetricsRequest,
  answer: MetricsAnswer,
  groups: readonly CachedGroup[],
  load: (answer: CachedAnswer) => Promise<DatedAnswer | undefined>,
): Promise<RestatedDay[]> {
  const slice = new TimeSlice();
  const values = valuesOf(answer, dayNumber(request.start), dayNumber(request.end));
  const loaded = new Map<CachedAnswer, Promise<Earlier | undefined>>();
  const earlierTo = (cached: CachedAnswer): Promise<Earlier | undefined> => {
    const earlier = loaded.get(cached) ?? load(cached).then((dated) => dated && earlierOf(dated));
    loaded.set(cached, earlier);
    return earlier;
  };
  const days = new Map<number, RestatedDay>();
  for (const { profiles, runs } of groups)
    for (const [metric, name] of request.metrics.entries())
      for (const run of runs[metric] ?? []) {
        await slice.pause();
        const earlier = run.answer && (await earlierTo(run.answer));
        if (earlier === undefined) continue;
        const { fetchedAt } = earlier.answer;
        const place = earlier.answer.request.metrics.indexOf(name);
        for (let number = run.first; number <= run.last; number += 1) {
          if (!wasOver(number, fetchedAt)) break;
          const isLate = number >= earlier.zeros(place);
          const count = profiles.filter((profile) => {
            const before = earlier.values.at(profile, place, number);
            const now = values.at(profile, metric, number);
            const isArrival = Number.isNaN(before) || (before === 0 && isLate);
            return !isArrival && !Number.isNaN(now) && before !== now;
          }).length;
          if (count > 0) days.set(number, restatedDay(number, count, fetchedAt, days.get(number)));
        }
      }
  return [...days.values()].toSorted((left, right) => (left.day < right.day ? -1 : 1));
}

/** Adds values of one fetch to those that are restated on the day already. */
const restatedDay = (
  number: number,
  count: number,
  fetchedAt: number,
  { values = 0, since = fetchedAt }: Partial<RestatedDay> = {},
): RestatedDay => ({
  day: dayOf(number),
  values: values + count,
  since: Math.min(since, fetchedAt),
});
