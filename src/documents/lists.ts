/** The cautions at the end of a report: what limits its numbers. */
import { complete } from "../replies/completeness.ts";
import { cautionsForPeople } from "../replies/layout.ts";
import { madeUp } from "../text/words.ts";
import type { Answer } from "./answers.ts";

/** The cautions of all questions, without repeats. */
export function cautionsIn(answers: readonly Answer[]): string[] {
  const questions = new Map<string, string[]>();
  for (const { name, content } of answers) {
    const isMadeUp = content.cost?.some((note) => note === madeUp) === true;
    const said = [isMadeUp && madeUp, ...(content.coverage ?? []), ...cautionsForPeople(content)];
    for (const note of said)
      if (typeof note === "string" && note !== "" && note !== complete)
        questions.set(note, [...(questions.get(note) ?? []), name]);
  }
  return Array.from(questions, ([note, names]) =>
    names.length === answers.length ? note : `${names.join(", ")}: ${note}`,
  );
}
