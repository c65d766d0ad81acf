/**
 * Groups of the profiles of a comparison, by metric: those whose values cover both ranges alike (`same`), those that
 * began or ended, and those with gaps. A change is stated of the same profiles only.
 */
import type { Metric } from "../catalog/metrics/index.ts";
import { groupBy } from "../cells/group-by.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../errors/tool-error.ts";
import { dayNumber, daysBetween, type Day } from "../time/days.ts";
import { leastAtEnd } from "./coverage.ts";
import { lastDayIn } from "./delivery.ts";
import { presenceOf } from "./presence.ts";
import { zeroStarts } from "./zero-starts.ts";

export type ProfileGroup =
  | { readonly kind: "same" | "gaps" }
  /** The first or the last day with a value. */
  | { readonly kind: "began" | "ended"; readonly day: Day };

/** The group of each profile that has a value in one of the ranges, by its id. */
export type Groups = ReadonlyMap<string, ProfileGroup>;

/**
 * Empty where one of the ranges has no value at all.
 * @example a page whose first value is of 2026-08-17: { kind: "began", day: "2026-08-17" }
 */
export function groupsOf(now: Result, before: Result, metric: Metric): Groups {
  const starts = zeroStarts([before, now], metric);
  const coursesNow = coursesOf(now, metric, starts);
  const coursesBefore = coursesOf(before, metric, starts);
  if (coursesNow.size === 0 || coursesBefore.size === 0) return new Map();
  const ids = new Set([...coursesBefore.keys(), ...coursesNow.keys()]);
  // A profile can lack a few days without having ended.
  const areShort = [now, before].some(
    (side) => daysBetween(side.start, lastDayIn(side, metric, side)) < leastRange,
  );
  return new Map(
    Array.from(ids, (id) => {
      const group = groupOf(coursesNow.get(id), coursesBefore.get(id));
      return [id, areShort && group.kind !== "same" ? { kind: "gaps" } : group] as const;
    }),
  );
}

/** Profiles that a shorter range lacks may have values beyond it. */
const leastRange = 7;

/** The values of a profile in a range. */
interface Course {
  readonly first: Day;
  readonly last: Day;
  /** The days at each end of the range without a value, and the most of them that the same profiles can lack. */
  readonly before: number;
  readonly after: number;
  readonly edge: number;
  readonly coverage: number;
}

/** The share of a range, from its ends, in which the first and the last value lie. */
const edgeOfRange = 0.05;
/** By which the coverage of the ranges can differ, but for the error of a subtraction. */
const mostUneven = 0.1 + 1e-9;
/** The days at the end of a range in which a level needs a value. */
const recentDays = 7;

/** A gap between the ranges is neither a beginning nor an end. */
function groupOf(now: Course | undefined, before: Course | undefined): ProfileGroup {
  if (now === undefined) return { kind: "ended", day: required(before, "a course").last };
  if (before === undefined) return { kind: "began", day: now.first };
  const isWhole = [now, before].every(
    (side) => side.before <= side.edge && side.after <= side.edge,
  );
  if (isWhole && Math.abs(now.coverage - before.coverage) <= mostUneven) return { kind: "same" };
  if (before.before >= leastAtEnd) return { kind: "began", day: before.first };
  if (now.after >= leastAtEnd) return { kind: "ended", day: now.last };
  return { kind: "gaps" };
}

/** The course of each profile that has a value on the days that were over. */
function coursesOf(
  result: Result,
  metric: Metric,
  starts: ReadonlyMap<string, Day>,
): Map<string, Course> {
  const { days, profiles } = presenceOf(result, metric);
  const isLevel = metric.kind.overDays === "last";
  const edge = isLevel ? recentDays - 1 : Math.max(1, Math.floor(days.length * edgeOfRange)) - 1;
  const courses = new Map<string, Course>();
  for (const { profile, has } of profiles) {
    const from = placeOf(starts.get(profile), days);
    const first = has.indexOf(1, from);
    const last = has.lastIndexOf(1);
    const [firstDay, lastDay] = [days[first], days[last]];
    if (firstDay === undefined || lastDay === undefined) continue;
    const covered = has.reduce((sum, value) => sum + value, 0);
    courses.set(profile, {
      first: firstDay,
      last: lastDay,
      before: isLevel ? 0 : first,
      after: days.length - 1 - last,
      edge,
      coverage: isLevel ? 1 : covered / days.length,
    });
  }
  return courses;
}

/** The place of a day in a range; 0 for none, and for an earlier one. */
const placeOf = (day: Day | undefined, [start]: readonly Day[]): number =>
  day === undefined || start === undefined ? 0 : Math.max(0, dayNumber(day) - dayNumber(start));

/** The ids of the same profiles. */
export const sameProfiles = (groups: Groups): string[] =>
  [...groups].flatMap(([id, { kind }]) => (kind === "same" ? [id] : []));

/** Profiles of one kind, with the days on which they began or ended, in order. */
export interface GroupOfProfiles {
  readonly kind: ProfileGroup["kind"];
  readonly days: readonly Day[];
  readonly ids: readonly string[];
}

/** With more days than this, the profiles that began are one group, and so are those that ended. */
const mostDays = 3;

/** The groups beside the same profiles: those that began, those that ended, those with gaps. */
export function otherGroups(groups: Groups): GroupOfProfiles[] {
  return (["began", "ended", "gaps"] as const).flatMap((kind) => {
    const entries = [...groups].flatMap(([id, group]) =>
      group.kind === kind ? [{ id, day: "day" in group ? group.day : undefined }] : [],
    );
    const days = [...new Set(entries.flatMap(({ day }) => day ?? []))].toSorted();
    const apart = groupBy(entries, ({ day = "" }) => (days.length > mostDays ? "" : day));
    return apart
      .map((same) => ({
        kind,
        days: days.length > mostDays ? days : same.flatMap(({ day }) => day ?? []).slice(0, 1),
        ids: same.map(({ id }) => id),
      }))
      .toSorted((left, right) => ((left.days[0] ?? "") < (right.days[0] ?? "") ? -1 : 1));
  });
}
