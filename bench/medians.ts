/** Medians of consecutive runs. */
import { median } from "simple-statistics";

/** The median of each figure. */
export function mediansOf<Run extends Readonly<Record<string, number>>>(runs: readonly Run[]): Run {
  const names = Object.keys(runs[0] ?? {});
  const figures = (name: string): number[] => runs.map((run) => run[name] ?? Number.NaN);
  return Object.fromEntries(names.map((name): unknown[] => [name, median(figures(name))]));
}

/** A figure of this server and of another. */
export type Pair = Readonly<Record<"ours" | "bare", number>>;
/** The ratio is the median of those of the runs, because a slow phase of the machine affects both. */
export type Medians = Pair & { readonly ratio: number };

export const medians = (pairs: readonly Pair[]): Medians =>
  mediansOf(pairs.map(({ ours, bare }) => ({ ours, bare, ratio: ours / bare })));
