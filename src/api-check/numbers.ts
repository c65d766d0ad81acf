/** Judges how the API combines numbers. Pure. */
import { addDays, daysOf } from "../time/days.ts";
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
  return { ...judged, rests: ["again"] };
}

/** Looks at profiles whose first value is within the survey. */
export function leadingZeros({ surveys, profiles }: Evidence): Judgement {
  const later = surveys.flatMap((survey) => {
    const { start, end, metrics, profiles: ids } = survey.request;
    const firsts = firstValues(survey);
    return ids.flatMap((profile) => {
      const values = metrics.map((name) => survey.number(name, { profile, "date.day": start }));
      // A profile that has nothing but zeros begins after the survey.
      const first = firsts.get(profile) ?? addDays(end, 1);
      const hasBegun = first <= end;
      return first > start ? [{ profile, first, hasBegun, isZero: values.includes(0) }] : [];
    });
  });
  const begun = later.filter(({ hasBegun }) => hasBegun);
  const zero = begun.find(({ isZero }) => isZero);
  const [missing] = begun;
  if (missing === undefined) return notSeen("no profile has its first value in these days");
  if (zero === undefined)
    return holds(`profile ${missing.profile}: no value before ${missing.first}`);
  const left = profiles.length - surveys.flatMap(({ request }) => request.profiles).length;
  const others = left > 0 ? `; ${plural(left, "profile")} not looked at` : "";
  return {
    ...differs(`profile ${zero.profile}: 0 before ${zero.first}${others}`),
    firstDays: later.filter(({ isZero }) => isZero).map((one) => [one.profile, one.first] as const),
    rests: ["survey"],
  };
}

export const emptySums = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["empty"], (empty) => {
    const { metrics } = empty.request;
    const value = empty.number(metrics[0] ?? "");
    if (!isPresent(value)) return holds("null");
    return { ...differs(`${metrics[0]} of days without a value: ${value}`), metrics };
  });
