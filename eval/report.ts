/** The results of an evaluation as text. */
import type { Outcome } from "./evaluate.ts";
import { traps } from "./question.ts";

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

const verdicts = ["right", "wrong", "abstained", "misbehaved"] as const;

const line = (name: string, outcomes: readonly Outcome[]): string => {
  const counts = verdicts.map(
    (verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length,
  );
  const tokens = Math.round(median(outcomes.map((outcome) => outcome.tokens)));
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0);
  return `| ${[name, outcomes.length, ...counts, tokens, requests].join(" | ")} |`;
};

/** A table of Markdown: all questions, those without a trap, and those of each trap. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const rows = [undefined, ...traps].flatMap((trap) => {
    const trapOutcomes = outcomes.filter(({ question }) => question.trap === trap);
    return trapOutcomes.length === 0 ? [] : [line(trap ?? "without a trap", trapOutcomes)];
  });
  return [
    "| questions | count | right | wrong | abstained | misbehaved | tokens (median) | requests |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    line("all", outcomes),
    ...rows,
  ].join("\n");
}

/** One line for each answer that is not right. */
export const failuresOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .filter(({ verdict }) => verdict !== "right")
    .map(
      ({ question, verdict, answer, problem }) =>
        `${question.id}: ${verdict}: ${problem ?? `${JSON.stringify(answer)} instead of ${JSON.stringify(question.truth)}`}\n  ${question.text}`,
    );
