/** The numbers of all rows, a line per metric: the total, over time the extremes, and of levels the change. */
import {
  areProfileDays,
  isBreakdown,
  isDateDimension,
  type Dimension,
} from "../../catalog/dimensions.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { onlyLabelled, onlyMetrics } from "../../numbers/cells/select.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { isNumber, isWithheld, withheld, orMissing } from "../../numbers/cells/states.ts";
import { combine } from "../../numbers/table/combine.ts";
import {
  columnLike,
  withValues,
  type NumberColumn,
  type Table,
} from "../../numbers/table/table.ts";
import { hasTotal } from "../../numbers/meaning/methods.ts";
import type { Block, Note } from "../replies/layout.ts";
import { formatShare } from "../../base/text/numbers.ts";
import { some } from "../../base/text/words.ts";
import { extremeTexts, levelLines, type AnswerLine } from "./answer-lines.ts";
import { columnTitle, isSideOfBreak, methodTitle, numberText, totalHead } from "./names.ts";
import type { Shown } from "./shown.ts";

export interface Answer {
  /** Totals, and over time changes and extremes. */
  readonly full: readonly Block[];
  readonly totalsOnly: readonly Block[];
  readonly totals: Table;
}

/** Undefined where statistics, or other numbers, have no total. */
export function answerOf(shown: Shown): Answer | undefined {
  const { dimensions, matched } = shown;
  if (shown.isStatistic === true) return undefined;
  const result = onlyLabelled(matched ?? shown.result, dimensions);
  const totals = totalsOf(result);
  if (totals.columns.every(({ values }) => values.every(isWithheld))) return undefined;
  const ofAll = wholeOf(shown, result);
  const which = ofAll === undefined ? "all" : matched === undefined ? "these" : "match";
  const time = dimensions.find((type) => isDateDimension(type) && type !== "date.weekday");
  const { groups, notes } = linesOf(
    result,
    totals,
    time,
    areProfileDays(dimensions, result.profileCount),
  );
  const below = [...notes, closureNote(result, dimensions, { totals })];
  const counts = countsOf(totals, result.profileCount, which);
  const beside = ofAll === undefined ? [] : [wholeHead(totals, ofAll)];
  const block = (isFull: boolean): Block[] => {
    const lines = groups.flatMap((group) => shownLines(group, isFull));
    const numbers = numberCells(result, lines);
    const rows = lines.map(({ name, column, isFirst, isCounted }, at) => [
      name,
      ...(counts.textOf === undefined
        ? []
        : [isFirst && isCounted !== true ? counts.textOf(column) : ""]),
      ...(numbers.cells[at] ?? []),
      ...(ofAll === undefined ? [] : [isFirst ? numberText(column, totalOf(ofAll, column)) : ""]),
    ]);
    const added = isFull ? courseColumns(lines, time) : [];
    const table = [[...counts.heads, ...numbers.heads, ...beside], ...rows];
    return [
      { rows: table.map((row, at) => [...row, ...added.map((column) => column[at] ?? "")]), below },
    ];
  };
  return { full: block(true), totalsOnly: block(false), totals };
}

/** The totals of all, beside which a piece of some profiles is shown. */
function wholeOf(
  { population, matched, result, dimensions }: Shown,
  piece: Result,
): Table | undefined {
  const fullResult = population ?? (matched && result);
  const labelled = fullResult && onlyLabelled(fullResult, dimensions);
  return labelled && labelled.profileCount !== piece.profileCount ? totalsOf(labelled) : undefined;
}

interface LineGroup {
  readonly column: NumberColumn;
  readonly lines: readonly AnswerLine[];
}

/** The lines of a metric, each with its column. @param isFull adds those that only have a course. */
const shownLines = ({ column, lines }: LineGroup, isFull: boolean) =>
  lines
    .filter(({ isObvious }) => isFull || isObvious !== true)
    .map((line, place, list) => ({
      ...line,
      column,
      // The line of a metric that a break divides has no numbers.
      isFirst: place === (list[0]?.isNone === true ? 1 : 0),
    }));

