/** A comment by a person or a model: each of its numbers must be one of the answers. */
import type { Figure, FigureLine } from "../replies/figures.ts";
import type { Range } from "../time/grains.ts";
import type { Answer } from "./answers.ts";
import type { Finding } from "./checks.ts";
import { directionIn, hasMonth, monthsIn } from "./words.ts";
import { isRoundedFrom, namesIn, numbersIn, withoutOthers } from "./written-numbers.ts";

/** A number of an answer that a sentence can state. */
interface Candidate {
  readonly figure: Figure;
  readonly metric: string;
  readonly number: string;
  readonly ranges: readonly Range[];
}

/** Rows of larger answers are not looked up by name. */
const mostRows = 20_000;

/** What is wrong with the numbers, directions and months of a comment. */
export function checkComment(text: string, answers: readonly Answer[]): Finding[] {
  const index = answers.map((answer) => ({ answer, rows: rowsByName(answer) }));
  const names = [...new Set(index.flatMap(({ rows }) => [...rows.keys()]))].filter(Boolean);
  const metrics = new Set(
    answers.flatMap(({ figures }) => [
      ...((figures.total ?? (figures.rowCount > 0 ? figures.line(0) : undefined))?.metrics.keys() ??
        []),
    ]),
  );
  const findings: Finding[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    // `It` and `there` are what the sentence before names.
    let named: readonly string[] = [];
    for (const sentence of paragraph.split(/(?<=[.!?]["”)]?)\s+|\n(?=\s*(?:[-*+]|\d+\.)\s)/)) {
      const own = namesIn(sentence, names);
      named = own.length > 0 ? own : named;
      const asked = [...metrics].filter((metric) =>
        wordsOf(metric).some((word) => word.test(sentence)),
      );
      const candidates = index.flatMap(({ answer, rows }) => candidatesOf(answer, rows, named));
      findings.push(...findingsIn(sentence, names, asked, candidates));
    }
  }
  return findings;
}

function rowsByName({ figures }: Answer): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  const add = (name: string, row: number): void =>
    void rows.set(name, [...(rows.get(name) ?? []), row]);
  for (let row = 0; row < Math.min(figures.rowCount, mostRows); row += 1)
    for (const { name, rows: own, keys } of figures.dimensions)
      if (name !== "date") add(own[keys[row] ?? -1] ?? "", row);
  return rows;
}

/** `insights_views` is named by itself, `insights views` or `views`; a bare standing count by its first word. */
function wordsOf(metric: string): RegExp[] {
  const spaced = metric.replaceAll("_", "[ _]");
  const short = metric
    .replace(/^insights_/, "")
    .replace(/_(lifetime|change)$/, "")
    .replaceAll("_", "[ _-]");
  return [spaced, short].map((word) => new RegExp(`\\b${word}\\b`, "i"));
}

function candidatesOf(
  { figures }: Answer,
  rows: ReadonlyMap<string, readonly number[]>,
  named: readonly string[],
): Candidate[] {
  const { total, matching, period, before } = figures;
  const found = named.flatMap((name) => rows.get(name) ?? []).map((row) => figures.line(row));
  const whole = [total, total?.same, matching].filter((line) => line !== undefined);
  // Where no row is named, the numbers are of all.
  const lines: readonly FigureLine[] =
    named.length > 0 ? found.flatMap((line) => [line, line.same ?? []].flat()) : whole;
  return lines.flatMap(({ metrics }) =>
    Array.from(metrics, ([metric, numbers]) =>
      Object.entries(numbers).map(([number, figure]) => ({
        figure,
        metric,
        number,
        ranges:
          number === "before" && before
            ? [before]
            : number === "now" || !before
              ? [period]
              : [period, before],
      })),
    ).flat(),
  );
}

function findingsIn(
  sentence: string,
  names: readonly string[],
  metrics: readonly string[],
  candidates: readonly Candidate[],
): Finding[] {
  const direction = directionIn(sentence);
  const months = monthsIn(sentence);
  return numbersIn(withoutOthers(sentence, names)).flatMap((number) => {
    const near = directionIn(sentence.slice(0, number.at).slice(-40)) || direction;
    const equal = candidates.filter(
      ({ figure }) =>
        isRoundedFrom(number, figure, near < 0) ||
        (isRoundedFrom(number, figure, true) && near > 0),
    );
    const finding = (problem: string): Finding[] => [
      { problem: `${number.text} ${problem}`, text: sentence.trim() },
    ];
    const ofMetric = equal.filter(({ metric }) => metrics.length === 0 || metrics.includes(metric));
    if (ofMetric.length === 0)
      return finding(
        equal.length === 0
          ? "is no number of the answers that the sentence can mean"
          : `is of ${[...new Set(equal.map(({ metric }) => metric))].slice(0, 3).join(", ")}, and the sentence names ${metrics.join(", ")}`,
      );
    const isChange = ({ number: name }: Candidate): boolean =>
      name.includes("change") || name.includes("percent");
    const fits = ({ figure }: Candidate): boolean => near === 0 || Math.sign(figure.value) === near;
    const directed = ofMetric.filter((candidate) => !isChange(candidate) || fits(candidate));
    if (directed.length === 0)
      return finding(`is a ${near > 0 ? "fall" : "rise"}, and the sentence says the opposite`);
    const isInMonth = ({ ranges }: Candidate): boolean =>
      months.length === 0 || ranges.some((range) => months.some((month) => hasMonth(range, month)));
    if (!directed.some(isInMonth)) return finding("is of another month than the sentence names");
    return [];
  });
}
