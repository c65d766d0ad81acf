/** What rules find in the values by profile and day: silent pages, unusual days, metrics that are gone, corrections. */
import { createHash } from "node:crypto";
import { groupBy } from "../../numbers/cells/group-by.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { dayLines } from "../../numbers/cells/select.ts";
import { endOf, lastDayIn } from "../../numbers/meaning/delivery.ts";
import { presenceOf } from "../../numbers/meaning/presence.ts";
import { combinedLines } from "../../numbers/table/daily-lines.ts";
import { bySize, outliersIn, type Outlier } from "../../numbers/table/outliers.ts";
import { formatPercent } from "../../base/text/numbers.ts";
import { plural, some } from "../../base/text/words.ts";
import {
  addDays,
  dayNumber,
  dayOf,
  daysBetween,
  earlier,
  toDay,
  type Day,
} from "../../base/time/days.ts";
import type { Finding, Judgement } from "./findings.ts";
import { dayText, labelText, numberText, rangeText } from "./words.ts";

/** If no other page shows that the network delivers, up to this many days without values may be a late network. */
const mostLateDays = 7;

/** Pages without values of a metric from a day on, of a network that delivers it. @param least days of silence. */
export function silences(result: Result, least: number): Judgement {
  const { network } = result;
  const keyOf = (profile: string): string => `${network} ${profile}`;
  const silent = new Map<string, { readonly metric: string; readonly since: Day }[]>();
  const judged = new Map<string, Day | undefined>();
  for (const metric of result.metrics) {
    if (endOf(result, metric) !== undefined) continue;
    const { days, profiles } = presenceOf(result, metric);
    const lasts = profiles.map(({ profile, has }) => ({ profile, last: has.lastIndexOf(1) }));
    const latest = lasts.map(({ last }) => last).toSorted((left, right) => right - left);
    for (const { profile, last } of lasts) {
      if (last < 0) continue;
      const lastDay = dayOf(dayNumber(days[0] ?? result.start) + last);
      const key = keyOf(profile);
      judged.set(key, earlier(lastDay, judged.get(key) ?? lastDay));
      const isAlone = last >= (latest[0] ?? 0) || latest.length === 1;
      const length = days.length - 1 - last;
      if (length < Math.max(1, least, isAlone ? mostLateDays + 1 : 0)) continue;
      const since = addDays(lastDay, 1);
      silent.set(profile, [...(silent.get(profile) ?? []), { metric: metric.name, since }]);
    }
  }
  const findings = Array.from(silent, ([profile, metrics]): Finding => {
    const since = metrics.map((metric) => metric.since).reduce(earlier);
    const size = daysBetween(since, result.end);
    const isAll = metrics.length === result.metrics.length;
    const of = isAll
      ? ""
      : ` of ${some(
          metrics.map(({ metric }) => labelText(metric)),
          3,
        )}`;
    const subject = rowName(result, "profile", profile);
    const text = `no data${of} since ${dayText(since)}`;
    return { key: keyOf(profile), since, network, subject, isPage: true, text, size };
  });
  return { findings, judged };
}

/** Days at the end of a range on which a metric that is back has numbers. */
const lastDays = 14;

/** Metrics that ended, and those that the API does not accept. @param names the names in the question. */
export function goneMetrics(result: Result, names: readonly string[]): Judgement {
  const { network, metrics } = result;
  const finding = (metric: string, text: string, since?: Day): Finding => ({
    key: `${network} ${metric}`,
    since,
    network,
    subject: metric,
    text,
    size: 0,
  });
  const rejected = names.filter((name) => metrics.every((metric) => metric.name !== name));
  // A metric of which nothing is seen any more has not come back.
  const isSeen = (metric: Metric): boolean =>
    dayLines(result, metric).some(({ values }) =>
      values.subarray(-lastDays).some((value) => Number.isFinite(value) && value !== 0),
    );
  return {
    findings: [
      ...rejected.map((name) => finding(name, "the API does not accept this metric any more")),
      ...metrics.flatMap((metric) => {
        const end = endOf(result, metric);
        if (end === undefined) return [];
        const text = `no page has a value above 0 since ${dayText(end.day)}`;
        return [finding(metric.name, text, end.day)];
      }),
    ],
    judged: new Map(
      metrics
        .filter(isSeen)
        .map((metric) => [`${network} ${metric.name}`, lastDayIn(result, metric, result)]),
    ),
  };
}

/** A new event begins more than this many days after the last unusual day, or on a day with this many times its score. */
const [daysApart, timesMore] = [4, 1.5];

/**
 * Unusual days of totals and labels. The rows and metrics of a network that stand out to one side, on days that follow
 * one another, are one finding, by the day on which it began or grew.
 * @param least the score. @param from earlier days are no news.
 */
