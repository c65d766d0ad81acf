/** A comment by a person or a model: each of its numbers must be one of the answers. */
import { groupBy } from "../cells/group-by.ts";
import type { Figure, FigureLine } from "../replies/figures.ts";
import type { Range } from "../time/grains.ts";
import type { Answer } from "./answers.ts";
import type { Finding } from "./checks.ts";
import { directionBeside, hasPeriod, periodsIn, wordsOf } from "./words.ts";
import { isRoundedFrom, namesIn, nearestTo, numbersIn, withoutOthers } from "./written-numbers.ts";

/** A number of an answer that a sentence can state. */
interface Candidate {
  readonly figure: Figure;
  readonly metric: string;
  readonly number: string;
  readonly ranges: readonly Range[];
}

/** Rows of larger answers are not looked up by name. */
const mostRows = 20_000;

/** Finds the numbers, directions and periods of a comment that contradict the answers. */
export function checkComment(text: string, answers: readonly Answer[]): Finding[] {
  const index = answers.map((answer) => ({ answer, rows: rowsByName(answer) }));
  const names = [...new Set(index.flatMap(({ rows }) => [...rows.keys()]))].filter(Boolean);
  const metrics = metricsOf(answers);
  const findings: Finding[] = [];
  // The numbers of lists would end sentences.
  const lines = text.replaceAll(/^[ \t]*\d+[.)](?=[ \t])/gm, (marker) => " ".repeat(marker.length));
  for (const paragraph of lines.split(/\n\s*\n/)) {
    let named: readonly string[] = [];
    for (const sentence of paragraph.split(/(?<=[.!?]["”)]?)\s+|\n(?=[ \t]*[-*+][ \t])/)) {
      const own = namesIn(sentence, names);
      // `It` is what the sentence before names.
      named =
        own.length > 0 || !/^\W*(?:it|its|they|their|there|this|that)\b/i.test(sentence)
          ? own
          : named;
      const asked = metrics.filter((metric) => wordsOf(metric).some((word) => word.test(sentence)));
      const isOfAll =
        /\b(?:total|overall|together|altogether|in all|all pages|all profiles)\b/i.test(sentence);
      const candidates = index.flatMap(({ answer, rows }) =>
        candidatesOf(answer, rows, named, isOfAll),
      );
      findings.push(...findingsIn(sentence, names, asked, candidates));
    }
  }
  return findings;
}

/** The metrics of answers. */
export const metricsOf = (answers: readonly Answer[]): string[] => [
  ...new Set(
    answers.flatMap(({ figures }) => [
      ...((figures.rowCount > 0 ? figures.line(0) : figures.total)?.metrics.keys() ?? []),
    ]),
  ),
];

function rowsByName({ figures }: Answer): ReadonlyMap<string, readonly number[]> {
  const rows = Array.from({ length: Math.min(figures.rowCount, mostRows) }, (_, row) => row);
  const named = figures.dimensions
    .filter(({ name }) => name !== "date")
    .flatMap(({ rows: names, keys }) =>
      rows.map((row) => ({ name: names[keys[row] ?? -1] ?? "", row })),
    );
  return new Map(
    groupBy(named, ({ name }) => name).map((group) => [group[0].name, group.map(({ row }) => row)]),
  );
}

function candidatesOf(
  { figures }: Answer,
  rows: ReadonlyMap<string, readonly number[]>,
  named: readonly string[],
  isOfAll: boolean,
): Candidate[] {
  const { total, matching, period, before } = figures;
  const found = named.flatMap((name) => rows.get(name) ?? []).map((row) => figures.line(row));
  // A sentence that names no row is about the totals.
  const whole = named.length === 0 || isOfAll ? [total, matching] : [];
  const lines = [...found, ...whole].flatMap((line): FigureLine[] =>
    line === undefined ? [] : line.same === undefined ? [line] : [line, line.same],
  );
  const rangesOf = (number: string): Range[] =>
    before === undefined || number === "now"
      ? [period]
      : number === "before"
        ? [before]
        : [period, before];
  return lines.flatMap(({ metrics }) =>
    Array.from(metrics, ([metric, numbers]) =>
      Object.entries(numbers).map(([number, figure]) => ({
        figure,
        metric,
        number,
        ranges: rangesOf(number),
      })),
    ).flat(),
  );
}

/** A change of two ranges, or a metric that is a change by itself. */
const isChange = ({ number, metric }: Candidate): boolean =>
  /change|percent/.test(number) || (metric.endsWith("_change") && number !== "profiles");

function findingsIn(
  sentence: string,
  names: readonly string[],
  metrics: readonly string[],
  candidates: readonly Candidate[],
): Finding[] {
  const periods = periodsIn(sentence);
  return numbersIn(withoutOthers(sentence, names)).flatMap((number) => {
    const [before, after] = [
      sentence.slice(0, number.at),
      sentence.slice(number.at + number.text.length),
    ];
    const direction = directionBeside(before, after);
    const isOfProfiles =
      /^[ \t]*(?:[a-z]+[ \t]+)?(?:pages?|profiles?|channels?|accounts?|brands?)\b/.test(after);
    const finding = (problem: string): Finding[] => [
      { problem: `${number.text} ${problem}`, text: sentence.trim() },
    ];
    if (/\p{Sc}\s?$/u.test(before) || /^\s?\p{Sc}/u.test(after))
      return finding("is written as an amount of money, and no answer has one");
    const equal = candidates.filter(
      (candidate) =>
        (candidate.number === "profiles") === isOfProfiles &&
        isRoundedFrom(number, candidate.figure, direction !== 0, before),
    );
    const ofMetric = equal.filter(
      ({ metric }) => isOfProfiles || metrics.length === 0 || metrics.includes(metric),
    );
    if (ofMetric.length === 0)
      return finding(
        equal.length === 0
          ? `is no number of the answers that the sentence can mean${nearestTo(number, namedOf(candidates, metrics))}`
          : `is of ${[...new Set(equal.map(({ metric }) => metric))].slice(0, 3).join(", ")}, and the sentence names ${metrics.join(", ")}`,
      );
    const directed = ofMetric.filter(
      (candidate) =>
        !isChange(candidate) ||
        (direction === 0
          ? candidate.figure.value >= 0 || /^[-−]/.test(number.text)
          : Math.sign(candidate.figure.value) === direction),
    );
    if (directed.length === 0)
      return finding(
        direction === 0 ? "is a fall: say so" : "contradicts the direction in the sentence",
      );
    const isInPeriod = ({ ranges }: Candidate): boolean =>
      periods.length === 0 ||
      ranges.some((range) => periods.some((period) => hasPeriod(range, period)));
    return directed.some(isInPeriod)
      ? []
      : finding("is of a different period from the one in the sentence");
  });
}

/** The numbers of the metrics that the sentence names. */
const namedOf = (candidates: readonly Candidate[], metrics: readonly string[]) =>
  candidates
    .filter(({ metric }) => metrics.length === 0 || metrics.includes(metric))
    .map(({ figure, metric, number }) => ({ figure, name: `${metric} ${number}` }));
