/** Notes on a run that its result does not show. */
import { dayAt } from "../../../base/time/days.ts";
import { needsInsights } from "../../../catalog/metrics/index.ts";
import { includedProfiles, profilesOff, type Question } from "../question/question.ts";
import { groupBy } from "../../../numbers/cells/group-by.ts";
import { linesOf } from "../../../numbers/cells/day-values.ts";
import { evidenceLines } from "../../../numbers/cells/select.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import type { Note } from "../../../answers/replies/layout.ts";
import { dayName } from "../../../answers/report/names.ts";
import { some } from "../../../base/text/words.ts";

/** The next call to try, where every value is missing. */
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
  // The first line says that insights are off.
  const areAllOff = profilesOff(question).length === includedProfiles(question).length;
  if (question.metrics.every(needsInsights) && areAllOff) return false;
  return "Every value is missing: try period last_30_days; list_profiles shows whose insights are on.";
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