export function unusualDays(result: Result, least: number, from: Day): Judgement {
  const { network, delivered = new Map<string, Day>() } = result;
  const late = [...delivered].flatMap(([name, day]) => (endOf(result, { name }) ? [] : [day]));
  // If other metrics are late, a difference of 0 may be late too.
  const isLate = ({ day, value }: Outlier): boolean =>
    value === 0 && late.some((last) => day > last);
  const outliers = combinedLines(result)
    .flatMap((line) => outliersIn(result, line).outliers)
    .filter((outlier) => Math.abs(outlier.score) >= least && !isLate(outlier))
    .toSorted(bySize);
  const sides = { above: 1, below: -1 };
  const findings = Object.entries(sides).flatMap(([side, sign]): Finding[] => {
    const ofSide = outliers.filter(({ score }) => Math.sign(score) === sign);
    const days = groupBy(ofSide, ({ day }) => day).toSorted(([left], [right]) =>
      left.day < right.day ? -1 : 1,
    );
    return beginnings(days)
      .filter(([{ day }]) => day >= from)
      .map(([largest, ...rest]) => ({
        key: `${network} ${side} ${largest.day}`,
        since: largest.day,
        network,
        subject: rowsName(result, largest),
        text: unusualText(largest, rest),
        size: Math.abs(largest.score),
      }));
  });
  return { findings, judged: new Map() };
}

type UnusualDay = readonly [Outlier, ...Outlier[]];

/** The days on which something began or grew. @param days in order, each with its outliers by size. */
function beginnings(days: readonly UnusualDay[]): UnusualDay[] {
  let [last, peak] = ["", 0];
  return days.filter(([{ day, score }]) => {
    const size = Math.abs(score);
    const isApart = last === "" || day > addDays(toDay(last), daysApart);
    const isBeginning = isApart || size >= timesMore * peak;
    [last, peak] = [day, isApart ? size : Math.max(peak, size)];
    return isBeginning;
  });
}

/** `Retail`; `all 250 pages`. */
function rowsName(result: Result, { rows }: Outlier): string {
  const names = rows.map(({ type, row }) => rowName(result, type, row));
  return names.length === 0 ? `all ${result.profileCount} pages` : names.join(", ");
}

function unusualText({ metric, value, usual, day }: Outlier, rest: readonly Outlier[]): string {
  const [low = "", high = ""] = usual.map((bound) => numberText(Math.round(bound)));
  const also = new Set(rest.map((outlier) => labelText(outlier.metric.name)));
  also.delete(labelText(metric.name));
  const more = also.size === 0 ? "" : `; also ${some([...also], 3)}`;
  return `${labelText(metric.name)} ${numberText(value)} on ${dayText(day)}, usually ${low} to ${high}${more}`;
}

/** Values of a stored result that a later answer has replaced; the arrival of a missing one is none. */
export function corrections(name: string, before: Result, now: Result): Judgement {
  const { network } = before;
  const findings = before.days.metrics.flatMap((metric): Finding[] => {
    const lines = new Map(dayLines(now, metric).map(({ profile, values }) => [profile, values]));
    const offset = dayNumber(before.start) - dayNumber(now.start);
    const changed = dayLines(before, metric).flatMap(({ profile, values }) =>
      Array.from(values, (old, at) => {
        const value = lines.get(profile)?.[at + offset] ?? Number.NaN;
        return { profile, day: addDays(before.start, at), old, value };
      }).filter(
        ({ old, value }) => Number.isFinite(old) && Number.isFinite(value) && old !== value,
      ),
    );
    const [largest] = changed.toSorted(
      (left, right) => Math.abs(right.value - right.old) - Math.abs(left.value - left.old),
    );
    if (largest === undefined) return [];
    const pages = new Set(changed.map(({ profile }) => rowName(before, "profile", profile)));
    const { day, old, value } = largest;
    const percent = old === 0 ? "" : ` (${formatPercent((100 * (value - old)) / Math.abs(old))} %)`;
    const fingerprint = createHash("sha256").update(JSON.stringify(changed)).digest("hex");
    return [
      {
        key: [name, network, metric.name, before.start, fingerprint].join(" "),
        network,
        subject: metric.name,
        text: `${plural(changed.length, "value")} of ${rangeText(before)} in ${name} corrected since, of ${some([...pages], 3)}; the largest: ${rowName(before, "profile", largest.profile)} on ${dayText(day)}, ${numberText(value)} instead of ${numberText(old)}${percent}`,
        size: changed.length,
      },
    ];
  });
  return { findings, judged: new Map() };
}
