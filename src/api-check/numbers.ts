/** Judges how the API combines numbers. Pure. */
import { daysOf } from "../time/days.ts";
import { firstDayOf, standingCountOf } from "../metrics/first-days.ts";
import { plural } from "../text/words.ts";
import { isPresent, isSame, totalOf, type Answered } from "./answered.ts";
import type { Evidence } from "./evidence.ts";
import { answersOf, differs, holds, notSeen, type Judgement } from "./judgement.ts";
import { averagesOf, firstValues, sumsOf } from "./survey.ts";

/** A number of the API, the same computed from finer ones, and whether another way of combining would differ. */
type Pair = readonly [api: number, computed: number, isTelling: boolean];

/** @param nothing the reason why no number could be compared. */
function compared(
  metrics: readonly string[],
  pairsOf: (metric: string) => readonly Pair[],
  nothing: string,
): Judgement {
  const confirmed: string[] = [];
  const wrong = metrics.flatMap((metric) => {
    const pairs = pairsOf(metric);
    const other = pairs.find(([api, computed]) => !isSame(api, computed));
    if (other !== undefined) return [{ metric, other }];
    if (pairs.some(([, , isTelling]) => isTelling)) confirmed.push(metric);
    return [];
  });
  const [first] = wrong;
  if (first === undefined && confirmed.length === 0) return notSeen(nothing);
  if (first === undefined)
    return { ...holds(`equal for ${plural(confirmed.length, "metric")}`), confirmed };
  const [api, computed] = first.other.map((value) => (isPresent(Number(value)) ? value : "none"));
  const found = differs(`${first.metric}: the API has ${api}, computed ${computed}`);
  return { ...found, metrics: wrong.map(({ metric }) => metric), confirmed };
}

const namesIn = ({ request }: Answered, of: readonly { readonly name: string }[]): string[] =>
  request.metrics.filter((metric) => of.some(({ name }) => name === metric));

const seriesOf = (answer: Answered, metric: string, profile: string): number[] =>
  answer.series(metric, profile, daysOf(answer.request.start, answer.request.end));

const meanOf = (values: readonly number[]): number =>
  totalOf(values) / values.filter(isPresent).length;

export const totals = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["days", "profiles"], (days, profiles) => {
    const pairsOf = (metric: string): Pair[] =>
      days.request.profiles.map((profile) => {
        const api = profiles.number(metric, { profile });
        return [api, totalOf(seriesOf(days, metric, profile)), isPresent(api)];
      });
    return compared(namesIn(days, sumsOf(evidence)), pairsOf, "no sum has a value");
  });

/** Confirmed only where profiles lack different numbers of days: elsewhere a mean of means is the same. */
export const averages = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["days", "profiles", "total"], (days, profiles, total) => {
    const pairsOf = (metric: string): Pair[] => {
      const ids = days.request.profiles;
      const series = ids.map((profile) => seriesOf(days, metric, profile));
      const counts = new Set(series.map((values) => values.filter(isPresent).length));
      return [
        [total.number(metric), meanOf(series.flat()), counts.size > 1],
        ...series.map((values, at): Pair => {
          const api = profiles.number(metric, { profile: ids[at] ?? "" });
          return [api, meanOf(values), false];
        }),
      ];
    };
    const nothing = "no average whose profiles lack different numbers of days";
    return compared(namesIn(days, averagesOf(evidence)), pairsOf, nothing);
  });

export const profilesAddUp = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["profiles", "total"], (profiles, total) => {
    const pairsOf = (metric: string): Pair[] => {
      const each = profiles.request.profiles.map((profile) => profiles.number(metric, { profile }));
      return [[total.number(metric), totalOf(each), each.filter(isPresent).length > 1]];
    };
    return compared(namesIn(total, sumsOf(evidence)), pairsOf, "no sum has values of two profiles");
  });

export const halves = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["firstHalf", "secondHalf", "profiles"], (first, second, whole) => {
    const pairsOf = (metric: string): Pair[] =>
      first.request.profiles.map((profile) => {
        const both = [first, second].map((half) => half.number(metric, { profile }));
        return [whole.number(metric, { profile }), totalOf(both), both.every(isPresent)];
      });
    return compared(first.request.metrics, pairsOf, "no sum has values in both weeks");
  });

export function repeat(evidence: Evidence): Judgement {
  const judged = answersOf(evidence, ["days", "again"], (days, again) => {
    const pairsOf = (metric: string): Pair[] =>
      days.request.profiles.flatMap((profile) => {
        const values = seriesOf(again, metric, profile);
        return seriesOf(days, metric, profile).map((value, at): Pair => [
          value,
          values[at] ?? Number.NaN,
          isPresent(value),
        ]);
      });
    return compared(days.request.metrics, pairsOf, "no number");
  });
  // The first answer stays, as what the other is compared with.
  return { ...judged, basedOn: ["again"] };
}

/** Looks at the standing count of profiles whose first value is within the survey. */
export function leadingZeros({ network, survey }: Evidence): Judgement {
  const metric = standingCountOf({ network, version: 3 })?.name;
  if (metric === undefined) return notSeen("no standing count");
  const { start, end, profiles } = survey.request;
  const days = daysOf(start, end);
  for (const profile of profiles) {
    const first = firstDayOf(days, survey.series(metric, profile, days));
    if (first !== undefined && first <= end)
      return { ...differs(`profile ${profile}: 0 before ${first}`), basedOn: ["survey"] };
  }
  const later = [...firstValues(survey)].find(([, first]) => first > start);
  return later === undefined
    ? notSeen("no profile has its first value in these days")
    : holds(`profile ${later[0]}: no value before ${later[1]}`);
}

export const emptySums = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["empty"], (empty) => {
    const { metrics } = empty.request;
    const value = empty.number(metrics[0] ?? "");
    if (!isPresent(value)) return holds("null");
    return { ...differs(`${metrics[0]} of days without a value: ${value}`), metrics };
  });
