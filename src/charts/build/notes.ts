/** The notes below a chart, which its text has too. */
import { part, thin, type ChartKind, type ChartPanel, chartTraits } from "../../replies/chart.ts";
import { plural } from "../../text/words.ts";

/** Explains breaks, and numbers that are marked or missing. */
export function markNotes(
  kind: ChartKind,
  panels: readonly ChartPanel[],
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
    series.some(({ marks }) => marks.includes(thin)) && "more than 5 % of profile-days missing",
  ].filter((text) => text !== false);
  const look = chartTraits(kind).marks === "line" ? "Hollow" : "Hatched";
  const hasGaps = series.some(({ values, drawn = values }) => drawn.some(Number.isNaN));
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
