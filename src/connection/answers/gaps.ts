/** Finds the values that are missing from an answer and may still arrive. Pure. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { lazily } from "../../async/lazily.ts";
import { toProfileId, type ProfileId } from "../../api/records.ts";
import { rowKey } from "../../cells/axis.ts";
import { stridesOf } from "../../cells/cells.ts";
import { groupBy } from "../../cells/group-by.ts";
import { profileDays } from "../../cells/profile-days.ts";
import { required } from "../../errors/tool-error.ts";
import { addDays, dayNumber, dayOf, earlier, type Day } from "../../time/days.ts";
import type { Gap } from "./cached-answer.ts";
import { holdsCells } from "./answer-index.ts";

export interface GapContext {
  /** False for values that never arrive. */
  readonly isExpected: (profile: ProfileId, metric: string) => boolean;
  /** The first day whose numbers can still be restated. */
  readonly settledBefore: Day;
  /** Returns a function of a day: when its value was first seen missing; undefined if it was not missing before. */
  readonly sinceOf: (profile: ProfileId, metric: string) => (day: number) => number | undefined;
  /** The same for any value of the answer to this request. */
  readonly since: number | undefined;
  readonly now: number;
}

/** More gaps than this count as one that concerns the whole answer. */
const mostGaps = 300;

/** @returns by cells where the answer has them, else for the whole answer; none where its days are not settled. */
export function gapsOf(
  request: MetricsRequest,
  answer: MetricsAnswer,
  context: GapContext,
): readonly Gap[] {
  if (!holdsCells(request)) return wholeGaps(request, answer, context);
  const gaps = grouped(missingLines(request, answer, context));
  if (gaps.length <= mostGaps) return gaps;
  return [{ since: Math.max(...gaps.map(({ since }) => since)) }];
}

function wholeGaps(
  request: MetricsRequest,
  { axes, metrics, values }: MetricsAnswer,
  { isExpected, settledBefore, since, now }: GapContext,
): Gap[] {
  if (request.end >= settledBefore) return [];
  const axis = axes.findIndex(({ type }) => type === "profile");
  const rows = axes[axis]?.rows ?? [];
  const stride = stridesOf(axes, metrics.length)[axis] ?? 1;
  const isMissing = values.some((value, at) => {
    if (!Number.isNaN(value)) return false;
    const row = rows[Math.floor(at / stride) % rows.length];
    const metric = required(metrics[at % metrics.length], "a metric");
    return row === undefined || isExpected(toProfileId(rowKey(row)), metric);
  });
  return isMissing ? [{ since: since ?? now }] : [];
}

/** Successive days without a value, of one profile and one metric, by their places in the request. */
interface Line {
  readonly profile: number;
  readonly metric: number;
  readonly first: number;
  readonly last: number;
  readonly since: number;
}

function missingLines(
  { start, end, profiles, metrics }: MetricsRequest,
  { axes, values }: MetricsAnswer,
  { isExpected, settledBefore, sinceOf, now }: GapContext,
): Line[] {
  const [first, last] = [dayNumber(start), dayNumber(earlier(end, addDays(settledBefore, -1)))];
  if (last < first) return [];
  const places = profileDays(axes, metrics.length);
  // A value of any row of a breakdown shows that the numbers of the day have arrived.
  const rows = axes[2]?.rows.length ?? 1;
  const hasValue = (place: number): boolean => {
    for (let row = 0; row < rows; row += 1)
      if (!Number.isNaN(values.at(place + row * metrics.length))) return true;
    return false;
  };
  const days = places.days(first, last);
  const lines: Line[] = [];
  profiles.forEach((id, profile) => {
    const offset = places.profile(id);
    metrics.forEach((name, metric) => {
      if (!isExpected(id, name)) return;
      // Most lines have no gap: then the earlier answers do not matter.
      const earlierOf = lazily(() => sinceOf(id, name));
      const missingSince = (day: number): number | undefined => {
        const dayOffset = days[day - first] ?? -1;
        const hasRow = offset !== undefined && dayOffset !== -1;
        if (hasRow && hasValue(offset + dayOffset + metric)) return undefined;
        return earlierOf()(day) ?? now;
      };
      for (let day = first; day <= last; day += 1) {
        const since = missingSince(day);
        if (since === undefined) continue;
        const begin = day;
        while (day < last && missingSince(day + 1) === since) day += 1;
        lines.push({ profile, metric, first: begin, last: day, since });
      }
    });
  });
  return lines;
}

/** Joins lines of the same days: the metrics of each profile, then the profiles with the same metrics. */
function grouped(lines: readonly Line[]): Gap[] {
  const byProfile = groupBy(lines, ({ since, first, last, profile }) =>
    [since, first, last, profile].join(" "),
  );
  const withMetrics = byProfile.map((own) => ({
    ...own[0],
    metrics: own.map(({ metric }) => metric),
  }));
  const same = groupBy(withMetrics, ({ since, first, last, metrics }) =>
    [since, first, last, ...metrics].join(" "),
  );
  return same.map((some): Gap => {
    const [{ since, first, last, metrics }] = some;
    const profiles = some.map(({ profile }) => profile);
    return { since, cells: { profiles, metrics, start: dayOf(first), end: dayOf(last) } };
  });
}
