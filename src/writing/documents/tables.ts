/** An answer as a table of a report: its rows by rank or time, with all rows above them. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { lazily } from "../../base/async/lazily.ts";
import { ourLimits } from "../../catalog/limits.ts";
import {
  matchingRows,
  orders,
  type FigureLine,
  type Figures,
} from "../../answers/replies/figures.ts";
import type { Answer } from "./answers.ts";
import {
  columnNamed,
  columnsOf,
  headingIn,
  haveSeveralProfiles,
  usual,
  type Column,
} from "./columns.ts";
import type { Formats } from "./formats.ts";
import { countOf, networksTable, type TableOfAnswer } from "./metric-tables.ts";
import type { ReportTable } from "./pieces.ts";
import { networkName, rangesText } from "./sources.ts";

interface TableOptions {
  /** The most rows; 25 (default), of time all. */
  readonly rows?: number | undefined;
  /** Columns, each `as` a heading: a dimension, `insights_views`, `insights_views.change_percent as Change`, a text of posts. */
  readonly columns?: readonly string[] | undefined;
  /** `rank` (default), `rose` or `fell`. */
  readonly by?: string | undefined;
}

export type Tables = (answer: Answer, options: TableOptions) => ReportTable;

interface Known {
  readonly columnsByName: ReadonlyMap<string, Column>;
  /** Rows of time in their order. */
  readonly inTime: () => readonly number[];
}

/** Makes tables. The columns and rows of an answer are found once. */
export function tablesOf(formats: Formats, eventsOf: (row: string) => string): Tables {
  const known = new Map<Answer, Known>();
  return (answer, options) => {
    const { figures } = answer;
    const layout = known.get(answer) ?? {
      columnsByName: columnsOf(answer, formats),
      inTime: lazily(() => matchingRows(figures)),
    };
    known.set(answer, layout);
    const { rows, ...table } = tableOf(answer, formats, { ...layout, eventsOf }, options);
    const { network } = answer.figures;
    const statement = `${networkName(network, formats)}, ${rangesText(answer.figures, formats)}`;
    const { below = formats.phrases.noRows } = table;
    const isEmpty = rows.length === table.totals;
    return {
      ...table,
      rows,
      statement,
      ...(isEmpty && { why: `${answer.name}: ${below}`, below }),
    };
  };
}

function tableOf(
  answer: Answer,
  formats: Formats,
  { columnsByName, inTime, eventsOf }: Known & { readonly eventsOf: (row: string) => string },
  options: TableOptions,
): TableOfAnswer {
  const { figures } = answer;
  const { columns: named, rows } = options;
  const order = orderOf(figures, options);
  if (order === "networks")
    return networksTable(answer, formats, rows ?? ourLimits.shownRows.named);
  const { shown, left } = rowsOf(figures, order === "time" ? inTime() : order, rows);
  const columns =
    named === undefined
      ? usual(columnsByName, order === "rose" || order === "fell")
      : named.map((name) => columnNamed(name, columnsByName, formats));
  const events = order === "time" ? eventsColumn(answer, eventsOf, shown, formats) : [];
  const cells = (line: FigureLine, row?: number): string[] =>
    [...columns, ...events].map(({ textOf }) => textOf(line, row));
  const hasPosts =
    figures.dimensions.length === 0 && (figures.rowCount > 0 || figures.blank !== undefined);
  const totals = hasPosts
    ? []
    : // Rows with columns of the same profiles have these in the line of all.
      [
        figures.total,
        haveSeveralProfiles(columnsByName) ? undefined : sameOf(figures.total),
      ].flatMap((line) => line ?? []);
  return {
    columns: [...columns, ...events],
    rows: [
      ...totals.map((line) => cells(line)),
      ...shown.map((row) => cells(figures.line(row), row)),
    ],
    totals: totals.length,
    headings: named?.flatMap((name) => headingIn(name) ?? []) ?? [],
    ...(left > 0 && { below: formats.phrases.more(formats.localised(String(left))) }),
  };
}

/** @throws Error for options that the rows do not have. */
function orderOf(
  { dimensions }: Figures,
  { by = "rank", columns }: TableOptions,
): (typeof orders)[number] | "time" | "networks" {
  const order = orders.find((name) => name === by);
  if (order === undefined)
    throw new Error(`a table is by rank, rose or fell, not by ${JSON.stringify(by.slice(0, 40))}`);
  const hasTime = dimensions.some(({ name, isTime }) => isTime ?? name === "date");
  const hasNetworks = dimensions.some(({ name }) => name === "network");
  if (order !== "rank" && (hasTime || hasNetworks))
    throw new Error(`rows of ${hasTime ? "time" : "networks"} are not listed by who ${by}`);
  if (hasNetworks && columns !== undefined)
    throw new Error("a table of networks has a row for each metric, and columns of its own");
  if (hasNetworks) return "networks";
  return hasTime ? "time" : order;
}

/** @param order rows of time in their order. @returns the rows of a table, and how many it leaves out. */
function rowsOf(
  figures: Figures,
  order: (typeof orders)[number] | readonly number[],
  rows: number | undefined,
): { readonly shown: readonly number[]; readonly left: number } {
  const hasTime = typeof order !== "string";
  const wanted = rows ?? figures.top ?? (hasTime ? Infinity : ourLimits.shownRows.ranked);
  const most = Math.min(wanted, ourLimits.reportRows);
  const ordered = hasTime ? order : figures.order[order];
  const unrankedRows = order === "rank" ? (figures.unranked?.() ?? []) : [];
  // Of time alone, the last rows.
  const shown =
    hasTime && figures.dimensions.length === 1
      ? ordered.slice(-most)
      : [...ordered.slice(0, most), ...unrankedRows.slice(0, most)].slice(0, most);
  return { shown, left: ordered.length + unrankedRows.length - shown.length };
}

/** The same profiles of a comparison, where these are not all for some metric. */
function sameOf(line: FigureLine | undefined): FigureLine | undefined {
  const { same } = line ?? {};
  if (line === undefined || same === undefined) return undefined;
  const isAll = [...line.metrics.keys()].every(
    (metric) => countOf(line, metric) === countOf(same, metric),
  );
  return isAll ? undefined : same;
}

/** A column with the events of each row of time; no column without events. */
function eventsColumn(
  { figures }: Answer,
  eventsOf: (row: string) => string,
  shown: readonly number[],
  formats: Formats,
): Column[] {
  const time = figures.dimensions.find(({ name }) => name === "date");
  const textAt = (row: number): string => eventsOf(itemAt(time?.rows, time?.keys[row]) ?? "");
  if (!shown.some((row) => textAt(row) !== "")) return [];
  const textOf: Column["textOf"] = (_, row) => (row === undefined ? "" : textAt(row));
  return [{ name: formats.phrases.heads["events"] ?? "events", isNumber: false, textOf }];
}
