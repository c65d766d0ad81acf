/** The group of each profile of a comparison, computed apart from the server. */
import type { SideReference } from "./side-reference.ts";

interface Asked {
  readonly metric: string;
  readonly now: SideReference;
  readonly before: SideReference;
}

/** The values of a profile on the days of a side for which the metric can have data. */
const valuesOf = (side: SideReference, metric: string, profile: string): (number | null)[] =>
  side.reference.applicable(metric, side.days).map((day) => {
    const value = side.reference.combined(metric, [profile], [day]);
    return typeof value === "number" ? value : null;
  });

/** Of counts of days, nothing but zeros on 28 days or more before the first other value are no values. */
function withoutZeroStart(
  [before, now]: readonly (readonly (number | null)[])[],
  isCount: boolean,
): (number | null)[][] {
  const values = [...(before ?? []), ...(now ?? [])];
  const first = values.findIndex((value) => value !== null && value !== 0);
  const zeros = values.slice(0, Math.max(0, first)).filter((value) => value === 0).length;
  const from = isCount && first !== -1 && zeros >= 28 ? first : 0;
  const cut = values.map((value, at) => (at < from ? null : value));
  return [cut.slice(0, before?.length), cut.slice(before?.length)];
}

/** True for a profile whose values cover both ranges alike. */
export function isSame({ metric, now, before }: Asked, profile: string): boolean {
  const { reference } = now;
  const sides = [before, now];
  if (reference.isCarried(metric))
    return sides.every(
      ({ leadIn, days }) =>
        reference.combined(metric, [profile], [...leadIn, ...days].slice(-7)) !== null,
    );
  const isCount = ["flow", "net"].includes(reference.kind(metric));
  const values = sides.map((side) => valuesOf(side, metric, profile));
  const known = withoutZeroStart(values, isCount);
  const isThroughout = known.every((list) => {
    const edge = list.length < 7 ? 1 : Math.max(3, Math.floor(list.length * 0.05));
    const [first, last] = [list.slice(0, edge), list.slice(-edge)];
    return [first, last].every((days) => days.some((value) => value !== null));
  });
  const [early = 0, late = 0] = values.map(
    (list) => list.filter((value) => value !== null).length / list.length,
  );
  return isThroughout && Math.abs(late - early) <= 0.15 + 1e-9;
}
