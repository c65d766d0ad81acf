/** Posts in groups: made once for a reply, its CSV, chart and references. */
import type { Work } from "../../base/async/work.ts";
import { isGrain } from "../../catalog/grains.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { combinations, groupBy } from "../../numbers/cells/group-by.ts";
import { ToolError, required } from "../../base/errors/tool-error.ts";
import { daysBetween, isDay, weekday } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import {
  checkParts,
  compareNames,
  daysOf,
  groupNames,
  isCutPeriod,
  isDayPart,
  knownNames,
  partsOf,
  timeName,
} from "./group-names.ts";
import type { PostRow, PostsResult } from "./rows.ts";

/** The posts of a group in one range. */
export interface GroupSide {
  /** A name per part of a combination; none of all posts. */
  readonly names: readonly string[];
  readonly rows: readonly PostRow[];
  /** The posts that shares are of: all, or those of the same row of time. */
  readonly totalRows: readonly PostRow[];
  /** The days of the range on which the group can have posts. */
  readonly days: number;
}

export interface PostGroup extends GroupSide {
  /** Of a comparison; of the best posts by rank, its posts among all. */
  readonly before?: EarlierSide;
}

interface EarlierSide extends GroupSide {
  /** False for a row of time that a range cuts, where the other side has other days of it. */
  readonly hasChange: boolean;
  /** False for a day, or a range of less than a week, against another weekday. */
  readonly hasPercent: boolean;
}

/** The posts to group, and those before the selection by rank. */
export interface Selection {
  readonly result: PostsResult;
  readonly fullResult: PostsResult;
}

interface Members extends Pick<PostGroup, "names"> {
  readonly now: readonly PostRow[];
  readonly before: readonly PostRow[];
}

/** By the name of a row of time, its name in the earlier range; empty for other parts. */
type Pairs = Map<string, string>;

/**
 * The group of all posts, and groups by a field, a part of their time, their profile, its labels, or a combination of these
 * (`a+b`). A post is in each of its labels. Rows of time are in their order, other groups in that of the posts.
 * @throws ToolError `invalid_input` for what cannot group, `limit_exceeded` for more groups than can be shown.
 */
export function* groupsOf(
  selection: Selection,
  by: string,
): Work<{ readonly total: PostGroup; readonly groups: readonly PostGroup[] }> {
  const { result } = selection;
  const before = earlierOf(selection);
  const parts = partsOf(by);
  checkParts(parts, result.before !== undefined);
  const pairs = parts.map((part) => pairedNames(result, part));
  const listed = (yield* membersOf(selection, by, pairs)).toSorted(
    (left, right) =>
      parts
        .map((part, at) => compareNames(part, nameAt(left, at), nameAt(right, at)))
        .find((order) => order !== 0) ?? 0,
  );
  const sideOf = (side: "now" | "before", { rows, ...range }: EarlierRange) => {
    const wholeOf = wholesOf(parts, rows, listed, side);
    const days = dayCounter(result, parts, range);
    return ({ names: later, ...members }: Members): GroupSide => {
      const names = side === "now" ? later : later.map((name, at) => pairs[at]?.get(name) ?? name);
      return { names, rows: members[side], totalRows: wholeOf(later), days: days(names) };
    };
  };
  const nowOf = sideOf("now", result);
  const beforeOf = before && sideOf("before", before);
  const groupOf = (members: Members): PostGroup => {
    const now = nowOf(members);
    const earlier = beforeOf?.(members);
    if (before === undefined || earlier === undefined) return now;
    return { ...now, before: { ...earlier, ...rulesOf(result, before, parts, { now, earlier }) } };
  };
  const total = { names: [], now: result.rows, before: before?.rows ?? [] };
  return { total: groupOf(total), groups: listed.map(groupOf) };
}

type EarlierRange = NonNullable<PostsResult["before"]>;

/** The posts that groups are compared with: those of the earlier range, or all where the best are chosen by rank. */
const earlierOf = ({ result, fullResult }: Selection): EarlierRange | undefined =>
  result.before ?? (result.rows.length < fullResult.rows.length ? fullResult : undefined);

/** Rows of time are paired by their places; one of the earlier range alone is named by it. */
function pairedNames(result: PostsResult, part: string): Pairs {
  if (!isGrain(part) || result.before === undefined) return new Map();
  const later = knownNames(result, part);
  const earlier = knownNames(result, part, result.before);
  return new Map(earlier.map((name, at) => [later[at] ?? `before ${name}`, name]));
}

const membersPerPause = 1000;