/** The lines of each metric. @param areSingle values of single profiles and days are not carried. */
function linesOf(
  result: Result,
  { columns }: Table,
  time: Dimension | undefined,
  areSingle: boolean,
): { readonly groups: readonly LineGroup[]; readonly notes: readonly Note[] } {
  const notes: Note[] = [];
  const linesIn = (column: NumberColumn): readonly AnswerLine[] => {
    const level = levelLines(result, column, time, areSingle ? undefined : time);
    notes.push(level?.note);
    if (level !== undefined) return level.lines;
    // Its rows are starred for what this metric lacks, not for what others do.
    const alone = onlyMetrics(result, [column.metric.name]);
    const extremes = time && extremeTexts(result, combine(alone, [time]), column);
    return [{ name: columnTitle(column, result), total: numberAt(column.values, 0), extremes }];
  };
  const groups = columns.map((column, at) => {
    const isFirstSide = isSideOfBreak(column) && columns[at - 1]?.metric !== column.metric;
    // A metric that a break divides has no number of the whole range.
    const divided = { name: methodTitle(column), total: Number.NaN, isNone: true, isCounted: true };
    return { column, lines: [...(isFirstSide ? [divided] : []), ...linesIn(column)] };
  });
  return { groups, notes };
}

/** The profiles with a value: in the heading of the names, or for each metric where these differ. */
function countsOf(
  { columns }: Table,
  profileCount: number,
  which: "all" | "these" | "match",
): { readonly heads: readonly string[]; readonly textOf?: (column: NumberColumn) => string } {
  const [count = profileCount, ...more] = new Set(
    columns.map(({ profiles }) => profiles[0] || profileCount),
  );
  if (more.length === 0 && (which !== "match" || count === profileCount))
    return {
      heads: [
        count === 1 && profileCount > 1 && which === "all" ? "all 1" : totalHead(count, which),
      ],
    };
  return {
    heads: [which === "all" ? "metric" : totalHead(profileCount, which), "profiles"],
    textOf: ({ profiles }) =>
      which === "match"
        ? totalHead(numberAt(profiles, 0), which)
        : `${which} ${numberAt(profiles, 0)}`,
  };
}

/** `all 250`, of the metrics that are shown; `all` where they have other numbers of profiles. */
function wholeHead({ columns }: Table, ofAll: Table): string {
  const [count, ...more] = new Set(columns.map((column) => columnLike(ofAll, column)?.profiles[0]));
  return more.length === 0 && count !== undefined ? `all ${count}` : "all";
}

/** True for people, whose number is a mean: those of several days or pages are not added. */
export const isMean = (
  { metric, method }: Pick<NumberColumn, "metric" | "method">,
  { profileCount, start, end }: Result,
): boolean =>
  metric.kind.isDistinct &&
  method.startsWith("mean") &&
  (profileCount !== 1 || (method === "mean" && start !== end));

/** The cells of totals and of means. A metric that has only a mean says `no total` in the column of totals. */
function numberCells(
  result: Result,
  lines: readonly (Pick<AnswerLine, "total" | "isNone"> & { readonly column: NumberColumn })[],
): { readonly heads: readonly string[]; readonly cells: readonly (readonly string[])[] } {
  const means = lines.map(({ column }) => isMean(column, result));
  const [hasTotals, hasMeans] = [means.includes(false), means.includes(true)];
  const cells = lines.map(({ column, total, isNone }, at) => {
    const text = numberText(column, total);
    if (isNone === true) return hasMeans && hasTotals ? [noTotal, ""] : [noTotal];
    if (!hasMeans || !hasTotals) return [text];
    return means[at] === true ? [noTotal, text] : [text, ""];
  });
  return { heads: [...(hasTotals ? ["total"] : []), ...(hasMeans ? ["mean"] : [])], cells };
}

export const noTotal = "no total";

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

const totalOf = (table: Table, column: NumberColumn): number =>
  orMissing(columnLike(table, column)?.values[0]);

/** Rows of a breakdown need not add up to the whole: `The rows of city add up to 43 % of insights_reach.` */
export function closureNote(
  result: Result,
  dimensions: readonly Dimension[],
  { side, totals }: { readonly side?: "before"; readonly totals?: Table | undefined } = {},
): Note {
  const type = dimensions.find((dimension) => isBreakdown(dimension));
  if (type === undefined) return false;
  const totalsTable = totals ?? totalsOf(result);
  const { columns } = combine(result, [type]);
  const texts = columns.flatMap((column) => {
    const { metric } = column;
    const values = column.values.filter(isNumber);
    const share =
      (100 * values.reduce((sum, value) => sum + value, 0)) / totalOf(totalsTable, column);
    const canAdd = metric.kind.change === "percent" && isNumber(share);
    return canAdd && Math.abs(share - 100) >= 0.05
      ? [`${formatShare(share)} % of ${columnTitle(column, result)}`]
      : [];
  });
  const when = side === undefined ? "" : `, ${side}`;
  return texts.length > 0 && `The rows of ${type} add up to ${some(texts, 4)}${when}.`;
}
