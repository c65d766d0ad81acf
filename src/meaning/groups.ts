/**
 * Groups of the profiles of a comparison, so that like is compared with like: those with values throughout both ranges,
 * those with a part of them, and those with values in one range only. Made for each metric.
 */
import type { Metric } from "../catalog/metrics/index.ts";
import { groupBy } from "../cells/group-by.ts";
import type { Result } from "../cells/result.ts";
import { dailyValues, dayLines } from "../cells/select.ts";
import { addDays, daysBetween, type Day } from "../time/days.ts";
import { differsMuch } from "./coverage.ts";
import { presenceOf } from "./presence.ts";

type Group =
  | { readonly kind: "compared" | "now only" | "before only" | "gaps" }
  /** The first or the last day with a value. */
  | { readonly kind: "began" | "ended"; readonly at: Day };

/** The groups of the profiles that have a value in any of the ranges, by the row of the profile. */
export type Groups = ReadonlyMap<string, Group>;

/** Undefined where gaps are not visible. */
export function groupsOf(now: Result, before: Result, metric: Metric): Groups | undefined {
  const [coursesNow, coursesBefore] = [sideOf(now, metric), sideOf(before, metric)];
  if (coursesNow === undefined || coursesBefore === undefined) return undefined;
  // A range before the data starts has no values of any profile.
  if (coursesNow.size === 0 || coursesBefore.size === 0) return new Map();
  const groups = new Map<string, Group>();
  for (const id of new Set([...coursesNow.keys(), ...coursesBefore.keys()]))
    groups.set(id, groupOf(coursesNow.get(id), coursesBefore.get(id)));
  return groups;
}

/** The values of a profile in a range. */
interface Course {
  /** The first value, if it is later than the start of the range; the last one, if it is earlier than its end. */
  readonly began: Day | undefined;
  readonly ended: Day | undefined;
  readonly missing: number;
  readonly coverage: number;
}

const throughout: Course = { began: undefined, ended: undefined, missing: 0, coverage: 1 };

/** A gap between the ranges is neither a beginning nor an end. */
function groupOf(now: Course | undefined, before: Course | undefined): Group {
  if (now === undefined) return { kind: "before only" };
  if (before === undefined) return { kind: "now only" };
  if (before.began !== undefined) return { kind: "began", at: before.began };
  if (now.ended !== undefined) return { kind: "ended", at: now.ended };
  // A single missing day leaves a profile among the compared.
  const isUneven =
    differsMuch(now.coverage, before.coverage) && Math.abs(now.missing - before.missing) > 1;
  const hasGaps = isUneven || now.began !== undefined || before.ended !== undefined;
  return { kind: hasGaps ? "gaps" : "compared" };
}

/** The course of each profile that has a value. For a level, a value in the last 7 days suffices. */
function sideOf(result: Result, metric: Metric): Map<string, Course> | undefined {
  const presence = presenceOf(result, metric);
  if (presence === undefined) return undefined;
  const recent = recentRows(result, metric);
  const courses = new Map<string, Course>();
  const { days, profiles } = presence;
  const { today } = result;
  // Days that were not over when the numbers were fetched do not count.
  const dayCount = today === undefined ? days.length : days.filter((day) => day < today).length;
  const margin = Math.min(Math.max(1, Math.floor(dayCount * edge)), mostEdgeDays);
  for (const { profile: key, has } of profiles) {
    const [begin, end] = [has.indexOf(1), has.lastIndexOf(1)];
    if (begin === -1) continue;
    const missing = has.subarray(0, dayCount).filter((hasValue) => hasValue === 0).length;
    const ended = days[end];
    if (recent !== undefined)
      courses.set(key, { ...throughout, ended: recent.has(key) ? undefined : ended });
    else
      courses.set(key, {
        began: Math.min(begin, dayCount) > margin ? days[begin] : undefined,
        ended: dayCount - end - 1 > margin ? ended : undefined,
        missing,
        coverage: 1 - missing / Math.max(1, dayCount),
      });
  }
  return courses;
}

/** The share of a range from its edges within which the first and the last value lie. */
const edge = 0.05;
/** A whole month is never at an edge. */
const mostEdgeDays = 27;
/** The days at the end of a range in which a level needs a value. */
const recentDays = 7;

/** The profiles that have a value in the last days; undefined for a metric that is not a level by day. */
function recentRows(result: Result, metric: Metric): Set<string> | undefined {
  const { start, end, today } = result;
  if (dailyValues(result, metric) === undefined || metric.kind.overDays !== "last")
    return undefined;
  const last = today !== undefined && today <= end && today > start ? addDays(today, -1) : end;
  const to = daysBetween(start, last) - 1;
  const from = Math.max(0, to + 1 - recentDays);
  const recent = new Set<string>();
  for (const { profile, values } of dayLines(result, metric))
    if (values.subarray(from, to + 1).some((value) => !Number.isNaN(value))) recent.add(profile);
  return recent;
}

export const isCompared = (groups: Groups, profile: string): boolean =>
  groups.get(profile)?.kind === "compared";

/** The profiles of one group, for a reader. */
export interface ProfileGroup {
  /** `25 that began in 2025-09`, `225 compared`. */
  readonly name: string;
  readonly ids: readonly string[];
  readonly isCompared: boolean;
  /** The reason why the change of late profiles is not growth. */
  readonly had?: string;
}

/** More months than this in which profiles began or ended are not distinguished. */
const mostMonths = 2;

/** The name of each group, and when its profiles had no values yet. */
const traits: Readonly<
  Record<Group["kind"], { name: string; noValues?: (month: string) => string | false }>
> = {
  compared: { name: "compared" },
  began: { name: "that began", noValues: (month) => month !== "" && `until ${month}` },
  ended: { name: "that ended" },
  gaps: { name: "with many gaps" },
  "now only": { name: "with values now only", noValues: () => "before" },
  "before only": { name: "with values before only" },
};

/** The groups with their numbers of profiles: the compared first, then the larger ones. */
export function groupsIn(groups: Groups): ProfileGroup[] {
  const all = Array.from(groups, ([id, group]) => {
    return { id, group, month: "at" in group ? group.at.slice(0, 7) : "" };
  });
  const isOfMany = groupBy(all, ({ group }) => group.kind)
    .filter((same) => new Set(same.map(({ month }) => month)).size > mostMonths)
    .map(([{ group }]) => group.kind);
  const named = all.map((one) => (isOfMany.includes(one.group.kind) ? { ...one, month: "" } : one));
  return groupBy(named, ({ group, month }) => group.kind + month)
    .map((same) => {
      const [{ group, month }] = same;
      const ids = same.map(({ id }) => id);
      const { name, noValues } = traits[group.kind];
      const when = month === "" ? "at" in group && "within the ranges" : `in ${month}`;
      const until = noValues?.(month);
      return {
        name: [ids.length, name, when].filter(Boolean).join(" "),
        ids,
        isCompared: group.kind === "compared",
        ...(until && {
          had: `${ids.length} ${ids.length === 1 ? "profile" : "profiles"} had no values ${until}`,
        }),
      };
    })
    .toSorted(
      (one, other) =>
        Number(other.isCompared) - Number(one.isCompared) || other.ids.length - one.ids.length,
    );
}
