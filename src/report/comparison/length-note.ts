/** Says how many days of the ranges count, or that they differ in length, and which sums rose or fell per day against their totals. */
import { rowColumn } from "../../table/compared-columns.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { Comparison } from "../../cells/result.ts";
import type { ComparedTable } from "../../table/compare.ts";
import { countedDays } from "../../meaning/delivery.ts";
import type { Note } from "../../replies/layout.ts";
import { areUneven } from "../../time/compared-range.ts";
import { daysBetween, weekday } from "../../time/days.ts";
import { plural } from "../../text/words.ts";
import { bucketEnd, bucketStart } from "../../time/grains.ts";
import { hasPerDay } from "./shown.ts";

interface LengthOptions {
  /** The metrics that the note may name; all (default). */
  readonly named?: readonly Metric[];
  /** How many days count is said elsewhere. */
  readonly areDaysSaid?: boolean;
}

/**
 * `October has one day more: per day, views and follows fell.`
 * @param totals of one row.
 */
export function lengthNote(
  { now, before }: Comparison,
  totals: ComparedTable,
  metrics: readonly Metric[],
  { named = metrics, areDaysSaid = false }: LengthOptions = {},
): Note {
  const counted = new Set(metrics.map((metric) => countedDays(now, metric)));
  const [days] = counted;
  const isCut = counted.size === 1 && days !== undefined && days > 0;
  if (isCut && areDaysSaid) return false;
  if (isCut) {
    // Whole weeks have the same weekdays, and their first days may not.
    const wereWeeks = daysBetween(now.start, now.end) % 7 === 0 && days % 7 !== 0;
    const isOther = wereWeeks && weekday(now.start) !== weekday(before.start);
    return `Both ranges count their first ${plural(days, "day")}${isOther ? ", of other weekdays" : ""}.`;
  }
  const more = daysBetween(now.start, now.end) - daysBetween(before.start, before.end);
  if (more === 0 || !metrics.some((metric) => hasPerDay(totals, metric))) return false;
  const count = Math.abs(more) === 1 ? "one day" : `${Math.abs(more)} days`;
  const isMonth =
    bucketStart(now.start, month) === now.start && bucketEnd(now.start, month) === now.end;
  const name = isMonth ? monthName(now.start) : "The later range";
  const clauses = turnedClauses(totals, metrics, named);
  const perDay = clauses.length === 0 ? "" : `: per day, ${clauses.join(", ")}`;
  const rule = areUneven(now, before) ? ": sums have no change, only one per day" : perDay;
  return `${name} has ${count} ${more > 0 ? "more" : "fewer"}${rule}.`;
}

/** The metrics whose change per day has the other sign. */
function turnedClauses(
  totals: ComparedTable,
  metrics: readonly Metric[],
  named: readonly Metric[],
): string[] {
  const at = (metric: Metric, number: "change_percent" | "per_day_percent"): number =>
    numberAt(rowColumn(totals, metric, number).values, 0);
  const turned = named.filter(
    (metric) => at(metric, "change_percent") * at(metric, "per_day_percent") < 0,
  );
  return (["fell", "rose"] as const).flatMap((word) => {
    const moved = turned.filter(
      (metric) => at(metric, "per_day_percent") < 0 === (word === "fell"),
    );
    return moved.length === 0 ? [] : [`${listed(shortNames(moved, metrics))} ${word}`];
  });
}

const month = { unit: "month" } as const;

const monthName = (day: string): string =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(new Date(day));

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** Names without the prefix `insights_`, unless two metrics would then have the same name. */
function shortNames(moved: readonly Metric[], metrics: readonly Metric[]): string[] {
  const short = ({ name }: Metric): string => name.replace(/^insights_/, "");
  return moved.map((metric) =>
    metrics.filter((known) => short(known) === short(metric)).length > 1
      ? metric.name
      : short(metric),
  );
}
