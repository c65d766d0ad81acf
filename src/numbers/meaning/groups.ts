/**
 * Groups of the profiles of a comparison, by metric: those whose values cover both ranges alike (`same`), those that
 * began or ended, and those with gaps. A change is stated of the same profiles only.
 */
import type { Metric } from "../../catalog/metrics/index.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { groupBy } from "../cells/group-by.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { addDays, later, type Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import { leastAtEnd } from "./coverage.ts";
import { lastDayIn, lastOfEvidence } from "./delivery.ts";
import { knownOf, type Known } from "./known-values.ts";
import { carriedFrom } from "./levels.ts";
import { usesLastDay } from "./methods.ts";
import { firstDayOf } from "./segments.ts";
import { withoutZeroStarts } from "./zero-starts.ts";

export type ProfileGroup =
  | { readonly kind: "same" | "gaps" }
  /** The first or the last day with a value: days without one are seen before or after it, or it may be earlier or later. */
  | { readonly kind: "began" | "ended"; readonly day: Day; readonly bound: "on" | "by" | "after" };

/** The group of each profile that has a value in one of the ranges, by its id. */
export type Groups = ReadonlyMap<string, ProfileGroup>;

/** The share of a range, from its ends, in which the first and the last value lie. */
const edgeOfRange = 0.05;
/** Of a range of a week or more, at least these days. */
const leastEdge = 3;
/** By which the coverage of the ranges can differ, but for the error of a subtraction. */
const mostUneven = 0.15 + 1e-9;
/** The days at the end of a range in which a level needs a value. */
const recentDays = 7;

/**
 * Empty where one of the ranges has no value at all.
 * @example a page whose first value is of 2026-08-17: { kind: "began", day: "2026-08-17", bound: "on" }
 */
export function groupsOf(now: Result, before: Result, metric: Metric): Groups {
  const known = withoutZeroStarts(knownOf([before, now], metric), metric);
  const last = known.placeOf(lastOfEvidence(now, metric));
  const ranges = [before, now].map((side) => windowOf(side, metric, known));
  const groups = new Map<string, ProfileGroup>();
  const seen = [false, false];
  for (const { profile, values } of known.lines) {
    const has = (at: number): boolean => !Number.isNaN(values[at]);
    const courses = ranges.map((range) => courseOf(range, has));
    for (const [at, course] of courses.entries()) seen[at] ||= course.covered > 0;
    if (courses.every(({ covered }) => covered === 0)) continue;
    const [shareBefore, shareNow] = courses.map(({ covered, expected }) => covered / expected);
    const isSame =
      courses.every((course) => course.isWhole) &&
      (usesLastDay(metric, now.days) ||
        Math.abs(required(shareBefore, "a share") - required(shareNow, "a share")) <= mostUneven);
    groups.set(
      profile,
      isSame
        ? { kind: "same" }
        : otherGroup(known, has, { start: before.start, end: now.end }, last),
    );
  }
  return seen.includes(false) ? new Map() : groups;
}

/** The days of a range that count, by their places; a level needs the last ones, which can lie in the lead-in. */
interface Window {
  readonly first: number;
  readonly last: number;
  /** The number of days at each end, in which the same profiles have their first and their last value. */
  readonly edges: readonly [start: number, end: number];
}

function windowOf(side: Result, metric: Metric, { placeOf }: Known): Window {
  const end = lastDayIn(side, metric, side);
  const last = placeOf(end);
  if (usesLastDay(metric, side.days)) {
    const carried = addDays(side.start, carriedFrom(side, metric, side));
    const first = later(addDays(end, -ourLimits.carriedDays), carried);
    return { first: placeOf(first), last, edges: [Number.POSITIVE_INFINITY, recentDays] };
  }
  const start = firstDayOf(side, metric);
  // Its data start after the range.
  if (start > end) return { first: 0, last: -1, edges: [0, 0] };
  const first = placeOf(start);
  const length = last - first + 1;
  const edge = length < 7 ? 1 : Math.max(leastEdge, Math.floor(length * edgeOfRange));
  return { first, last, edges: [edge, edge] };
}

interface Course {
  readonly covered: number;
  readonly expected: number;
  /** It has its first and its last value at the edges of the range. */
  readonly isWhole: boolean;
}

function courseOf({ first, last, edges }: Window, has: (at: number) => boolean): Course {
  let [covered, from, to] = [0, last + 1, first - 1];
  for (let at = first; at <= last; at += 1) {
    if (!has(at)) continue;
    covered += 1;
    from = Math.min(from, at);
    to = at;
  }
  const isWhole = covered > 0 && from < first + edges[0] && to > last - edges[1];
  return { covered, expected: last - first + 1, isWhole };
}

/** Why a profile is not the same. @param last the place of the last day of evidence. */
function otherGroup(
  known: Known,
  has: (at: number) => boolean,
  { start, end }: Range,
  last: number,
): ProfileGroup {
  const { days } = known;
  const dayAt = (at: number): Day => required(days[at], "a day");
  const [firstValue, lastValue] = [
    days.findIndex((_, at) => has(at)),
    days.findLastIndex((_, at) => has(at)),
  ];
  const isSeen = (from: number, to: number): boolean =>
    to < days.length && dayAt(to) === addDays(dayAt(from), leastAtEnd);
  if (firstValue >= leastAtEnd && dayAt(firstValue) >= start) {
    const bound = isSeen(firstValue - leastAtEnd, firstValue) ? "on" : "by";
    return { kind: "began", day: dayAt(firstValue), bound };
  }
  if (last - lastValue >= leastAtEnd && dayAt(lastValue) <= end) {
    const bound = isSeen(lastValue, lastValue + leastAtEnd) ? "on" : "after";
    return { kind: "ended", day: dayAt(lastValue), bound };
  }
  return { kind: "gaps" };
}

/** The ids of the same profiles. */
export const sameProfiles = (groups: Groups): string[] =>
  [...groups].flatMap(([id, { kind }]) => (kind === "same" ? [id] : []));

/** Profiles of one kind, with the days on which they began or ended, in order. */
export interface GroupOfProfiles {
  readonly kind: ProfileGroup["kind"];
  readonly days: readonly Day[];
  /** Of a single day: `by` or `after` it. */
  readonly bound: "on" | "by" | "after";
  readonly ids: readonly string[];
}

/** With more days than this, the profiles that began are one group, and so are those that ended. */
const mostDays = 3;

/** The other groups of a comparison, which each row of its table needs. */
const groupsByComparison = new WeakMap<Groups, readonly GroupOfProfiles[]>();

/** The groups beside the same profiles: those that began, those that ended, those with gaps. */
export function otherGroups(groups: Groups): readonly GroupOfProfiles[] {
  const known = groupsByComparison.get(groups) ?? findGroups(groups);
  groupsByComparison.set(groups, known);
  return known;
}

function findGroups(groups: Groups): GroupOfProfiles[] {
  return (["began", "ended", "gaps"] as const).flatMap((kind) => {
    const entries = [...groups].flatMap(([id, group]) =>
      group.kind !== kind
        ? []
        : [{ id, ...("day" in group ? group : { day: undefined, bound: "on" as const }) }],
    );
    const daysOf = (list: readonly { readonly day: Day | undefined }[]): Day[] =>
      [...new Set(list.flatMap(({ day }) => day ?? []))].toSorted();
    const areMany = daysOf(entries.filter(({ bound }) => bound === "on")).length > mostDays;
    const keyOf = ({ day, bound }: (typeof entries)[number]): string =>
      bound !== "on" ? bound : areMany ? "" : String(day);
    return groupBy(entries, keyOf)
      .map((same) => {
        const [{ bound }] = same;
        const days = daysOf(same);
        const ends = bound === "by" ? days.slice(-1) : days.slice(0, 1);
        const ids = same.map(({ id }) => id);
        return { kind, days: bound === "on" ? days : ends, bound, ids };
      })
      .toSorted((left, right) => ((left.days[0] ?? "") < (right.days[0] ?? "") ? -1 : 1));
  });
}
