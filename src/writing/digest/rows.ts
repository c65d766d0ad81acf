/** Rows of an answer that meet the conditions of a rule. */
import { required } from "../../base/errors/tool-error.ts";
import { itemAt } from "../../numbers/cells/item-at.ts";
import { median } from "simple-statistics";
import type { ConditionNumber } from "../../catalog/numbers.ts";
import { isNumber, orMissing } from "../../numbers/cells/states.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { comparedWith, type Condition } from "../../numbers/meaning/conditions.ts";
import { differsMuch } from "../../numbers/meaning/coverage.ts";
import type { Figure, FigureLine, Figures, Numbers } from "../../answers/replies/figures.ts";
import { formatShare } from "../../base/text/numbers.ts";
import type { Day } from "../../base/time/days.ts";
import { nothing, type Finding, type Judgement } from "./findings.ts";
import type { Rule } from "./rules.ts";
import { labelText, numberText, rangeText } from "./words.ts";

/** Of four earlier ranges, those that a median needs. */
const leastRanges = 3;

type RowFigures = Pick<FigureLine, "name" | "metrics" | "coverage">;

const numbersOf = (line: RowFigures | undefined, metric: string): Numbers | undefined =>
  line?.metrics.get(metric);

/** The number of the profiles that a change is of. */
const comparedFigure = (
  line: RowFigures,
  metric: string,
  number: "now" | "before",
): Figure | undefined => {
  const numbers = numbersOf(line, metric);
  return numbers?.[`same_${number}`] ?? numbers?.[number];
};

/** The number of a condition in a row. @throws ToolError `invalid_input` for a share of the change. */
function figureIn(line: RowFigures, metric: string, number: ConditionNumber): Figure | undefined {
  if (number === "contribution")
    throw inputError("a rule has no condition on contribution", "Write one on change.");
  if (number === "same_now") return comparedFigure(line, metric, "now");
  if (number === "same_before") return comparedFigure(line, metric, "before");
  return numbersOf(line, metric)?.[number];
}

/**
 * Judges each row by the numbers that are there: a change by ranges that can be compared, another number where it has
 * all of its days. Missing and late days are no fall.
 * @param answers of one question; of several, which differ in the range before, the median of their numbers decides.
 * @param delivered by metric, the last day that counts, where later ones are not delivered.
 */
export function judgeRows(
  { conditions, min }: Pick<Rule, "conditions" | "min">,
  answers: readonly Figures[],
  delivered: ReadonlyMap<string, Day>,
): Judgement {
  const [answer] = answers;
  if (answer === undefined) return nothing;
  const { network, dimensions } = answer;
  const [metricOfRows = ""] = lineIn(answer)?.metrics.keys() ?? [];
  checkConditions(conditions, answer, metricOfRows);
  const isChange = answer.before !== undefined;
  const sizeName = isChange ? "change" : "now";
  const isComplete = completeness(answer, delivered);
  const isPage = dimensions.length === 1 && dimensions[0]?.name === "profile";
  const findings: Finding[] = [];
  const judged = new Map<string, undefined>();
  for (const [id, lines] of linesById(answers)) {
    const usual = usualOf(lines, Math.min(answers.length, leastRanges));
    const states = conditions.map((condition) => {
      const { metric = metricOfRows, number, isMet } = condition;
      const value = usual((line) => {
        if (number !== "coverage" && !isComplete(line, metric)) return undefined;
        return valueFor(condition, line, metric);
      });
      return { metric, value, isMet: isMet(value) };
    });
    const [{ metric } = { metric: metricOfRows }] = states;
    const sizeIn = (line: RowFigures): number | undefined =>
      isComplete(line, metric) ? numbersOf(line, metric)?.[sizeName]?.value : undefined;
    const size = Math.abs(usual(sizeIn));
    const sides = conditions.map(({ number, side }) => `${number}${side}`);
    const key = [network, metric, id, ...sides].join(" ");
    if (![...states.map(({ value }) => value), size].every(isNumber)) continue;
    judged.set(key, undefined);
    if (size < min || !states.every((state) => state.isMet)) continue;
    const text = rowText(metric, usual, answer, isChange ? answers.length : 0);
    findings.push({ key, network, subject: lines[0].name, isPage, text, size });
  }
  return { findings, judged };
}

