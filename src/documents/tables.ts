/** An answer as a table of a report: its rows by rank or time, with all rows above them. */
import { plainText } from "../text/sanitize.ts";
import { isNumber } from "../cells/states.ts";
import { formatShare } from "../text/numbers.ts";
import { plural } from "../text/words.ts";
import { nearestText } from "../text/nearest.ts";
import { noPercent, type FigureLine } from "../replies/figures.ts";
import type { Answer } from "./answers.ts";
import type { Formats } from "./formats.ts";
import type { ReportTable } from "./pieces.ts";

export interface TableOptions {
  /** The most rows; 25 (default). */
  readonly rows?: number | undefined;
  /** Names of columns: `name`, a dimension, `insights_views`, `insights_views.change_percent`, a text of posts. */
  readonly columns?: readonly string[] | undefined;
  /** `rank` (default), `rose` or `fell`. */
  readonly by?: string | undefined;
  /** By row of time, what happened then. */
  readonly eventsOf?: ((row: string) => string) | undefined;
}

interface Column {
  readonly name: string;
  /** Of a number. */
  readonly metric?: string;
  readonly number?: string;
  /** No row can have it. */
  readonly isEmpty?: boolean;
  readonly isNumber: boolean;
  readonly textOf: (line: FigureLine, row: number | undefined) => string;
}

/** Characters of a text of a post in a cell. */
const mostCharacters = 120;
const usualRows = 25;
/** The main metrics of all networks have one table. */
const mostOfNetworks = 60;

export function tableOf(
  answer: Answer,
  formats: Formats,
  { rows: most = usualRows, columns: named, by = "rank", eventsOf }: TableOptions,
): ReportTable {
  const { figures } = answer;
  if (by !== "rank" && by !== "rose" && by !== "fell")
    throw new Error(`a table is by rank, rose or fell, not by ${JSON.stringify(by.slice(0, 40))}`);
  if (figures.dimensions.some(({ name }) => name === "network"))
    return networksTable(answer, formats, most);
  const isOfTime = figures.dimensions.some(({ name }) => name === "date");
  const order =
    figures.order[by].length > 0 && !isOfTime
      ? figures.order[by]
      : Array.from({ length: figures.rowCount }, (_, row) => row);
  const all = columnsOf(answer, formats);
  const shown = order.slice(0, most);
  const columns = named === undefined ? usual(all) : named.map((name) => columnNamed(name, all));
  const events =
    isOfTime && eventsOf !== undefined ? [eventsColumn(answer, eventsOf, shown)].flat() : [];
  const cells = (line: FigureLine, row?: number): string[] =>
    [...columns, ...events].map(({ textOf }) => textOf(line, row));
  const isOfPosts = figures.dimensions.length === 0 && figures.rowCount > 0;
  const totals = isOfPosts
    ? []
    : [figures.total, sameOf(figures.total)].flatMap((line) => line ?? []);
  const left = order.length - shown.length;
  return {
    columns: [...columns, ...events],
    rows: [
      ...totals.map((line) => cells(line)),
      ...shown.map((row) => cells(figures.line(row), row)),
    ],
    totals: totals.length,
    ...(left > 0 && { below: `${formats.localised(plural(left, "more row"))}.` }),
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

/** Every column that a table of an answer can have. */
function columnsOf({ figures }: Answer, formats: Formats): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  const add = (name: string, textOf: Column["textOf"]): void => {
    columns.set(name, { name, isNumber: false, textOf });
  };
  const { dimensions, rowCount } = figures;
  const first = rowCount > 0 ? figures.line(0) : figures.total;
  if (dimensions.length === 0) add("name", (line) => line.name);
  for (const { name, rows, shown = rows, keys } of dimensions)
    add(name, (line, row) =>
      row === undefined
        ? name === dimensions[0]?.name
          ? line.name
          : ""
        : (shown[keys[row] ?? -1] ?? ""),
    );
  for (const name of first?.texts?.keys() ?? [])
    add(name, (line) => plainText(line.texts?.get(name) ?? "", mostCharacters));
  for (const [metric, numbers] of first?.metrics ?? [])
    for (const number of Object.keys(numbers)) {
      const figureOf = (line: FigureLine) => line.metrics.get(metric)?.[number];
      const textOf = (line: FigureLine): string => {
        const figure = figureOf(line);
        return figure === undefined ? "" : formats.figure(figure);
      };
      const isEmpty = first?.metrics.get(metric)?.[number]?.why === noPercent;
      const name = headOf(metric, number, (first?.metrics.size ?? 0) > 1);
      const key = number === "now" ? metric : `${metric}.${number}`;
      columns.set(key, { name, metric, number, isNumber: true, isEmpty, textOf });
    }
  return columns;
}

/** The name of a row; of one metric all numbers, of several the number now and the change. */
function usual(columns: ReadonlyMap<string, Column>): Column[] {
  const metrics = new Set([...columns.values()].flatMap(({ metric }) => metric ?? []));
  const shown = metrics.size > 1 ? ["now", "change_percent"] : usualNumbers;
  return [...columns.values()]
    .filter(
      ({ number, metric = "" }) =>
        number === undefined ||
        shown.includes(number) ||
        !comparedNumbers.includes(number) ||
        // A signed difference has no percentage.
        (number === "change" && columns.get(`${metric}.change_percent`)?.isEmpty === true),
    )
    .filter(({ number, isEmpty }) => number !== "change_percent" || !isEmpty);
}

const usualNumbers = ["now", "before", "change", "change_percent"];
const comparedNumbers = [...usualNumbers, "per_day_percent", "profiles"];

/** `insights_views`, `change`, `change %`; of several metrics with their names. */
const headOf = (metric: string, number: string, isOfSeveral: boolean): string => {
  const word = number.replace(/_percent$/, " %").replace(/^per_day/, "per day");
  return number === "now" ? metric : isOfSeveral ? `${metric} ${word}` : word;
};

function columnNamed(name: string, columns: ReadonlyMap<string, Column>): Column {
  // The texts that authors wrote have other names in each network.
  const alias =
    name === "text"
      ? ["message", "text", "commentary", "content"]
      : [name, name.replace(/\.now$/, "")];
  const found = alias.flatMap((one) => columns.get(one) ?? [])[0];
  if (found !== undefined) return name === "text" ? { ...found, name } : found;
  const names = [...columns.keys()];
  const near = nearestText(name, names);
  throw new Error(
    `a table has no column ${JSON.stringify(name.slice(0, 80))}${near === "" ? `; there are ${names.slice(0, 20).join(", ")}` : near}`,
  );
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
        const cells = usualNumbers.map((number) => {
          const figure = numbers[number];
          const isNone = figure?.why === noPercent && !isNumber(figure.value);
          return figure === undefined || isNone ? "" : formats.figure(figure);
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
    rows: rows.slice(0, Math.max(most, mostOfNetworks)).map(used),
    totals: 0,
    ...(left > 0 && rows.length > mostOfNetworks && { below: `${plural(left, "more row")}.` }),
  };
}
