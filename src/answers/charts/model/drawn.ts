/** Parts that charts of results and of comparisons share, and the notes below a chart, which its text has too. */
import { chartTraits } from "./kinds.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import { part, thin, type Chart, type ChartSeries } from "../../replies/chart.ts";
import { plural, some } from "../../../base/text/words.ts";

/** The most rows side by side, unless the caller asks for more. */
export const mostRows = 20;

export const hasNumber = ({ values }: ChartSeries): boolean =>
  values.some((value) => !Number.isNaN(value));

/** @throws ToolError `invalid_input` for a chart without a number. */
export function checkDrawn({ panels }: Chart): void {
  if (panels.some(({ series }) => series.some(hasNumber))) return;
  throw inputError(
    "nothing can be drawn: every number is missing, or withheld because it cannot be combined in this way",
    "Draw other metrics, or ask the question by profile and day.",
  );
}

/** The first metrics of a result, and a note on the others. */
export function withMetrics(
  result: Result,
  most: number,
): { readonly result: Result; readonly notes: readonly string[] } {
  const { metrics } = result;
  const skipped = metrics.slice(most).map(({ name }) => name);
  if (skipped.length === 0) return { result, notes: [] };
  return {
    result: { ...result, metrics: metrics.slice(0, most) },
    notes: [`Not drawn: ${some(skipped, 8)}. Name what to draw in metrics.`],
  };
}

/** Explains breaks, and numbers that are marked or missing. */
export function markNotes(
  { kind, panels }: Pick<Chart, "kind" | "panels">,
  places: readonly string[],
): string[] {
  const series = panels.flatMap((panel) => panel.series);
  // Names of profiles can have stars too.
  const isStarred = (name: string | undefined = ""): boolean => /^(\d{4}-.*|\w+day)\*/.test(name);
  const causes = [
    places.some((name) => isStarred(name)) && "a part of a period, or days that are not over (*)",
    series.some(({ marks }) =>
      marks.some((mark, place) => mark === part && !isStarred(places[place])),
    ) && "fewer profiles than later numbers",
    series.some(({ marks }) => marks.includes(thin)) &&
      "over 5 points more of the profile-days missing than in the most complete number",
  ].filter((text) => text !== false);
  const look = chartTraits(kind).marks === "line" ? "Hollow" : "Hatched";
  // Rows without a change have the reason beside them.
  const hasGaps = series.some(
    ({ values, drawn = values, texts }) => texts === undefined && drawn.some(Number.isNaN),
  );
  const isCut = panels.some(({ metric, breaks }) => metric.kind.isDifference && breaks.length > 0);
  return [
    isCut && "The day of a break is not drawn: its value may be the switch.",
    causes.length > 0 && `${look}: ${causes.join("; ")}.`,
    hasGaps && "Gaps and – are missing or withheld numbers, not 0.",
    hasGaps && chartTraits(kind).isStacked && "A stack needs all of its parts.",
  ].filter((text) => text !== false);
}

/** Counts what is not shown. @param by what decides, if anything: `highest fans_change`. */
export function omittedNote(omitted: number, shown: number, noun: string, by?: string): string[] {
  if (omitted <= 0) return [];
  const these = plural(shown, noun.replaceAll("_", " "));
  const which = by === undefined ? `first ${these}` : `${these} with the ${by}`;
  return [`${omitted} more ${omitted === 1 ? "is" : "are"} not shown, only the ${which}.`];
}
