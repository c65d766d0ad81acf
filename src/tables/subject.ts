/** The beginning of a reply: the network, profiles, rows, ranges by their dates, and time zone. */
import { isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import { networkTraits } from "../catalog/networks.ts";
import { rowName, type Result } from "../cells/result.ts";
import type { Comparison } from "../meaning/comparison.ts";
import type { FigureAxis } from "../meaning/figures.ts";
import { cell } from "../text/words.ts";
import { daysBetween } from "../time/days.ts";
import type { Range } from "../time/grains.ts";
import { profilesName, shortRange } from "./names.ts";

/** @param axes those of the table: rows that are the same throughout are named. */
export function subjectOf(
  result: Result,
  dimensions: readonly Dimension[],
  axes: readonly FigureAxis[] = [],
): string {
  const { start, end } = result;
  const constants = axes.flatMap(({ type, rows }) => {
    const [only] = rows;
    const isNamed = type === "profile" || isDateDimension(type);
    if (rows.length !== 1 || only === undefined || isNamed) return [];
    return [`${type}: ${cell(rowName(result, type, only))}`];
  });
  const fixed = constants.length === 0 ? "" : ` (${constants.join(", ")})`;
  const range = start === end ? start : `${start} to ${end}`;
  return `${about(result, dimensions)}, ${range}, ${zoneOf(result)}${fixed}.`;
}

/** Both ranges, with their numbers of days. */
export function comparedSubject(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
): string {
  const [days, daysBefore] = [now, before].map(({ start, end }) => daysBetween(start, end));
  const lengths =
    days === daysBefore ? ["", ` (${days} days each)`] : [` (${days} days)`, ` (${daysBefore})`];
  const ranges = `${shortRange(now)}${lengths[0]} against ${shortRange(before)}${lengths[1]}`;
  return `${about(now, dimensions)}, ${ranges}, ${zoneOf(now)}.`;
}

/** The subject of a plan, whose profiles have no result yet. */
export const plannedSubject = (
  parts: readonly string[],
  { start, end }: Range,
  before: Range | undefined,
  dimensions: readonly Dimension[],
): string =>
  `${[...parts.slice(0, -1), `${parts.at(-1)} ${byText(dimensions)}`].join(", ")}, ${start === end ? start : `${start} to ${end}`}${before === undefined ? "" : ` against ${before.start} to ${before.end}`}.`;

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
