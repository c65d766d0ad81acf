/** Judges how the API combines numbers. Pure. */
import { plural } from "../text/words.ts";
import { addDays, daysOf } from "../time/days.ts";
import { isPresent, isSame, sumOf, type Answered } from "./answered.ts";
import type { Evidence, QuestionName } from "./evidence.ts";
import { answersOf, differs, holds, notSeen, type Judgement } from "./judgement.ts";
import { averagesOf, firstValues, sumsOf } from "./survey.ts";

/** One number that the API combined, and the same computed from finer ones. */
interface Comparison {
  readonly metric: string;
  /** What the number is of. */
  readonly of: string;
  readonly api: number;
  readonly computed: number;
  /** False where another way of combining would give the same. */
  readonly isTelling: boolean;
}

function compared(comparisons: readonly Comparison[], nothing: string): Judgement {
  const telling = comparisons.filter(({ isTelling }) => isTelling);
  const wrong = comparisons.filter(({ api, computed }) => !isSame(api, computed));
  const [first] = wrong;
  const confirmed = [...new Set(telling.map(({ metric }) => metric))];
  if (first === undefined)
    return telling.length === 0
      ? notSeen(nothing)
      : { ...holds(`equal for ${plural(confirmed.length, "metric")}`), confirmed };
  const metrics = [...new Set(wrong.map(({ metric }) => metric))];
  return {
    ...differs(
      `${first.metric} of ${first.of}: the API has ${shown(first.api)}, computed ${shown(first.computed)}`,
      metrics,
    ),
    confirmed: confirmed.filter((metric) => !metrics.includes(metric)),
  };
}

const shown = (value: number): string => (isPresent(value) ? String(value) : "no value");

/** The sum of those that are present; NaN if none is. */
const totalOf = (values: readonly number[]): number => {
  const present = values.filter(isPresent);
  return present.length === 0 ? Number.NaN : sumOf(present);
};

const meanOf = (values: readonly number[]): number =>
  totalOf(values) / values.filter(isPresent).length;

const metricsOf = ({ request }: Answered, of: readonly { readonly name: string }[]): string[] =>
  request.metrics.filter((metric) => of.some(({ name }) => name === metric));

const seriesOf = (days: Answered, metric: string, profile: string): number[] =>
  days.series(metric, profile, daysOf(days.request.start, days.request.end));

export function totals(evidence: Evidence): Judgement {
  return answersOf(evidence, ["days", "profiles"], (days, profiles) =>
    compared(
      metricsOf(days, sumsOf(evidence.network)).flatMap((metric) =>
        days.request.profiles.map((profile) => ({
          metric,
          of: profile,
          api: profiles.number(metric, { profile }),
          computed: totalOf(seriesOf(days, metric, profile)),
          isTelling: isPresent(profiles.number(metric, { profile })),
        })),
      ),
      "no sum has a value in the two weeks",
    ),
  );
}

/** Confirmed only where profiles lack different numbers of days: elsewhere a mean of means is the same. */
export function averages(evidence: Evidence): Judgement {
  return answersOf(evidence, ["days", "profiles", "total"], (days, profiles, total) =>
    compared(
      metricsOf(days, averagesOf(evidence.network)).flatMap((metric) => {
        const series = days.request.profiles.map((profile) => seriesOf(days, metric, profile));
        const counts = new Set(series.map((values) => values.filter(isPresent).length));
        const all = {
          metric,
          of: `${days.request.profiles.length} profiles`,
          api: total.number(metric),
          computed: meanOf(series.flat()),
          isTelling: counts.size > 1,
        };
        const single = days.request.profiles.map((profile, at) => ({
          metric,
          of: profile,
          api: profiles.number(metric, { profile }),
          computed: meanOf(series[at] ?? []),
          isTelling: false,
        }));
        return [all, ...single];
      }),
      "no average whose profiles lack different numbers of days",
    ),
  );
}

export function profilesAddUp(evidence: Evidence): Judgement {
  return answersOf(evidence, ["profiles", "total"], (profiles, total) =>
    compared(
      metricsOf(total, sumsOf(evidence.network)).map((metric) => {
        const each = profiles.request.profiles.map((profile) =>
          profiles.number(metric, { profile }),
        );
        return {
          metric,
          of: "all profiles",
          api: total.number(metric),
          computed: totalOf(each),
          isTelling: each.filter(isPresent).length > 1,
        };
      }),
      "no sum has values of two profiles",
    ),
  );
}

export function halves(evidence: Evidence): Judgement {
  const asked: readonly QuestionName[] = ["firstHalf", "secondHalf", "profiles"];
  return answersOf(evidence, asked, (first, second, whole) =>
    compared(
      first.request.metrics.flatMap((metric) =>
        first.request.profiles.map((profile) => {
          const both = [first, second].map((half) => half.number(metric, { profile }));
          return {
            metric,
            of: profile,
            api: whole.number(metric, { profile }),
            computed: totalOf(both),
            isTelling: both.every(isPresent),
          };
        }),
      ),
      "no sum has values in both weeks",
    ),
  );
}

export function repeat(evidence: Evidence): Judgement {
  return answersOf(evidence, ["days", "again"], (days, again) =>
    compared(
      days.request.metrics.flatMap((metric) =>
        days.request.profiles.flatMap((profile) => {
          const [one, two] = [days, again].map((answer) => seriesOf(answer, metric, profile));
          return (one ?? []).map((api, at) => ({
            metric,
            of: profile,
            api,
            computed: two?.[at] ?? Number.NaN,
            isTelling: isPresent(api),
          }));
        }),
      ),
      "no number in the two weeks",
    ),
  );
}

/** Looks at profiles whose first value is within the survey. */
export function leadingZeros({ survey, surveys, profiles }: Evidence): Judgement {
  const { start, end, metrics } = survey.request;
  const later = surveys.flatMap((one) => {
    const firsts = firstValues(one);
    return one.request.profiles.flatMap((profile) => {
      const isZero = metrics.some(
        (metric) => one.number(metric, { profile, "date.day": start }) === 0,
      );
      // A profile that has nothing but zeros begins after the survey.
      const first = firsts.get(profile) ?? addDays(end, 1);
      return first > start ? [{ profile, first, isZero }] : [];
    });
  });
  const zero = later.filter(({ isZero }) => isZero);
  const begun = later.filter(({ first }) => first <= end);
  const seen = sumOf(surveys.map(({ request }) => request.profiles.length));
  const others =
    seen < profiles.length ? `; ${profiles.length - seen} profiles were not looked at` : "";
  const first = begun.find(({ isZero }) => isZero);
  if (first !== undefined)
    return {
      ...differs(`profile ${first.profile}: 0 before ${first.first}${others}`),
      firstDays: zero.map(({ profile, first: day }) => [profile, day] as const),
    };
  const [missing] = begun;
  return missing === undefined
    ? notSeen(`every profile has a value on ${start}, or none at all`)
    : holds(`profile ${missing.profile}: no value before ${missing.first}`);
}

export function emptySums(evidence: Evidence): Judgement {
  if (evidence.exchanges.empty === undefined) return notSeen("no day without a value");
  return answersOf(evidence, ["empty"], (empty) => {
    const [metric = ""] = empty.request.metrics;
    const value = empty.number(metric);
    if (!isPresent(value)) return holds("null");
    return differs(`${metric} of days without a value: ${value}`, [metric]);
  });
}
