/** An answer as a table of a report: its rows by rank or time, with all rows above them. */
import { isNumber } from "../cells/states.ts";
import { formatShare } from "../text/numbers.ts";
import { plural } from "../text/words.ts";
import { matchingRows, noPercent, type FigureLine } from "../replies/figures.ts";
import type { Answer } from "./answers.ts";
import { columnNamed, columnsOf, isOfSame, numberText, usual, type Column } from "./columns.ts";
import type { Formats } from "./formats.ts";
import type { ReportTable } from "./pieces.ts";

export interface TableOptions {
  /** The most rows; 25 (default), of time all. */
  readonly rows?: number | undefined;
  /** Columns, each `as` a heading: a dimension, `insights_views`, `insights_views.change_percent as Change`, a text of posts. */
  readonly columns?: readonly string[] | undefined;
  /** `rank` (default), `rose` or `fell`. */
  readonly by?: string | undefined;
  /** By row of time, what happened then. */
  readonly eventsOf?: ((row: string) => string) | undefined;
}

const usualRows = 25;
/** The main metrics of all networks have one table. */
const mostOfNetworks = 60;

export function tableOf(
  answer: Answer,
  formats: Formats,
  { rows, columns: named, by = "rank", eventsOf }: TableOptions,
): ReportTable {
  const { figures } = answer;
  if (by !== "rank" && by !== "rose" && by !== "fell")
    throw new Error(`a table is by rank, rose or fell, not by ${JSON.stringify(by.slice(0, 40))}`);
  const isOfTime = figures.dimensions.some(({ name }) => name === "date");
  const isOfNetworks = figures.dimensions.some(({ name }) => name === "network");
  if (by !== "rank" && (isOfTime || isOfNetworks))
    throw new Error(`rows of ${isOfTime ? "time" : "networks"} are not listed by who ${by}`);
  if (isOfNetworks && named !== undefined)
    throw new Error("a table of networks has a row for each metric, and columns of its own");
  if (isOfNetworks) return networksTable(answer, formats, rows ?? mostOfNetworks);
  const most = rows ?? figures.top ?? (isOfTime ? Infinity : usualRows);
  const { unranked = [] } = figures;
  const order = isOfTime
    ? matchingRows(figures)
    : [...figures.order[by], ...(by === "rank" ? unranked : [])];
  const all = columnsOf(answer, formats);
  // Of time alone, the last rows.
  const shown =
    isOfTime && figures.dimensions.length === 1 ? order.slice(-most) : order.slice(0, most);
  const columns =
    named === undefined ? usual(all, by !== "rank") : named.map((name) => columnNamed(name, all));
  const events =
    isOfTime && eventsOf !== undefined ? [eventsColumn(answer, eventsOf, shown)].flat() : [];
  const cells = (line: FigureLine, row?: number): string[] =>
    [...columns, ...events].map(({ textOf }) => textOf(line, row));
  const isOfPosts = figures.dimensions.length === 0 && figures.rowCount > 0;
  const totals = isOfPosts
    ? []
    : // Rows with columns of the same profiles have these in the line of all.
      [figures.total, isOfSame(all) ? undefined : sameOf(figures.total)].flatMap(
        (line) => line ?? [],
      );
  const left = order.length - shown.length;
  return {
    columns: [...columns, ...events],
    rows: [
      ...totals.map((line) => cells(line)),
      ...shown.map((row) => cells(figures.line(row), row)),
    ],
    totals: totals.length,
    ...(order.length === 0 && by !== "rank" && { below: `No row ${by}.` }),
    ...(left > 0 && {
      below: `${formats.localised(plural(left, "more row"))}${by === "rank" ? "" : ` that ${by}`}.`,
    }),
  };
}

const countOf = ({ metrics }: FigureLine, metric: string): number | undefined =>
  metrics.get(metric)?.["profiles"]?.value;

/** The same profiles of a comparison, where these are not all for some metric. */
function sameOf(line: FigureLine | undefined): FigureLine | undefined {
  const { same } = line ?? {};
  if (line === undefined || same === undefined) return undefined;
  const isAll = [...line.metrics.keys()].every(
    (metric) => countOf(line, metric) === countOf(same, metric),
  );
  return isAll ? undefined : same;
}

/** What happened in each row of time; none where nothing did. */
function eventsColumn(
  { figures }: Answer,
  eventsOf: (row: string) => string,
  shown: readonly number[],
): Column[] {
  const time = figures.dimensions.find(({ name }) => name === "date");
  const textAt = (row: number): string => eventsOf(time?.rows[time.keys[row] ?? -1] ?? "");
  if (!shown.some((row) => textAt(row) !== "")) return [];
  const textOf: Column["textOf"] = (_, row) => (row === undefined ? "" : textAt(row));
  return [{ name: "events", isNumber: false, textOf }];
}

/** A row for each metric of each row of each network: networks have other metrics. */
function networksTable({ figures }: Answer, formats: Formats, most: number): ReportTable {
  const names = figures.dimensions.map(({ name }) => name);
  const rows = Array.from({ length: figures.rowCount }, (_, row) => {
    const line = figures.line(row);
    const keys = figures.dimensions.map(
      ({ rows: own, keys: places }) => own[places[row] ?? -1] ?? "",
    );
    return Array.from(line.metrics.keys(), (metric) =>
      [line, line.same].flatMap((own) => {
        const numbers = own?.metrics.get(metric);
        const count = numbers?.["profiles"];
        const isRepeated = own === line.same && count?.value === countOf(line, metric);
        if (own === undefined || numbers === undefined || isRepeated) return [];
        const missing = 100 - 100 * (own.coverage.get(metric) ?? 1);
        const cells = ["now", "before", "change", "change_percent"].map((number) => {
          const figure = numbers[number];
          const isNone = figure?.why === noPercent && !isNumber(figure.value);
          return isNone ? "" : numberText(figure, formats);
        });
        const name = own === line.same ? `${metric}, same ${count?.text ?? ""}` : metric;
        return [
          [...keys, name, ...cells, missing > 0 ? formats.localised(formatShare(missing)) : ""],
        ];
      }),
    ).flat();
  }).flat();
  const heads = [...names, "metric", "now", "before", "change", "change %", "missing %"];
  const isUsed = heads.map((_, at) => rows.some((cells) => cells[at] !== ""));
  const used = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, at) => isUsed[at]);
  const left = rows.length - most;
  return {
    columns: used(heads.map((name, at) => ({ name, isNumber: at > names.length }))),
    rows: rows.slice(0, most).map(used),
    totals: 0,
    ...(left > 0 && { below: `${plural(left, "more row")}.` }),
  };
}
