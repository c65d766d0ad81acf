/** Finds the values of an answer that may still arrive, although their days are settled. Pure. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import type { ProfileId } from "../../api/records.ts";
import { groupBy } from "../../../numbers/cells/group-by.ts";
import { addDays, dayNumber, dayOf, earlier, later, type Day } from "../../../base/time/days.ts";
import { valuesOf, zerosFrom } from "./answer-values.ts";
import type { Gap } from "./cached-answer.ts";

export interface GapContext {
  /** False for values that never arrive. */
  readonly isExpected: (profile: ProfileId, metric: string) => boolean;
  /** The first day whose numbers can still be restated. */
  readonly settledBefore: Day;
  /** The first day on which a value can still arrive. */
  readonly closedBefore: Day;
}

/** More gaps than this count as one that concerns the whole answer. */
const mostGaps = 300;

/** @returns the cells without a value, or with zeros that may not be delivered yet, of settled days. */
export function gapsOf(
  request: MetricsRequest,
  answer: MetricsAnswer,
  { isExpected, settledBefore, closedBefore }: GapContext,
): readonly Gap[] {
  const start = later(request.start, closedBefore);
  const end = earlier(request.end, addDays(settledBefore, -1));
  if (end < start) return [];
  const { profiles, metrics } = request;
  const fullGap: Gap = { profiles: [...profiles.keys()], metrics: [...metrics.keys()], start, end };
  const gaps = grouped(openLines(request, answer, { start, end }, isExpected));
  return gaps.length <= mostGaps ? gaps : [fullGap];
}

/** Successive days of one profile and one metric, by their places in the request. */
interface GapLine {
  readonly profile: number;
  readonly metric: number;
  readonly first: number;
  readonly last: number;
}

function openLines(
  request: MetricsRequest,
  answer: MetricsAnswer,
  { start, end }: { readonly start: Day; readonly end: Day },
  isExpected: GapContext["isExpected"],
): GapLine[] {
  const { profiles, metrics } = request;
  const [first, last] = [dayNumber(start), dayNumber(end)];
  const values = valuesOf(answer, first, dayNumber(request.end));
  const zeros = zerosFrom(values, request);
  const lines: GapLine[] = [];
  profiles.forEach((id, profile) => {
    metrics.forEach((name, metric) => {
      if (!isExpected(id, name)) return;
      const isOpen = (day: number): boolean => {
        const value = values.at(id, metric, day);
        return Number.isNaN(value) || (value === 0 && day >= zeros(metric));
      };
      for (let day = first; day <= last; day += 1) {
        if (!isOpen(day)) continue;
        const begin = day;
        while (day < last && isOpen(day + 1)) day += 1;
        lines.push({ profile, metric, first: begin, last: day });
      }
    });
  });
  return lines;
}

/** Joins lines of the same days: the metrics of each profile, then the profiles with the same metrics. */
function grouped(lines: readonly GapLine[]): Gap[] {
  const byProfile = groupBy(lines, ({ first, last, profile }) => [first, last, profile].join(" "));
  const withMetrics = byProfile.map((ofProfile) => ({
    ...ofProfile[0],
    metrics: ofProfile.map(({ metric }) => metric),
  }));
  const alike = groupBy(withMetrics, ({ first, last, metrics }) =>
    [first, last, ...metrics].join(" "),
  );
  return alike.map((profiles): Gap => {
    const [{ first, last, metrics }] = profiles;
    return {
      profiles: profiles.map(({ profile }) => profile),
      metrics,
      start: dayOf(first),
      end: dayOf(last),
    };
  });
}
