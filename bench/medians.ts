/** Medians of consecutive runs of this server and of another. */
import { median } from "simple-statistics";

export type Pair = Readonly<Record<"ours" | "bare", number>>;
/** The ratio is the median of those of the runs, because a slow phase of the machine affects both. */
export type Medians = Pair & { readonly ratio: number };

export const medianOf = <Run>(runs: readonly Run[], figure: (run: Run) => number): number =>
  median(runs.map(figure));

export const medians = (pairs: readonly Pair[]): Medians => ({
  ours: medianOf(pairs, ({ ours }) => ours),
  bare: medianOf(pairs, ({ bare }) => bare),
  ratio: medianOf(pairs, ({ ours, bare }) => ours / bare),
});
