/** Notes that explain the marks of a chart. */
import {
  part,
  thin,
  type Chart,
  type ChartKind,
  type ChartPanel,
  chartTraits,
} from "../../replies/chart.ts";

export function markNotes(kind: ChartKind, panels: readonly ChartPanel[]): string[] {
  const series = panels.flatMap((panel) => panel.series);
  const has = (mark: number): boolean => series.some(({ marks }) => marks.includes(mark));
  const hatched = [
    has(part) &&
      "numbers of a part of a period, of days that are not over, or of fewer profiles than later ones",
    has(thin) && "numbers that lack more than 5 % of their profile-days",
  ].filter((text) => text !== false);
  const hasGaps = series.some(({ values, drawn = values }) =>
    drawn.some((value) => Number.isNaN(value)),
  );
  const stands =
    chartTraits(kind).marks === "line" &&
    panels.some(({ metric }) => metric.kind.overDays !== "sum");
  return [
    ...(hatched.length === 0 ? [] : [`Hatched or hollow: ${hatched.join(", and ")}.`]),
    ...(hasGaps ? [gapNote(kind)] : []),
    ...(stands ? ["The axes of levels and means do not have to begin at 0."] : []),
  ];
}

const gapNote = (kind: ChartKind): string =>
  chartTraits(kind).isStacked
    ? "A stack is left out where any of its numbers is missing or withheld."
    : "Nothing is drawn where a number is missing or withheld; that is not 0.";

/** The lines below a chart. */
export const captionOf = ({ source, notes }: Chart): string[] => [source, ...notes];
