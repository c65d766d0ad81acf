/** The cautions at the end of a report: what limits its numbers. */
import { cautionsOf } from "../replies/layout.ts";
import { madeUp } from "../text/words.ts";
import type { Answer } from "./answers.ts";

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
