/** Notes on a run that its result does not show. */
import { dayAt } from "../../time/days.ts";
import { breaksOf } from "../../catalog/breaks.ts";
import { needsInsights } from "../../catalog/metrics/index.ts";
import { includedProfiles, profilesOff, type Question } from "../question/question.ts";
import { groupBy } from "../../cells/group-by.ts";
import { linesOf } from "../../cells/day-values.ts";
import { evidenceLines } from "../../cells/select.ts";
import type { Result } from "../../cells/result.ts";
import type { Note } from "../../replies/layout.ts";
import { dayName } from "../../report/names.ts";
import { isRecent } from "../../meaning/delivery.ts";
import { some } from "../../text/words.ts";

/** Lists the likely causes where every value is missing, and the next call to try. */
export function nothingNote(result: Result, question: Question): Note {
  // A ratio whose denominators are 0 has no cells with a value, and is withheld: its parts have values.
  const hasValue = result.days.lists.some((list) =>
    linesOf(result.days, list).some(({ values }) => values.some((value) => !Number.isNaN(value))),
  );
  // The first line says since when profiles have no values.
  const hasEnded = result.metrics.some((metric) =>
    evidenceLines(result, metric).some(({ at }) =>
      Array.from({ length: result.days.leadIn }, (_, day) => at(day - result.days.leadIn)).some(
        (value) => !Number.isNaN(value),
      ),
    ),
  );
  if (hasValue || hasEnded) return false;
  const { network, metrics, end } = question;
  // The first line says that insights are off.
  const areAllOff = profilesOff(question).length === includedProfiles(question).length;
  if (metrics.every(needsInsights) && areAllOff) return false;
  const names = metrics.map(({ name }) => name);
  const starts = breaksOf(network).filter(
    (row) =>
      row.before === undefined &&
      row.date > end &&
      row.metrics.some((name) => names.includes(name)),
  );
  const causes = [
    ...starts.map(({ date }) => `these metrics have data only from ${date}`),
    isRecent(result) && "the network has not delivered these days yet",
    metrics.some(needsInsights) && "insights are off, or were not yet on, for these profiles",
    metrics.some(({ unsupported }) => unsupported) && "the API no longer supports the metric",
    "the profiles were connected after these days",
  ].filter((cause) => cause !== false);
  return `Every value is missing. Likely causes, the likeliest first: ${causes.join("; ")}. Try the same with period last_30_days; list_profiles shows whose insights are on.`;
}

const zeroTexts = {
  undecided: (day: string) =>
    `0 for all profiles from ${day} on: these days may not be delivered yet`,
  "always zero": (day: string) => `0 on every day since ${day}, or before`,
  zero: (day: string) => `0 since ${day}`,
  ended: undefined,
};

/** Zeros on the last days, which count, but may be days that are not delivered, or the end of a metric. */
export function zerosNote(result: Result): Note {
  const said = [...(result.runs ?? [])].flatMap(([name, { kind, day, isBound }]) => {
    const text = zeroTexts[kind]?.(dayName(day, result));
    const bound = isBound && kind === "zero" ? ", or before" : "";
    return text === undefined ? [] : [{ name, text: `${text}${bound}` }];
  });
  const texts = groupBy(said, ({ text }) => text).map(
    (same) =>
      `${some(
        same.map(({ name }) => name),
        3,
      )}: ${same[0].text}`,
  );
  return texts.length > 0 && `${some(texts, 3, "; ")}.`;
}

/** Names the metrics that the API does not accept, and since when. */
export function unacceptedText(
  { unaccepted = [] }: Question,
  since: (metric: string) => number | undefined,
): string | undefined {
  if (unaccepted.length === 0) return undefined;
  const times = unaccepted.flatMap((name) => since(name) ?? []);
  const day = times.length === 0 ? "" : ` since ${dayAt(Math.min(...times))}`;
  return `Without ${some(unaccepted, 6)}: not accepted by the API${day}.`;
}
