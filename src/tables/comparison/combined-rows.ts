/** The rows of a comparison's table in order, with those that combine others. */
import { compare, type Compared } from "../../meaning/comparison.ts";
import { withheld } from "../../meaning/figures.ts";
import { plural } from "../../text/words.ts";
import { combinable, isOneSided, restricted, type ShownComparison } from "./rows.ts";

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
 * The rows with both sides, those that are not shown as one, and their total; then the rows with one side, and all.
 * Rows that a reader has ranked keep their order, with the total of those with both sides.
 */
export function linesOf(shown: ShownComparison, { rows, isPart }: Chosen): Line[] {
  const { compared, order } = shown;
  const combine = combiner(shown);
  const isSingle = (row: number): boolean => isOneSided(compared, row);
  if (order !== undefined) {
    const both = rows.filter((row) => !isSingle(row));
    const name = both.length === compared.rowCount ? "all" : "these";
    const sides = both.length === rows.length ? "" : " with both sides";
    return [...rows, ...(both.length < 2 ? [] : combine(`${name} ${both.length}${sides}`, both))];
  }
  const all = [...Array.from({ length: compared.rowCount }).keys()];
  const both = all.filter((row) => !isSingle(row));
  const single = all.filter(isSingle);
  const shownRows = rows.filter((row) => !isSingle(row));
  const rest = both.filter((row) => !shownRows.includes(row));
  return [
    ...shownRows,
    ...(shownRows.length === 0 || rest.length === 0 ? [] : combine(`${rest.length} others`, rest)),
    ...(both.length < 2
      ? []
      : combine(`${single.length === 0 ? "all" : "these"} ${both.length}`, both)),
    ...(isPart
      ? combine(`${plural(single.length, "row")} with one side`, single)
      : rows.filter(isSingle)),
    ...(single.length === 0 ? [] : combine(`all ${all.length}`, all).map(withoutPercent)),
  ];
}

type Combiner = (name: string, rows: readonly number[]) => CombinedRow[];

/** Returns a function that combines rows; it gives nothing where the rows overlap or cannot be combined. */
function combiner({ comparison, dimensions, compared }: ShownComparison): Combiner {
  const type = combinable(dimensions);
  const axis = compared.axes.find((one) => one.type === type);
  if (axis === undefined || compared.rowCount < 2) return () => [];
  return (name, rows) => {
    if (rows.length === 0) return [];
    const one = compare(restricted(comparison, axis, rows), []);
    const isOverlapping = type === "profile_label";
    return [{ name, compared: isOverlapping ? withoutSplit(one) : withSums(one, compared, rows) }];
  };
}

/** The rate and the mix of a row that combines others are the sums of theirs. */
function withSums(one: Compared, { metrics }: Compared, rows: readonly number[]): Compared {
  const sumOf = (list: Float64Array): Float64Array =>
    Float64Array.of(rows.reduce((sum, row) => sum + (list[row] || 0), 0));
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

const noNumber = (): Float64Array => Float64Array.of(withheld);

/** Labels overlap: their rates and mixes do not add up to those of their total. */
const withoutSplit = (one: Compared): Compared => ({
  ...one,
  metrics: one.metrics.map((own) =>
    own.explained === undefined
      ? own
      : { ...own, explained: { rate: noNumber(), mix: noNumber() } },
  ),
});

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
