/** The results of an evaluation as text. */
import type { Outcome } from "./evaluate.ts";
import { traps } from "./question.ts";

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

const verdicts = ["right", "wrong", "abstained", "misbehaved"] as const;

const line = (name: string, outcomes: readonly Outcome[]): string => {
  const counts = verdicts.map(
    (verdict) => outcomes.filter((one) => one.verdict === verdict).length,
  );
  const tokens = Math.round(median(outcomes.map((one) => one.tokens)));
  const requests = outcomes.reduce((sum, one) => sum + one.requests, 0);
  return `| ${[name, outcomes.length, ...counts, tokens, requests].join(" | ")} |`;
};

/** A table of Markdown: all questions, those without a trap, and those of each trap. */
export function reportOf(outcomes: readonly Outcome[]): string {
  const rows = [undefined, ...traps].flatMap((trap) => {
    const own = outcomes.filter(({ question }) => question.trap === trap);
    return own.length === 0 ? [] : [line(trap ?? "without a trap", own)];
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