/** Returns a function that is true for a row with all days of a metric; of changes, with ranges that can be compared. */
const completeness =
  ({ before, period }: Figures, delivered: ReadonlyMap<string, Day>) =>
  (line: RowFigures, metric: string): boolean =>
    before === undefined
      ? (delivered.get(metric) ?? period.end) >= period.end &&
        !differsMuch(line.coverage.get(metric) ?? 1, 1)
      : !isIncomparable(line, metric);

/** True for a row whose ranges do not have the same profiles throughout. */
function isIncomparable(line: RowFigures, metric: string): boolean {
  const change = numbersOf(line, metric)?.["change"];
  return !isNumber(change?.value) && change?.why?.word !== undefined;
}

/** @throws ToolError `invalid_input` for a condition that no row can meet. */
function checkConditions(
  conditions: readonly Condition[],
  answer: Figures,
  metricOfRows: string,
): void {
  const line = lineIn(answer);
  if (line === undefined) return;
  for (const { text, metric = metricOfRows, number } of conditions) {
    const numbers = numbersOf(line, metric);
    if (numbers === undefined)
      throw inputError(
        `${text}: the question has no ${metric}`,
        "Add it to metrics, or leave the name out for the first metric.",
      );
    const why = number === "change_percent" ? numbers[number]?.why : undefined;
    if (why?.concernsMetric === true)
      throw inputError(`${text}: ${why.text}`, "Write a condition on change.");
  }
}

/** A line, for the metrics that all have. */
const lineIn = (answer: Figures): RowFigures | undefined =>
  answer.rowCount > 0 ? answer.line(0) : answer.total;

function valueFor(condition: Condition, line: RowFigures, metric: string): number | undefined {
  if (condition.number === "coverage") return 100 * orMissing(line.coverage.get(metric));
  const figure = figureIn(line, metric, condition.number);
  if (figure === undefined) return undefined;
  return comparedWith(condition, [figure.value], figure.unit === "%" ? figure.scale : undefined)[0];
}

/** The lines of each row in all answers, by the ids of the row; of a question without dimensions, the total. */
function linesById(answers: readonly Figures[]): Map<string, [RowFigures, ...RowFigures[]]> {
  const byId = new Map<string, [RowFigures, ...RowFigures[]]>();
  for (const { dimensions, rowCount, total, ...answer } of answers) {
    const add = (id: string, line: RowFigures | undefined): void => {
      const lines = byId.get(id);
      if (line === undefined) return;
      if (lines === undefined) byId.set(id, [line]);
      else lines.push(line);
    };
    if (dimensions.length === 0) add("total", total);
    else
      for (let row = 0; row < rowCount; row += 1) {
        const ids = dimensions.map(({ rows, ids: rowIds = rows, keys }) =>
          required(itemAt(rowIds, keys[row]), "the id of a row"),
        );
        add(ids.join(" "), answer.line(row));
      }
  }
  return byId;
}

/** The median of a number of a row, over the answers. */
type Usual = (numberIn: (line: RowFigures) => number | undefined) => number;

/** @param least the answers that must have the number. */
const usualOf =
  (lines: readonly RowFigures[], least: number): Usual =>
  (numberIn) => {
    const numbers = lines.flatMap((line) => numberIn(line) ?? []).filter(isNumber);
    return numbers.length < least ? Number.NaN : median(numbers);
  };

/**
 * `Views 105,161 (Nov 16 – 22, 2026), 43 % below the median of the 4 ranges before, 184,493`, of the same profiles.
 * @param ranges before; 0 for none.
 */
function rowText(metric: string, usual: Usual, { period }: Figures, ranges: number): string {
  const figure = (number: "now" | "before"): string =>
    numberText(usual((line) => comparedFigure(line, metric, number)?.value));
  const now = `${labelText(metric)} ${figure("now")} (${rangeText(period)})`;
  if (ranges === 0) return now;
  const valueOf = (number: string): number =>
    usual((line) => numbersOf(line, metric)?.[number]?.value);
  const [percent, change] = [valueOf("change_percent"), valueOf("change")];
  const size = isNumber(percent)
    ? `${formatShare(Math.abs(percent))} %`
    : numberText(Math.abs(change));
  const base = ranges === 1 ? "the range before" : `the median of the ${ranges} ranges before`;
  const isEqual =
    usual((line) => Number(numbersOf(line, metric)?.change?.isAtEqualDays === true)) > 0;
  return `${now}, ${isEqual ? "at equal days " : ""}${size} ${change < 0 ? "below" : "above"} ${base}, ${figure("before")}`;
}
