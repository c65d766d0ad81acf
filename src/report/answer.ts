/** The numbers of all rows, a line per metric: the total, over time the extremes, and of levels the change. */
import {
  areProfileDays,
  isBreakdown,
  isDateDimension,
  type Dimension,
} from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { onlyLabelled, onlyMetrics } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { isNumber, isWithheld, withheld } from "../cells/states.ts";
import { combine } from "../table/combine.ts";
import { withValues, type NumberColumn, type Table } from "../table/table.ts";
import { hasTotal } from "../meaning/methods.ts";
import type { Block, Note } from "../replies/layout.ts";
import { formatShare } from "../text/numbers.ts";
import { some } from "../text/words.ts";
import { extremeTexts, levelLines, type AnswerLine } from "./answer-lines.ts";
import { columnTitle, numberText, totalHead } from "./names.ts";
import type { Shown } from "./shown.ts";

export interface Answer {
  /** Totals, and over time changes and extremes. */
  readonly full: readonly Block[];
  readonly totalsOnly: readonly Block[];
  readonly totals: Table;
}

/** Undefined where statistics, or other numbers, have no total. */
export function answerOf(shown: Shown): Answer | undefined {
  const { dimensions, matched, isStatistic } = shown;
  const population = shown.population ?? (matched && shown.result);
  if (isStatistic === true) return undefined;
  const result = onlyLabelled(matched ?? shown.result, dimensions);
  const totals = totalsOf(result);
  if (totals.columns.every(({ values }) => values.every(isWithheld))) return undefined;
  const all = result.profileCount;
  // A piece of some profiles is shown beside all of them.
  const whole = population && onlyLabelled(population, dimensions);
  const ofAll = whole === undefined || whole.profileCount === all ? undefined : totalsOf(whole);
  const which = ofAll === undefined ? "all" : matched === undefined ? "these" : "match";
  const beside = ofAll === undefined ? [] : [`all ${whole?.profileCount}`];
  const time = dimensions.find((type) => isDateDimension(type) && type !== "date.weekday");
  const carriedTo = areProfileDays(dimensions, all) ? undefined : time;
  const groups: { readonly column: NumberColumn; readonly lines: readonly AnswerLine[] }[] = [];
  const notes: Note[] = [];
  for (const column of totals.columns) {
    const total = numberAt(column.values, 0);
    const level = levelLines(result, column, total, time, carriedTo);
    notes.push(level?.note);
    // Its rows are starred for what this metric lacks, not for what others do.
    const alone = onlyMetrics(result, [column.metric.name]);
    const overTime = time === undefined || level !== undefined ? undefined : combine(alone, [time]);
    const lines = level?.lines ?? [
      {
        name: columnTitle(column, result),
        total,
        extremes: overTime && extremeTexts(result, overTime, column),
      },
    ];
    groups.push({ column, lines });
  }
  notes.push(closureNote(result, dimensions, totals));
  const block = (isFull: boolean): Block[] => {
    const lines = groups.flatMap(({ column, lines: own }) =>
      own
        .filter(({ isOfCourse }) => isFull || isOfCourse !== true)
        .map((line, place) => ({
          ...line,
          column,
          ofAll: ofAll && place === 0 && totalOf(ofAll, column),
        })),
    );
    const heads = [totalHead(all, which), "total", ...beside];
    const rows = lines.map((line) => [
      line.name,
      numberText(line.column, line.total),
      ...(ofAll === undefined
        ? []
        : [line.ofAll === false ? "" : numberText(line.column, line.ofAll ?? NaN)]),
    ]);
    const added = isFull ? courseColumns(lines, time) : [];
    const table = [heads, ...rows].map((row, at) => [...row, ...added.map((one) => one[at] ?? "")]);
    return [{ rows: table, below: notes }];
  };
  return { full: block(true), totalsOnly: block(false), totals };
}

/** The columns of changes and extremes: a heading, and a text per line. Those without a text are left out. */
function courseColumns(lines: readonly AnswerLine[], time: Dimension | undefined): string[][] {
  const unit = time?.replace("date.", "");
  return [
    ["change, first to last day", ...lines.map(({ change = "" }) => change)],
    [`lowest ${unit}`, ...lines.map(({ extremes }) => extremes?.[0] ?? "")],
    [`highest ${unit}`, ...lines.map(({ extremes }) => extremes?.[1] ?? "")],
  ].filter(([, ...texts]) => texts.some((text) => /\d/.test(text)));
}

/** The numbers of all rows. Metrics that cannot be totalled over profiles have no total over days either. */
export function totalsOf(result: Result): Table {
  const table = combine(result, []);
  const columns = table.columns.map((column) =>
    hasTotal(column.metric) ? column : withValues(column, () => withheld),
  );
  return { ...table, columns };
}

const totalOf = ({ columns }: Table, { metric, segment }: NumberColumn): number => {
  const own = columns.find(
    (column) => column.metric.name === metric.name && column.segment.start === segment.start,
  );
  return own?.values[0] ?? Number.NaN;
};

/** Rows of a breakdown need not add up to the whole: `The rows of city add up to 43 % of insights_reach.` */
export function closureNote(
  result: Result,
  dimensions: readonly Dimension[],
  totals?: Table,
): Note {
  const type = dimensions.find((one) => isBreakdown(one));
  if (type === undefined) return false;
  const whole = totals ?? totalsOf(result);
  const { columns } = combine(result, [type]);
  const texts = columns.flatMap((column) => {
    const { metric } = column;
    const own = column.values.filter(isNumber);
    const share = (100 * own.reduce((sum, value) => sum + value, 0)) / totalOf(whole, column);
    const canAdd = metric.kind.change === "percent" && isNumber(share);
    return canAdd && Math.abs(share - 100) >= 0.05
      ? [`${formatShare(share)} % of ${columnTitle(column, result)}`]
      : [];
  });
  return texts.length > 0 && `The rows of ${type} add up to ${some(texts, 4)}.`;
}
