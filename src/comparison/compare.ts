/** Two ranges of one question, compared like for like. */
import { each, type Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import { rowKey } from "../cells/axis.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result, Comparison } from "../cells/result.ts";
import { onlyProfiles } from "../cells/select.ts";
import { compareRows } from "./rows.ts";
import type { Compared, ComparedMetric, Like } from "./rows.ts";
import { groupsOf, isCompared, type Groups } from "../meaning/groups.ts";

export type { Compared, ComparedMetric } from "./rows.ts";

/**
 * Compares both sides at some dimensions. Percentages are those of the profiles that are compared like for like, where
 * these have at least half of what was before; rows of time and of breakdowns have one group.
 */
export function* compare(comparison: Comparison, dimensions: readonly Dimension[]): Work<Compared> {
  const compared = yield* compareRows(comparison, dimensions);
  if (dimensions.some((type) => isDateDimension(type) || isBreakdown(type))) return compared;
  const alike = new Map<string, readonly ComparedMetric[]>();
  function* ofProfiles(ids: readonly string[]): Work<readonly ComparedMetric[]> {
    const made =
      alike.get(ids.join()) ?? (yield* compareProfiles(comparison, dimensions, ids)).metrics;
    alike.set(ids.join(), made);
    return made;
  }
  const metrics = yield* each(compared.metrics, function* likeForLike(own, place) {
    const { now, before } = comparison;
    const groups = own.parts.length > 0 ? undefined : groupsOf(now, before, own.metric);
    if (groups === undefined) return own;
    const like = likeIn(groups, compared, now);
    const ids = [...groups.keys()].filter((id) => isCompared(groups, id));
    if (ids.length === groups.size) return { ...own, like };
    if (ids.length === 0 || dimensions.includes("profile") || now.profileCount === 1)
      return { ...own, like, ...percents(own, (row) => like.compared[row] !== 0) };
    const alone = (yield* ofProfiles(ids))[place] ?? own;
    return { ...own, like, ...percents(alone, (row) => holdsHalf(own, alone, like, row)) };
  });
  return { ...compared, metrics };
}

/** Compares some of the profiles. */
export function compareProfiles(
  { now, before, whole = before }: Comparison,
  dimensions: readonly Dimension[],
  ids: readonly string[],
): Work<Compared> {
  const wanted = new Set(ids);
  const only = (result: Result): Result => onlyProfiles(result, (id) => wanted.has(id));
  return compareRows({ now: only(now), before: only(before), whole }, dimensions);
}

type Percents = Pick<ComparedMetric, "percent" | "percentPerDay">;

/** The percentages of some rows. */
export const percents = (
  { percent, percentPerDay }: Percents,
  has: (row: number) => boolean,
): Percents => ({
  percent: percent.map((value, row) => (has(row) ? value : Number.NaN)),
  percentPerDay: percentPerDay.map((value, row) => (has(row) ? value : Number.NaN)),
});

/** The compared profiles have at least half of what was before; of means, they are at least half of the profiles. */
function holdsHalf(whole: ComparedMetric, alone: ComparedMetric, like: Like, row: number): boolean {
  if (whole.metric.kind.overProfiles !== "sum")
    return numberAt(like.compared, row) * 2 >= numberAt(like.all, row);
  return Math.abs(numberAt(alone.before, row)) * 2 >= Math.abs(numberAt(whole.before, row));
}

/** Counts the profiles beneath each row. */
function likeIn(groups: Groups, { axes, rowCount }: Compared, { labels }: Result): Like {
  const compared = new Uint32Array(rowCount);
  const all = new Uint32Array(rowCount);
  const placesIn = axes.map(({ keys }) => new Map(keys.map((key, place) => [key, place])));
  for (const [id, { kind }] of groups) {
    const labelled = labels?.placesOf.get(id) ?? [];
    const rows = axes.reduce<number[]>(
      (found, { type, keys }, axis) => {
        const own =
          type === "profile" ? [id] : labelled.map((at) => rowKey(labels?.rows[at] ?? ""));
        const places = own.flatMap((key) => placesIn[axis]?.get(key) ?? []);
        return found.flatMap((row) => places.map((place) => row * keys.length + place));
      },
      [0],
    );
    for (const row of rows) {
      all[row]! += 1;
      if (kind === "compared") compared[row]! += 1;
    }
  }
  return { groups, compared, all };
}
