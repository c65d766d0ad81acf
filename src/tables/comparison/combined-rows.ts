/** The rows of a comparison's table in order, with those that combine others. */
import type { Work } from "../../async/work.ts";
import { compare, type Compared } from "../../meaning/comparison.ts";
import { withheld } from "../../meaning/figures.ts";
import { plural } from "../../text/words.ts";
import {
  combinable,
  isEmpty,
  isOneSided,
  isPartial,
  restricted,
  type ShownComparison,
} from "./rows.ts";

/** A row that combines others. */
interface CombinedRow {
  readonly name: string;
  /** A single row. */
  readonly compared: Compared;
}

/** A row of the comparison, or one that combines some of them. */
export type Line = number | CombinedRow;

export interface Chosen {
  /** The rows to show, in order. */
  readonly rows: readonly number[];
  /** They are not all rows. */
  readonly isPart: boolean;
}

/**
 * The rows that are compared, those of them that are not shown as one, and their total; then those with a part of the
 * ranges, those with one side, and all. Rows that a reader has ranked keep their order, with their total.
 */
export function* linesOf(shown: ShownComparison, { rows, isPart }: Chosen): Work<Line[]> {
  const { compared, order } = shown;
  const combine = combiner(shown);
  const { alike, partial, single, empty } = groupRows(shown);
  if (order !== undefined) {
    const both = rows.filter((row) => !single.has(row));
    const name = both.length === compared.rowCount ? "all" : "these";
    const sides = both.length === rows.length ? "" : " with both sides";
    const total = both.length < 2 ? [] : yield* combine(`${name} ${both.length}${sides}`, both);
    return [...rows, ...total];
  }
  const shownRows = rows.filter((row) => alike.has(row) || empty.has(row));
  const listed = new Set(shownRows);
  const rest = [...alike, ...empty].filter((row) => !listed.has(row));
  const others = partial.size + single.size;
  const name = others === 0 ? `all ${compared.rowCount}` : `these ${alike.size}`;
  const sides = partial.size === 0 ? "" : " compared";
  function* groupLines(group: ReadonlySet<number>, title: string): Work<Line[]> {
    if (!isPart) return rows.filter((row) => group.has(row));
    return yield* combine(title, [...group]);
  }
  return [
    ...shownRows,
    ...(shownRows.length === 0 || rest.length === 0
      ? []
      : yield* combine(`${rest.length} others`, rest)),
    ...(alike.size < 2 ? [] : yield* combine(`${name}${sides}`, [...alike])),
    ...(yield* groupLines(partial, `${plural(partial.size, "row")} with a part of the ranges`)),
    ...(yield* groupLines(single, `${plural(single.size, "row")} with one side`)),
    ...(others === 0
      ? []
      : (yield* combine(`all ${compared.rowCount}`, [...Array(compared.rowCount).keys()])).map(
          withoutPercent,
        )),
  ];
}

type RowGroup = "alike" | "partial" | "single" | "empty";

/** Rows of labels combine profiles, whose compared ones give their percentages: none of them is partial. */
function groupRows({
  compared,
  dimensions,
}: ShownComparison): Record<RowGroup, ReadonlySet<number>> {
  const all = [...Array(compared.rowCount).keys()];
  const empty = new Set(all.filter((row) => isEmpty(compared, row)));
  const single = new Set(all.filter((row) => isOneSided(compared, row)));
  const partial = new Set(
    all.filter(
      (row) => dimensions.includes("profile") && !single.has(row) && isPartial(compared, row),
    ),
  );
  const others = [single, partial, empty];
  const alike = new Set(all.filter((row) => !others.some((group) => group.has(row))));
  return { alike, partial, single, empty };
}

type Combiner = (name: string, rows: readonly number[]) => Work<CombinedRow[]>;

/** Returns a function that combines rows; it gives nothing where the rows overlap or cannot be combined. */
function combiner({ comparison, dimensions, compared }: ShownComparison): Combiner {
  const type = combinable(dimensions);
  const axis = compared.axes.find((one) => one.type === type);
  return function* combine(name, rows) {
    if (axis === undefined || compared.rowCount < 2 || rows.length === 0) return [];
    const one = yield* compare(restricted(comparison, axis, rows), []);
    const isOverlapping = type === "profile_label";
    return [
      { name, compared: withSplit(one, isOverlapping ? one : compared, rows, isOverlapping) },
    ];
  };
}

/**
 * The rate and the mix of a row that combines others are the sums of theirs; labels overlap, so that theirs do not add
 * up to those of their total.
 */
function withSplit(
  one: Compared,
  { metrics }: Compared,
  rows: readonly number[],
  isOverlapping: boolean,
): Compared {
  const sumOf = (list: Float64Array): Float64Array =>
    Float64Array.of(
      isOverlapping ? withheld : rows.reduce((sum, row) => sum + (list[row] || 0), 0),
    );
  return {
    ...one,
    metrics: one.metrics.map((own, place) => {
      const explained = metrics[place]?.explained;
      return explained === undefined
        ? own
        : { ...own, explained: { rate: sumOf(explained.rate), mix: sumOf(explained.mix) } };
    }),
  };
}

/** Rows with one side are in the difference of all rows: a percentage would show them as growth. */
const withoutPercent = ({ name, compared }: CombinedRow): CombinedRow => ({
  name,
  compared: {
    ...compared,
    metrics: compared.metrics.map((own) => ({
      ...own,
      percent: Float64Array.of(Number.NaN),
      percentPerDay: Float64Array.of(Number.NaN),
    })),
  },
});