function* membersOf(selection: Selection, by: string, pairs: readonly Pairs[]): Work<Members[]> {
  const parts = partsOf(by);
  if (parts.length === 0) return [];
  const { result, fullResult } = selection;
  const namesOf = parts.map((part) => groupNames(fullResult, part));
  const laterNames = pairs.map(
    (names) => new Map(Array.from(names, ([later, earlier]) => [earlier, later])),
  );
  /** A row of time outside the earlier range keeps its own name. */
  const laterName = (name: string, at: number): string => {
    const partPairs = pairs[at];
    if (partPairs === undefined || partPairs.size === 0) return name;
    const later = laterNames[at]?.get(name) ?? `before ${name}`;
    partPairs.set(later, name);
    return later;
  };
  const groups = new Map<string, Members & Record<"now" | "before", PostRow[]>>();
  const groupOf = (names: readonly string[]) => {
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, now: [], before: [] };
    groups.set(key, group);
    return group;
  };
  let members = 0;
  const lists = { now: result.rows, before: earlierOf(selection)?.rows ?? [] };
  for (const side of ["now", "before"] as const) {
    for (const row of lists[side]) {
      for (const names of combinations(namesOf.map((of) => of(row)))) {
        members += 1;
        if (members % membersPerPause === 0) yield;
        if (members > ourLimits.groupMembers) throw tooManyError(by);
        groupOf(side === "now" ? names : names.map(laterName))[side].push(row);
      }
    }
  }
  // A day and a page without posts are rows too, where all posts are listed.
  const [part = "", ...rest] = parts;
  const known = [...knownNames(result, part), ...(pairs[0]?.keys() ?? [])];
  for (const name of rest.length === 0 && result.part === undefined ? known : []) groupOf([name]);
  return [...groups.values()];
}

const tooManyError = (by: string): ToolError =>
  new ToolError(
    "limit_exceeded",
    `the posts would be in more than ${ourLimits.groupMembers} groups by ${by.slice(0, 80)}`,
    "Group by fewer fields, or select fewer posts: profiles, dates or where.",
  );

/** By the names of a group, the days of a range that its row of time has, and that are over; all days of other groups. */
function dayCounter(
  result: PostsResult,
  parts: readonly string[],
  range: Range,
): (names: readonly string[]) => number {
  const dated = [...parts.entries()].filter(([, part]) => isDayPart(part));
  const counts = new Map<string, number>();
  for (const day of daysOf(range).filter((date) => date < result.today)) {
    const key = dated.map(([, part]) => timeName(result, part, day)).join(" ");
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (names) =>
    names.length === 0 || dated.length === 0
      ? daysBetween(range.start, range.end)
      : (counts.get(dated.map(([at]) => names[at]).join(" ")) ?? 0);
}

/** The name of a group in one of its parts. */
const nameAt = ({ names }: Pick<GroupSide, "names">, at: number): string =>
  required(names[at], "a name");

/** Rows of time of other days have no change, other weekdays no percentage. */
function rulesOf(
  result: PostsResult,
  before: Range,
  parts: readonly string[],
  { now, earlier }: Readonly<Record<"now" | "earlier", GroupSide>>,
): Pick<EarlierSide, "hasChange" | "hasPercent"> {
  const isCut = parts.some(
    (part, at) =>
      isCutPeriod(result, part, now.names[at]) ||
      isCutPeriod(result, part, earlier.names[at], before),
  );
  const at = parts.indexOf("day");
  const [day = "", dayBefore = ""] = [now.names[at], earlier.names[at]];
  const isShort = daysBetween(result.start, result.end) < 7;
  const paired = isDay(day) && isDay(dayBefore) ? [day, dayBefore] : [result.start, before.start];
  const isSameWeekday = new Set(paired.map((date) => weekday(date))).size === 1;
  return {
    hasChange: !isCut || now.days === earlier.days,
    hasPercent: isSameWeekday || (!isShort && !isDay(day)),
  };
}

/** By the names of a group, the posts that its shares are of: those of its row of time, where other parts are not of time. */
function wholesOf(
  parts: readonly string[],
  rows: readonly PostRow[],
  groups: readonly Members[],
  side: "now" | "before",
): (names: readonly string[]) => readonly PostRow[] {
  const at = parts.findIndex((part) => isGrain(part));
  if (at === -1 || parts.length < 2) return () => rows;
  const ofTime = new Map(
    groupBy(groups, (group) => nameAt(group, at)).map((same) => [
      same[0].names[at],
      [...new Set(same.flatMap((group) => group[side]))],
    ]),
  );
  return (names) => (names.length === 0 ? rows : (ofTime.get(names[at]) ?? []));
}
