/** The lists at the end of a report: what limits its numbers, and where each comes from. */
import { cautionsOf } from "../replies/layout.ts";
import { formatShare } from "../text/numbers.ts";
import { madeUp } from "../text/words.ts";
import type { Answer } from "./answers.ts";
import type { Formats } from "./formats.ts";
import type { Pieces } from "./pieces.ts";

/** The cautions of all questions, without repeats. */
export function cautionsIn(answers: readonly Answer[]): string[] {
  const questions = new Map<string, string[]>();
  for (const { name, content } of answers) {
    const isMadeUp = content.cost?.includes(madeUp) === true;
    const said = [isMadeUp && madeUp, ...(content.coverage ?? []), ...cautionsOf(content)];
    for (const note of said)
      // A reader of the report has no tools.
      if (
        typeof note === "string" &&
        !/^(Complete\.)?$|\bread_result\b|name them in metrics/.test(note)
      )
        questions.set(note, [...(questions.get(note) ?? []), name]);
  }
  return Array.from(questions, ([note, names]) =>
    names.length === answers.length ? note : `${names.join(", ")}: ${note}`,
  );
}

/** Each number of the text with its question, subject, range, coverage and age. */
export function sourcesIn(pieces: Pieces, formats: Formats): string[] {
  const lines = pieces.all.flatMap((piece) => {
    if (piece.kind !== "figure") return [];
    const { source, text } = piece;
    const { question, network, subject, metric, number, period, before, coverage, age } = source;
    const parts = [
      `${text}: ${[question, network, subject, `${metric} ${number}`].filter(Boolean).join(", ")}`,
      `${formats.range(period)}${before === undefined ? "" : ` against ${formats.range(before)}`}`,
      Number.isNaN(coverage)
        ? []
        : `${formats.localised(formatShare(100 * coverage))} % of the profile-days`,
      age,
    ];
    return [parts.flat().filter(Boolean).join("; ")];
  });
  return [...new Set(lines)];
}
