/** The beginning of a reply: the network, profiles, rows, ranges by their dates, and time zone. */
import { plural } from "../../base/text/words.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import { networkTraits, type MetricNetwork } from "../../catalog/networks.ts";
import { rangeOf, rowName, type Result, type Comparison } from "../../numbers/cells/result.ts";
import type { TableDimension } from "../../numbers/table/table.ts";
import { cell } from "../../base/text/words.ts";
import { areUneven, usualName } from "../../base/time/compared-range.ts";
import { daysBetween, weekday } from "../../base/time/days.ts";
import { weekdayName, type Range } from "../../base/time/grains.ts";
import { profilesName, shortRange } from "./names.ts";

/** @param axes those of the table: rows that are the same throughout are named. */
export function subjectOf(
  result: Result,
  dimensions: readonly Dimension[],
  axes: readonly TableDimension[] = [],
): string {
  const { start, end } = rangeOf(result);
  const constants = axes.flatMap(({ type, rows }) => {
    const [only] = rows;
    const isNamed = type === "profile" || isDateDimension(type) || isBreakdown(type);
    if (rows.length !== 1 || only === undefined || isNamed) return [];
    return [`${type}: ${cell(rowName(result, type, only))}`];
  });
  const fixed = constants.length === 0 ? "" : ` (${constants.join(", ")})`;
  return `${about(result, dimensions)}, ${longRange({ start, end })}, ${zoneOf(result)}${fixed}.`;
}

/** Both ranges, with their numbers of days. */
export function comparedSubject(
  { now, before, usual }: Comparison,
  dimensions: readonly Dimension[],
): string {
  return `${about(now, dimensions)}, ${rangesText(rangeOf(now), rangeOf(before), usual)}, ${zoneOf(now)}.`;
}

/** Both ranges, with their numbers of days, and short ones with their weekdays; one range without a comparison. */
export function rangesText(
  now: Range,
  before: Range | undefined,
  usual?: readonly Range[],
): string {
  if (before === undefined) return longRange(now);
  if (usual !== undefined) return `${shortRange(now)} against ${usualText(usual, before)}`;
  const [days, daysBefore] = [
    daysBetween(now.start, now.end),
    daysBetween(before.start, before.end),
  ];
  const count = plural(days, "day");
  const unlike = areUneven(now, before) ? ", ranges that are not alike" : "";
  const lengths =
    days === daysBefore ? ["", ` (${count} each)`] : [` (${count})`, ` (${daysBefore})${unlike}`];
  const hasOtherWeekdays = days < 7 && weekday(now.start) !== weekday(before.start);
  const nameOf = (range: Range): string =>
    `${shortRange(range)}${hasOtherWeekdays ? `, ${weekdaysOf(range)}` : ""}`;
  const comma = hasOtherWeekdays ? "," : "";
  return `${nameOf(now)}${lengths[0]}${comma} against ${nameOf(before)}${lengths[1]}`;
}

/** `the 4 weeks before, 2026-10-19 to 11-15`; of shorter ranges, the days: `the same days of the 4 weeks before`. */
const usualText = (usual: readonly Range[], { start, end }: Range): string => {
  const days = daysBetween(start, end);
  const counted = usual.reduce((sum, range) => sum + daysBetween(range.start, range.end), 0);
  return `${counted < days ? "the same days of " : ""}the ${usualName(usual)} before, ${shortRange({ start, end })}`;
};

const weekdaysOf = ({ start, end }: Range): string =>
  [...new Set([start, end])].map(weekdayName).join(" to ");

const longRange = ({ start, end }: Range): string => (start === end ? start : `${start} to ${end}`);

/** The subject of one question to several networks, whose days can begin in different zones. */
export function networksSubject(
  counts: string,
  networks: readonly MetricNetwork[],
  {
    now,
    before,
    usual,
  }: { readonly now: Range } & Partial<
    Record<"before", Range | undefined> & Pick<Comparison, "usual">
  >,
  dimensions: readonly Dimension[],
): string {
  const zones = networks.flatMap((network) => {
    const { dayZone } = networkTraits[network];
    return dayZone === undefined ? [] : [`${network} ${dayZone}`];
  });
  const profileZones = zones.length < networks.length ? ["profile time"] : [];
  const by = dimensions.length === 0 ? "" : ` ${byText(dimensions)}`;
  return `${[`${counts}${by}`, rangesText(now, before, usual), ...profileZones, ...zones].join(", ")}.`;
}

/** The subject of a plan, whose profiles have no result yet. */
export const plannedSubject = (
  parts: readonly string[],
  range: Range,
  before: Range | undefined,
  dimensions: readonly Dimension[],
): string =>
  `${[...parts.slice(0, -1), `${parts.at(-1)} ${byText(dimensions)}`].join(", ")}, ${longRange(range)}${before === undefined ? "" : ` against ${before.start} to ${before.end}`}.`;

const about = (result: Result, dimensions: readonly Dimension[]): string =>
  [result.network, [profilesName(result), ...rowsText(result, dimensions)].join(" ")].join(", ");

/** The rows of a table; one profile, which is named, has none of its own. */
function rowsText({ profileCount }: Result, dimensions: readonly Dimension[]): string[] {
  const types = profileCount === 1 ? dimensions.filter((type) => type !== "profile") : dimensions;
  return profileCount === 1 && types.length === 0 ? [] : [byText(types)];
}

const byText = (dimensions: readonly Dimension[]): string =>
  dimensions.length === 0
    ? "in total"
    : `by ${dimensions.map((type) => type.replace("date.", "")).join(", ")}`;

const zoneOf = ({ network }: Result): string => networkTraits[network].dayZone ?? "profile time";
