/** Judges the numbers of the API, and measures how it combines them. Pure. */
import { metricsOf } from "../../catalog/metrics/index.ts";
import { daysOf } from "../../base/time/days.ts";
import { plural } from "../../base/text/words.ts";
import { isPresent, isSame, totalOf, type Answered } from "./answered.ts";
import type { Evidence } from "./evidence.ts";
import { answersOf, differs, holds, measured, notSeen, type Judgement } from "./judgement.ts";
import { supported } from "./survey.ts";

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
    const mismatch = pairs.find(([api, computed]) => !isSame(api, computed));
    if (mismatch !== undefined) return [{ metric, mismatch }];
    if (pairs.some(([, , isTelling]) => isTelling)) confirmed.push(metric);
    return [];
  });
  const [first] = wrong;
  if (first === undefined && confirmed.length === 0) return notSeen(nothing);
  if (first === undefined) return holds(`equal for ${plural(confirmed.length, "metric")}`);
  const [api, computed] = first.mismatch.map((value) =>
    isPresent(Number(value)) ? value : "none",
  );
  const judgement = differs(`${first.metric}: the API has ${api}, computed ${computed}`);
  return { ...judgement, metrics: wrong.map(({ metric }) => metric) };
}

const seriesOf = (answer: Answered, metric: string, profile: string): number[] =>
  answer.series(metric, profile, daysOf(answer.request.start, answer.request.end));

/** The ways in which several days become one number. */
const ways = {
  sum: totalOf,
  mean: (values) => totalOf(values) / values.filter(isPresent).length,
  last: (values) => values.findLast(isPresent) ?? Number.NaN,
} as const satisfies Readonly<Record<string, (values: readonly number[]) => number>>;

type Way = keyof typeof ways;
const wayNames: readonly Way[] = ["sum", "mean", "last"];

export function everyMetric({ network, accepted }: Evidence): Judgement {
  const { unaccepted, failure } = accepted;
  // Replies name them in their first line.
  if (unaccepted.length > 0) return differs(`rejected: ${unaccepted.join(", ")}`);
  if (failure !== undefined) return notSeen(failure.problem);
  return holds(`${plural(supported({ network, unaccepted }).length, "metric")} accepted`);
}

/** The last day with a value above 0, for each metric of the survey. */
export function lag({ survey }: Evidence): Judgement {
  const { request } = survey;
  const days = daysOf(request.start, request.end);
  const texts = request.metrics.flatMap((metric) => {
    const lists = request.profiles.map((profile) => survey.series(metric, profile, days));
    const last = days.findLast((_, at) => lists.some((values) => Boolean(values[at])));
    return last === undefined ? [] : [`${metric} to ${last}`];
  });
  return texts.length === 0
    ? notSeen("no metric of the survey has a value")
    : measured(`asked to ${request.end}, values above 0: ${texts.join(", ")}`);
}

/** The number of a metric of each kind over a month of one profile: the API's beside ours, and how each is made. */
export const aggregation = (evidence: Evidence): Judgement =>
  answersOf(evidence, ["month", "monthTotal"], (days, total) => {
    const [profile = ""] = days.request.profiles;
    const texts = metricsOf(days.request.network, 3).flatMap(
      ({ name, kind: { word, overDays } }) => {
        if (!days.request.metrics.includes(name)) return [];
        const values = seriesOf(days, name, profile);
        if (!values.some(isPresent)) return [];
        const expectedWay = overDays === "quotient" ? "mean" : overDays;
        const api = total.number(name);
        const matchingWays = wayNames.filter((way) => isSame(api, ways[way](values)));
        const how = matchingWays.includes(expectedWay)
          ? expectedWay
          : (matchingWays[0] ?? "another way");
        const ours =
          how === expectedWay ? "as ours" : `ours ${ways[expectedWay](values)} (${expectedWay})`;
        return [`${name} (${word}): ${isPresent(api) ? api : "none"} (${how}), ${ours}`];
      },
    );
    return texts.length === 0
      ? notSeen("no metric has values in the month")
      : measured(texts.join("; "));
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
