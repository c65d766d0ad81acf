/** Notes on a run that its result does not show. */
import type { Outcome } from "../merge/assemble.ts";
import { breaksOf } from "../../catalog/breaks.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import type { Result } from "../../cells/result.ts";
import { missingLines, type Note } from "../../tables/notes.ts";
import { plural, some } from "../../text/words.ts";

/** Lists the likely causes where every value is missing, and the next call to try. */
export function nothingNote({ cells }: Result, question: Question): Note {
  if (cells.values.some((value) => !Number.isNaN(value))) return false;
  const { network, metrics, end } = question;
  const names = metrics.map(({ name }) => name);
  const starts = breaksOf(network).filter(
    (row) =>
      row.before === undefined &&
      row.date > end &&
      row.metrics.some((name) => names.includes(name)),
  );
  const causes = [
    ...starts.map(({ date }) => `these metrics have data only from ${date}`),
    metrics.some(needsInsights) && "insights are off, or were not yet on, for these profiles",
    metrics.some(({ unsupported }) => unsupported) && "the API no longer supports the metric",
    "the profiles were connected after these days",
    "the days are not processed yet",
  ].filter((cause) => cause !== false);
  return `Every value is missing. Likely causes, the likeliest first: ${causes.join("; ")}. Try the same with period last_30_days; list_profiles shows whose insights are on.`;
}

/** Names the profiles whose insights are off. */
export function insightsNote(question: Question): Note {
  const asked = question.metrics.filter(needsInsights);
  const off = includedProfiles(question).filter(
    ({ id, insightsEnabled }) => insightsEnabled === false || question.withoutInsights?.has(id),
  );
  const names = off.map(({ name }) => name);
  return (
    asked.length > 0 &&
    off.length > 0 &&
    `Insights are off for ${some(names, 10)}: no values of metrics that begin with insights_.`
  );
}

/** Names the profiles without a label: they are in no row. */
export function unlabelledNotes(question: Question, labels: Labels | undefined): Note[] {
  if (labels === undefined) return [];
  const names = includedProfiles(question)
    .filter((profile) => labels.of(profile).length === 0)
    .map(({ name }) => name);
  return [
    "A profile counts under each of its labels, so labels do not add up.",
    names.length > 0 && `Without a label, and so in no row: ${some(names, 20)}.`,
  ];
}

/** Names the metrics that were folded, and counts the values that were missing. */
export function foldedNotes({ parts }: Outcome): Note[] {
  return parts.map(({ isFolded, cells }) => {
    if (!isFolded) return false;
    const names = cells.metrics.map(({ name }) => name);
    const isProfileDays = cells.axes.length === 2 && cells.axes[1]?.type === "date.day";
    const skipped = missingLines(cells, isProfileDays ? "profile-days" : "values");
    const by = cells.axes.map(({ type }) => type).join(", ");
    return `Folded here from ${by}, exactly: ${some(names, 8)}.${skipped.length === 0 ? "" : ` Skipped as missing: ${some(skipped, 4)}.`}`;
  });
}

/** Explains why more requests were sent than planned. */
export const cutNote = (tooLarge: number): Note =>
  tooLarge > 0 &&
  `${plural(tooLarge, "request")} of these came back as too large for the API and went out again in smaller ones; the size is remembered.`;
