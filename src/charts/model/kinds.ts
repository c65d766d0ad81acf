/** The kind of chart that fits some numbers, and those that would mislead. */
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import { inputError } from "../../errors/tool-error.ts";
import { chartTraits, type ChartKind, type ChartPanel } from "../../replies/chart.ts";

/** More bars than this are too narrow to tell apart. */
const mostBars = 62;

/**
 * @param asked undefined: lines for levels and for several series; bars for counts that can be totalled, and for rows
 * side by side.
 * @throws ToolError `invalid_input` for a kind that does not fit.
 */
export function kindOf(
  asked: ChartKind | undefined,
  panels: readonly ChartPanel[],
  places: number,
  dimensions: readonly Dimension[],
): ChartKind {
  const isOfTime = dimensions.some(isCalendarDate);
  if (asked === undefined) {
    const areAdded = panels.every(({ metric: { kind } }) => kind.overDays === "sum");
    const isSingle = panels.every(({ series }) => series.length === 1);
    return !isOfTime || (areAdded && isSingle && places <= mostBars) ? "bar" : "line";
  }
  const { marks, isStacked } = chartTraits(asked);
  if (marks === "line" && !isOfTime) {
    throw inputError(
      "a line needs time, and these rows do not follow one another",
      "Use the kind bar, or give a grain such as day.",
    );
  }
  const problem = isStacked ? stackProblem(panels, dimensions) : undefined;
  if (problem !== undefined) throw inputError(`a stack ${problem}`, "Use the kind line or bar.");
  return asked;
}

function stackProblem(
  panels: readonly ChartPanel[],
  dimensions: readonly Dimension[],
): string | undefined {
  const overlapping = dimensions.find((type) => !isCalendarDate(type) && type !== "profile");
  const different = panels.find(
    ({ metric: { kind } }) => kind.overDays !== "sum" || kind.isDifference,
  );
  if (different !== undefined)
    return `shows a sum, and ${different.metric.name} (${different.metric.kind.word}) does not add up over its rows`;
  if (overlapping !== undefined) return `shows a sum, and rows of ${overlapping} have none`;
  if (panels.every(({ series }) => series.length === 1))
    return "needs several series, and the result has one; it needs the dimension profile and time";
  const all = panels.flatMap(({ series }) => series);
  if (all.some(({ role }) => role === "before")) return "cannot show two ranges";
  if (all.some(({ values }) => values.some((value) => value < 0)))
    return "cannot show negative numbers";
  return undefined;
}
