/** Rows of an answer that meet the conditions of a rule. */
import { median } from "simple-statistics";
import { isNumber } from "../cells/states.ts";
import { inputError } from "../errors/tool-error.ts";
import { comparedWith, type Condition, type NumberName } from "../meaning/conditions.ts";
import type { Figure, FigureLine, Figures, Numbers } from "../replies/figures.ts";
import { formatNumber, formatPercent } from "../text/numbers.ts";
import { nothing, type Finding, type Judgement } from "./findings.ts";
import type { Rule } from "./rules.ts";

/** Of four earlier ranges, those that a median needs. */
const leastRanges = 3;

type Line = Pick<FigureLine, "metrics" | "same" | "coverage">;

const numbersOf = (line: Line | undefined, metric: string): Numbers | undefined =>
  line?.metrics.get(metric);

/** Changes are of the same profiles, and per day where the ranges have other lengths: what replies show. */
function shownChange(
  line: Line,
  metric: string,
): Record<"change" | "change_percent", Figure | undefined> {
  const {
    change,
    change_percent: percent,
    per_day_percent: perDay,
  } = numbersOf(line.same ?? line, metric) ?? {};
  return { change, change_percent: isNumber(perDay?.value ?? Number.NaN) ? perDay : percent };
}

/** The number of a condition in a row. @throws ToolError `invalid_input` for a share of the change. */
function figureIn(line: Line, metric: string, number: NumberName): Figure | undefined {
  const [all, same] = [numbersOf(line, metric), numbersOf(line.same ?? line, metric)];
  switch (number) {
    case "value":
      return all?.["now"];
    case "previous":
      return all?.["before"];
    case "change":
    case "change_percent":
      return shownChange(line, metric)[number];
    case "same":
      return same?.["now"];
    case "same_previous":
      return same?.["before"];
    case "same_change":
      return same?.["change"];
    case "same_change_percent":
      return same?.["change_percent"];
    case "coverage":
      return undefined;
    case "contribution":
      throw inputError("a rule has no condition on contribution", "Write one on change.");
  }
}

/** @param answers of one question; of several, which differ in the range before, the median of their numbers decides. */
export function judgeRows(
  { conditions, min }: Pick<Rule, "conditions" | "min">,
  answers: readonly Figures[],
): Judgement {
  const [answer] = answers;
  if (answer === undefined) return nothing;
  const { network, dimensions } = answer;
  const [metricOfRows = ""] = lineIn(answer)?.metrics.keys() ?? [];
  for (const { text, metric = metricOfRows } of conditions)
    if (metricOfRows !== "" && numbersOf(lineIn(answer), metric) === undefined)
      throw inputError(
        `${text}: the question has no ${metric}`,
        "Add it to metrics, or leave the name out for the first metric.",
      );
  const isPage = dimensions.length === 1 && dimensions[0]?.name === "profile";
  const findings: Finding[] = [];
  const judged = new Map<string, undefined>();
  for (const [name, lines] of linesByName(answers)) {
    const key = `${network} ${name}`;
    const usual = (numberIn: (line: Line) => number | undefined): number => {
      const numbers = lines.map((line) => numberIn(line) ?? Number.NaN).filter(isNumber);
      return numbers.length < Math.min(answers.length, leastRanges) ? Number.NaN : median(numbers);
    };
    const states = conditions.map((condition) => {
      const { metric = metricOfRows, number, isMet } = condition;
      const value = usual((line) =>
        number === "coverage"
          ? 100 * (line.coverage.get(metric) ?? Number.NaN)
          : valueFor(condition, figureIn(line, metric, number)),
      );
      return { metric, value, isMet: isMet(value) };
    });
    const [{ metric } = { metric: metricOfRows }] = states;
    const change = usual((line) => shownChange(line, metric).change?.value);
    const isOfChange = answer.before !== undefined;
    const size = isOfChange
      ? Math.abs(change)
      : Math.abs(usual((line) => numbersOf(line, metric)?.["now"]?.value));
    if (![...states.map(({ value }) => value), size].every(isNumber)) continue;
    judged.set(key, undefined);
    if (size < min || !states.every((state) => state.isMet)) continue;
    const text = rowText(metric, { usual, change, isOfChange, ranges: answers.length });
    findings.push({ key, network, subject: name, isPage, text, size });
  }
  return { findings, judged };
}

/** A line, for the metrics that all have. */
const lineIn = (answer: Figures): Line | undefined =>
  answer.rowCount > 0 ? answer.line(0) : answer.total;

const valueFor = (condition: Condition, figure: Figure | undefined): number | undefined =>
  figure &&
  comparedWith(condition, [figure.value], figure.unit === "%" ? figure.scale : undefined)[0];

/** The lines of each row in all answers; of a question without dimensions, the total. */
function linesByName(answers: readonly Figures[]): Map<string, Line[]> {
  const byName = new Map<string, Line[]>();
  for (const answer of answers) {
    const { dimensions, rowCount, total } = answer;
    const lines =
      dimensions.length === 0
        ? [total]
        : Array.from({ length: rowCount }, (_, row) => answer.line(row));
    for (const one of lines)
      if (one !== undefined) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  }
  return byName;
}

interface RowNumbers {
  readonly usual: (numberIn: (line: Line) => number | undefined) => number;
  readonly change: number;
  readonly isOfChange: boolean;
  readonly ranges: number;
}

/** `insights_views 52100 against 98300 before (-47 %)`, of the same profiles. */
function rowText(metric: string, { usual, change, isOfChange, ranges }: RowNumbers): string {
  const figure = (name: string): number =>
    usual((line) => numbersOf(line.same ?? line, metric)?.[name]?.value);
  const now = formatNumber(figure("now"));
  if (!isOfChange) return `${metric} ${now}`;
  const percent = usual((line) => shownChange(line, metric).change_percent?.value);
  const moved = isNumber(percent) ? `${formatPercent(percent)} %` : formatNumber(change);
  const before = ranges === 1 ? "before" : `as the median of ${ranges} ranges before`;
  return `${metric} ${now} against ${formatNumber(figure("before"))} ${before} (${moved})`;
}
