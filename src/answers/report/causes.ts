/** Why values are missing, in a few words: `5 without insights, 12 lack 10-06 to 10-08, 3 ended 07-31, 37 single days`. */
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { evidenceLines } from "../../numbers/cells/select.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { leastAtEnd, type Gap, type RowGaps } from "../../numbers/meaning/coverage.ts";
import { lastOfEvidence } from "../../numbers/meaning/delivery.ts";
import { firstDayOf } from "../../numbers/meaning/segments.ts";
import type { MissingPage } from "../replies/figures.ts";
import { plural } from "../../base/text/words.ts";
import { addDays, dayNumber, daysBetween, type Day } from "../../base/time/days.ts";
import { dayName, rangeName } from "./names.ts";

/** More profiles than this are counted, and not named. */
const mostNamed = 2;
/** Causes of one kind are told together where there are more than this. */
const mostOfKind = 2;
/** Days that this share of the profiles lack are told apart from others. */
const leastShared = 0.1;

interface Cause {
  readonly kind: MissingPage["kind"];
  readonly profiles: readonly string[];
  /** The first or the last day with a value; the days that are lacking. */
  readonly days: readonly [Day, Day];
  readonly length: number;
}

/** @param gaps those of a metric. */
export function causesText(result: Result, metric: Metric, gaps: readonly Gap[]): string {
  const causes = gaps
    .flatMap(causesIn(result, metric))
    .toSorted((left, right) => missingIn(right) - missingIn(left));
  return groupBy(causes, (cause) => groupOf(cause, result))
    .flatMap((same) =>
      same.length > mostOfKind
        ? [textOf(result, same)]
        : same.map((cause) => textOf(result, [cause])),
    )
    .join(", ");
}

const missingIn = ({ profiles, length }: Cause): number => profiles.length * length;

const groupOf = (cause: Cause, { profileCount }: Result): string => {
  const { kind, profiles, days } = cause;
  const isShared = profiles.length >= Math.max(3, leastShared * profileCount);
  return [kind, isSingle(cause), ...(isShared && kind === "lacks" ? days : [])].join(" ");
};

const isSingle = ({ kind, length }: Cause): boolean => kind === "lacks" && length === 1;

/** Returns the causes of a gap: days of evidence show whether a profile began or ended. */
function causesIn(result: Result, metric: Metric): (gap: Gap) => readonly Cause[] {
  const lines = new Map(evidenceLines(result, metric).map(({ profile, at }) => [profile, at]));
  const placeOf = (day: Day): number => dayNumber(day) - dayNumber(result.start);
  const dataStart = placeOf(firstDayOf(result, metric));
  const first = dataStart > 0 ? dataStart : -result.days.leadIn;
  const last = placeOf(lastOfEvidence(result, metric));
  const { operands = metric.parts ?? [] } = metric;
  const needs = [metric.name, ...operands].some((name) => needsInsights({ name }));
  return ({ start, end, profiles }) => {
    const length = daysBetween(start, end);
    const causes = profiles.map((profile): Cause => {
      const has = (at: number): boolean => !Number.isNaN(lines.get(profile)?.(at));
      let [previous, next] = [placeOf(start) - 1, placeOf(end) + 1];
      while (previous >= first && !has(previous)) previous -= 1;
      while (next <= last && !has(next)) next += 1;
      const causeOf = (kind: Cause["kind"], from: Day = start, to: Day = from): Cause => ({
        kind,
        profiles: [profile],
        days: [from, to],
        length,
      });
      const dayAt = (at: number): Day => addDays(result.start, at);
      const [hasPrevious, hasNext] = [previous >= first, next <= last];
      if (!hasPrevious && !hasNext)
        return causeOf(
          needs && result.withoutInsights?.has(profile) === true ? "insights" : "values",
        );
      if (!hasPrevious && next - first >= leastAtEnd) return causeOf("began", dayAt(next));
      if (!hasNext && last - previous >= leastAtEnd) return causeOf("ended", dayAt(previous));
      return causeOf("lacks", start, end);
    });
    return groupBy(causes, ({ kind, days }) => [kind, ...days].join(" ")).map((same) => ({
      ...same[0],
      profiles: same.flatMap((cause) => cause.profiles),
    }));
  };
}

/** Why a page lacks days, without its name. */
export type RowCause = Omit<MissingPage, "name"> & {
  readonly why: string;
  /** It has no values any more. */
  readonly isDead: boolean;
};

/** Returns the cause of each row of a result: that the page has no values any more, or else its longest gap. */
export function rowCauses(result: Result): (row: RowGaps) => RowCause {
  const byMetric = new Map<Metric, ReturnType<typeof causesIn>>();
  return (row) => {
    const metric = explaining(row);
    const causesOf = byMetric.get(metric) ?? causesIn(result, metric);
    byMetric.set(metric, causesOf);
    return rowCause(result, row, causesOf);
  };
}

/** That insights are off does not explain why other metrics lack values. */
const explaining = ({ metrics }: RowGaps): Metric =>
  metrics.find((metric) => !needsInsights(metric)) ?? required(metrics[0], "a metric");

function rowCause(
  result: Result,
  { profile, runs }: RowGaps,
  causesOf: ReturnType<typeof causesIn>,
): RowCause {
  const causes = runs.flatMap((run) => causesOf({ ...run, profiles: [profile] }));
  const dead = causes.find(({ kind }) => ["insights", "values", "ended"].includes(kind));
  const longest = causes.toSorted((left, right) => right.length - left.length)[0];
  const cause = required(dead ?? longest, "a cause");
  const days = causes.reduce((sum, { length }) => sum + length, 0);
  const rest = dead === undefined && causes.length > 1 ? days - cause.length : 0;
  const why = textOf({ ...result, profileCount: 1 }, [cause]);
  return {
    why: rest === 0 ? why : `${why}, and ${plural(rest, "day")} more`,
    isDead: dead !== undefined,
    kind: cause.kind,
    ...(["began", "ended"].includes(cause.kind) && { date: cause.days[0] }),
  };
}

/** The text of one cause, or of several of a kind. */
function textOf(result: Result, causes: readonly [Cause, ...Cause[]]): string {
  const [{ kind, days }] = causes;
  const profiles = causes.flatMap((cause) => cause.profiles);
  const of = whoText(result, profiles);
  const who = of === "" ? "" : `${of} `;
  const dates = causes.flatMap((cause) => cause.days).toSorted();
  const [first, last] = [0, -1].map((place) => dayName(required(dates.at(place), "a day"), result));
  const when = first === last ? first : `between ${first} and ${last}`;
  switch (kind) {
    case "insights":
      return `${who}without insights`;
    case "values":
      return `${who}without values`;
    case "began":
    case "ended":
      return `${who}${kind} ${when}`;
    case "lacks": {
      const [start, end] = days;
      const verb = of === "" || profiles.length === 1 ? "lacks" : "lack";
      if (causes.length === 1) return `${who}${verb} ${rangeName({ start, end }, result)}`;
      if (causes.every(isSingle)) return plural(profiles.length, "single day");
      const lengths = causes.map(({ length }) => length);
      const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
      return `${profiles.length} gaps of ${least === most ? most : `${least} to ${most}`} days`;
    }
  }
}

/** The names of profiles, or their number; nothing for a result of one. */
function whoText({ profileCount, ...result }: Result, profiles: readonly string[]): string {
  if (profileCount === 1) return "";
  const count = new Set(profiles).size;
  if (count === profileCount) return `all ${count}`;
  return count > mostNamed
    ? String(count)
    : profiles.map((id) => rowName(result, "profile", id)).join(" and ");
}
