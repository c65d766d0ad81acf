/** Both sides of a comparison, and the earlier one at the days of the later one, computed apart from the server. */
import type { SideReference } from "./side-reference.ts";

interface Row {
  readonly side: SideReference;
  readonly days: readonly string[];
}

/** The numbers of some profiles; null without any that can be compared. */
export interface EqualDays {
  readonly now: number | null;
  readonly before: number | null;
  readonly base: number | null;
  /** The profiles that are compared in the row. */
  readonly profiles: readonly string[];
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

/** The days of a row that count for a metric. */
const countedDays = ({ side, days }: Row, metric: string): readonly string[] =>
  side.reference.sides(metric, days).at(-1)?.days ?? [];

/** In a row of time, a profile needs half of its days; a level a value that is carried to the end. */
function daysWithValue(row: Row, metric: string, profile: string, isTime: boolean): number {
  const { reference } = row.side;
  if (reference.isCarried(metric)) {
    const { value } = row.side.number(metric, [profile], row.days, isTime);
    return value === null ? 0 : 1;
  }
  const days = countedDays(row, metric);
  const count = reference.pairs(metric, profile, days).length;
  return isTime && count * 2 < days.length ? 0 : count;
}

/** Profiles with the days that they have on both sides. */
interface Weighted {
  readonly profile: string;
  readonly weight: number;
}

function numberOf(row: Row, metric: string, profiles: readonly Weighted[]): number | null {
  const { reference } = row.side;
  const sumOf = (at: 0 | 1 | 2): number =>
    sum(
      profiles.flatMap(({ profile, weight }) =>
        reference
          .pairs(metric, profile, countedDays(row, metric))
          .map(([above, below]) => weight * ([above, below, 1][at] ?? 0)),
      ),
    );
  const [above, below, count] = [sumOf(0), sumOf(1), sumOf(2)];
  if (profiles.length === 0) return null;
  if (["flow", "net"].includes(reference.kind(metric))) return above;
  const factor = reference.factor(metric);
  if (factor === undefined) return above / count;
  return below === 0 ? null : (factor * above) / below;
}

export function equalDays(
  metric: string,
  now: Row,
  before: Row,
  ids: readonly string[],
  isTime: boolean,
): EqualDays {
  const weighted = ids.flatMap((profile): Weighted[] => {
    const daysOf = (row: Row): number =>
      row.days.length === 0 ? 0 : daysWithValue(row, metric, profile, isTime);
    const [late, early] = [daysOf(now), daysOf(before)];
    // A row of time in one range alone keeps its number.
    const isAlone = isTime && (now.days.length === 0 || before.days.length === 0);
    if (isAlone) return late + early > 0 ? [{ profile, weight: 1 }] : [];
    return late > 0 && early > 0 ? [{ profile, weight: late / early }] : [];
  });
  const profiles = weighted.map(({ profile }) => profile);
  const numbersOf = (row: Row): number | null => {
    if (profiles.length === 0 || row.days.length === 0) return null;
    const { value } = row.side.number(metric, profiles, row.days, isTime);
    return typeof value === "number" ? value : null;
  };
  // Across a break there is no number of the same profiles.
  const isBroken = [now, before].some(
    ({ side, days }) => side.reference.sides(metric, days).length > 1 && !isTime,
  );
  if (isBroken) return { now: null, before: null, base: null, profiles };
  const [late, early] = [numbersOf(now), numbersOf(before)];
  const isAsIs =
    now.side.reference.isCarried(metric) || (now.side.reference.isRaw && isTime) || early === null;
  const base = isAsIs ? early : numberOf(before, metric, weighted);
  return { now: late, before: early, base, profiles };
}
