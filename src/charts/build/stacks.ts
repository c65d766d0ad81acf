/** Stacks: the height of each is a total, so each has all of its parts. */
import type { ChartPanel } from "../../replies/chart.ts";
import { some } from "../../text/words.ts";

/** Leaves out series without a number, and draws no stack at places where one of the others has none. */
export function stacks(panels: readonly ChartPanel[]): {
  readonly panels: readonly ChartPanel[];
  readonly notes: readonly string[];
} {
  const isEmpty = (values: Float64Array): boolean => values.every((value) => Number.isNaN(value));
  const empty = panels.flatMap(({ series }) => series.filter(({ values }) => isEmpty(values)));
  const names = [...new Set(empty.map(({ name }) => name))];
  return {
    panels: panels.map((panel) => {
      const series = panel.series.filter(({ values }) => !isEmpty(values));
      const isWhole = (place: number): boolean =>
        series.every(({ values }) => !Number.isNaN(values[place]));
      return {
        ...panel,
        series: series.map((one) => ({
          ...one,
          drawn: one.values.map((value, place) => (isWhole(place) ? value : Number.NaN)),
        })),
      };
    }),
    notes: names.length === 0 ? [] : [`Not in the stack, for lack of a number: ${some(names, 8)}.`],
  };
}
