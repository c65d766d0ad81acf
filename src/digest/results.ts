/** What rules find in the values by profile and day: silent pages, unusual days, metrics that are gone, corrections. */
import { createHash } from "node:crypto";
import { rowName, type Result } from "../cells/result.ts";
import { dayLines } from "../cells/select.ts";
import { lastDayIn } from "../meaning/delivery.ts";
import { presenceOf } from "../meaning/presence.ts";
import { combinedLines } from "../table/daily-lines.ts";
import { bySize, outliersIn } from "../table/outliers.ts";
import { formatNumber, formatPercent } from "../text/numbers.ts";
import { plural, some } from "../text/words.ts";
import { addDays, dayNumber, dayOf, daysBetween, earlier, type Day } from "../time/days.ts";
import type { Finding, Judgement } from "./findings.ts";

/** A network whose other pages say nothing may be late for so many days. */
const lateDays = 7;

/** Pages without values of a metric from a day on, of a network that delivers it. @param least days of silence. */
export function silences(result: Result, least: number): Judgement {
  const { network } = result;
  const keyOf = (profile: string): string => `${network} ${profile}`;
  const silent = new Map<string, { readonly metric: string; readonly since: Day }[]>();
  const judged = new Map<string, Day | undefined>();
  for (const metric of result.metrics) {
    if (result.ended?.has(metric.name) === true) continue;
    const { days, profiles } = presenceOf(result, metric) ?? { days: [], profiles: [] };
    const lasts = profiles.map(({ profile, has }) => ({ profile, last: has.lastIndexOf(1) }));
    const latest = lasts.map(({ last }) => last).toSorted((left, right) => right - left);
    for (const { profile, last } of lasts) {
      if (last < 0) continue;
      const lastDay = dayOf(dayNumber(days[0] ?? result.start) + last);
      const key = keyOf(profile);
      judged.set(key, earlier(lastDay, judged.get(key) ?? lastDay));
      const isAlone = last >= (latest[0] ?? 0) || latest.length === 1;
      const length = days.length - 1 - last;
      if (length < Math.max(1, least, isAlone ? lateDays + 1 : 0)) continue;
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
          metrics.map(({ metric }) => metric),
          3,
        )}`;
    const subject = rowName(result, "profile", profile);
    const text = `no values${of} since ${since}`;
    return { key: keyOf(profile), since, network, subject, isPage: true, text, size };
  });
  return { findings, judged };
}

/** Metrics that ended, and those that the API does not accept. @param asked the names in the question. */
export function goneMetrics(result: Result, asked: readonly string[]): Judgement {
  const { network, metrics, ended } = result;
  const finding = (metric: string, text: string, since?: Day): Finding => ({
    key: `${network} ${metric}`,
    since,
    network,
    subject: metric,
    text,
    size: 0,
  });
  const rejected = asked.filter((name) => metrics.every((metric) => metric.name !== name));
  return {
    findings: [
      ...rejected.map((name) => finding(name, "the API does not accept this metric any more")),
      ...Array.from(ended ?? [], ([name, day]) =>
        finding(name, `no values above 0 from ${day} on for any page`, day),
      ),
    ],
    judged: new Map(
      metrics.map((metric) => [`${network} ${metric.name}`, lastDayIn(result, metric, result)]),
    ),
  };
}

/** Unusual days that are so far apart are one event. */
const daysApart = 4;

/**
 * Unusual days of totals and labels. The rows and metrics of a network that stand out to one side, on days that follow
 * one another, are one finding.
 * @param least the score. @param from what ended before is no news.
 */
export function unusualDays(result: Result, least: number, from: Day): Judgement {
  const { network } = result;
  const outliers = combinedLines(result)
    .flatMap((line) => outliersIn(result, line).outliers)
    .filter(({ score }) => Math.abs(score) >= least);
  const sides = { above: 1, below: -1 };
  const findings = Object.entries(sides).flatMap(([side, sign]): Finding[] => {
    const days = outliers.filter(({ score }) => Math.sign(score) === sign);
    const [since, ...run] = lastRun([...new Set(days.map(({ day }) => day))].toSorted());
    if (since === undefined || (run.at(-1) ?? since) < from) return [];
    const [largest, ...others] = days.filter(({ day }) => day >= since).toSorted(bySize);
    if (largest === undefined) return [];
    const { metric, rows, day, value, usual, score } = largest;
    const [low, high] = usual.map(formatNumber);
    const names = rows.map(({ type, row }) => rowName(result, type, row));
    const also = [...new Set(others.map(({ metric: { name } }) => name))].filter(
      (name) => name !== metric.name,
    );
    const more = [
      ...(run.length === 0 ? [] : [`${plural(run.length + 1, "such day")} since ${since}`]),
      ...(also.length === 0 ? [] : [`also ${some(also, 3)}`]),
    ];
    const text = `${metric.name} ${formatNumber(value)} on ${day}, usually ${low} to ${high}`;
    return [
      {
        key: `${network} ${side}`,
        since,
        network,
        subject: names.length === 0 ? `all ${result.profileCount} pages` : names.join(", "),
        text: [text, ...more].join("; "),
        size: Math.abs(score),
      },
    ];
  });
  const judged = new Map(Object.keys(sides).map((side) => [`${network} ${side}`, undefined]));
  return { findings, judged, areEvents: true };
}

/** The last days that follow one another. */
function lastRun(days: readonly Day[]): readonly Day[] {
  const first = days.findLastIndex(
    (day, at) => at === 0 || daysBetween(days[at - 1] ?? day, day) - 1 >= daysApart,
  );
  return days.slice(Math.max(0, first));
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
        text: `${plural(changed.length, "value")} of ${before.start} to ${before.end} in ${name} were corrected since, of ${some([...pages], 3)}; the largest: ${rowName(before, "profile", largest.profile)} on ${day}, ${formatNumber(value)} instead of ${formatNumber(old)}${percent}`,
        size: changed.length,
      },
    ];
  });
  return { findings, judged: new Map(), areEvents: true };
}
