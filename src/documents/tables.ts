/** An answer as a table of a report: its rows by rank or time, with all rows above them. */
import { plainText } from "../text/sanitize.ts";
import { isNumber } from "../cells/states.ts";
import { formatShare } from "../text/numbers.ts";
import { plural } from "../text/words.ts";
import { nearestText } from "../text/nearest.ts";
import { noPercent, type Figure, type FigureLine } from "../replies/figures.ts";
import type { Answer } from "./answers.ts";
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
  { rows, columns: named, by = "rank", eventsOf }: TableOptions,
): ReportTable {
  const { figures } = answer;
  if (by !== "rank" && by !== "rose" && by !== "fell")
    throw new Error(`a table is by rank, rose or fell, not by ${JSON.stringify(by.slice(0, 40))}`);
  if (figures.dimensions.some(({ name }) => name === "network"))
    return networksTable(answer, formats, rows ?? usualRows);
  const isOfTime = figures.dimensions.some(({ name }) => name === "date");
  const most = rows ?? figures.top ?? (isOfTime ? Infinity : usualRows);
  const hasOrder = figures.order[by].length > 0 && !isOfTime;
  const order = hasOrder
    ? [...figures.order[by], ...(by === "rank" ? (figures.unranked ?? []) : [])]
    : Array.from({ length: figures.rowCount }, (_, row) => row);
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
    ...(left > 0 && {
      below: `${formats.localised(plural(left, "more row"))}${by === "rank" ? "" : ` that ${by}`}.`,
    }),
  };
}

const isOfSame = (columns: ReadonlyMap<string, Column>): boolean =>
  [...columns.keys()].some((key) => key.includes(".same."));

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
  const lines = [
    figures.total,
    ...Array.from({ length: Math.min(rowCount, usualRows) }, (_, row) => figures.line(row)),
  ];
  const addNumbers = (metric: string, number: string, of: "" | ".same"): void => {
    const figureOf = (line?: FigureLine) =>
      (of === "" ? line : line?.same)?.metrics.get(metric)?.[number];
    const isEmpty = !lines.some((line) => isNumber(figureOf(line)?.value ?? Number.NaN));
    const head = number === "now" ? metric : `${metric}${of}.${number}`;
    columns.set(of === "" ? head : `${metric}${of}.${number}`, {
      name: headOf(metric, number, of, (first?.metrics.size ?? 0) > 1),
      metric,
      number: `${of}.${number}`,
      isEmpty,
      isNumber: true,
      textOf: (line) => numberText(figureOf(line), formats),
    });
  };
  for (const of of ["", ...(first?.same === undefined ? [] : [".same"])] as const)
    for (const [metric, numbers] of first?.metrics ?? [])
      for (const number of Object.keys(numbers))
        addNumbers(metric, number, of === "" ? "" : ".same");
  return columns;
}

/** A number; in place of a percentage that does not exist, the reason, as replies have it. */
function numberText(figure: Figure | undefined, formats: Formats): string {
  if (figure === undefined) return "";
  const [, reason = ""] = /^not comparable(?:: (new|ended|gaps)\b)?/.exec(figure.why) ?? [];
  const isCompared = figure.unit === "%" && figure.why.startsWith("not comparable");
  if (isNumber(figure.value) || !isCompared) return formats.figure(figure);
  return reason === "" ? "not comparable" : figure.why.replace("not comparable: ", "");
}

/**
 * The name of a row; of one metric all numbers, of several the number now and the change. Where rows can hold several
 * profiles, the change is that of the same ones.
 */
function usual(columns: ReadonlyMap<string, Column>, isByChange: boolean): Column[] {
  const metrics = new Set([...columns.values()].flatMap(({ metric }) => metric ?? []));
  const isOfOne = metrics.size === 1;
  const shown = isOfSame(columns)
    ? [
        ".now",
        ...(isOfOne ? [".same.profiles", ".same.now", ".same.before"] : []),
        ".same.change_percent",
      ]
    : isOfOne
      ? [".now", ".before", ".change", ".change_percent"]
      : [".now", ...(isByChange ? [".change"] : []), ".change_percent"];
  return [...columns.values()].filter(({ metric = "", number, isEmpty = false }) => {
    if (
      number === undefined ||
      !/^(\.same)?\.(now|before|change|change_percent|per_day_percent|profiles)$/.test(number)
    )
      return true;
    const percent = number.replace(/\w+$/, "change_percent");
    const isWithout = columns.get(`${metric}${percent}`)?.isEmpty === true;
    // A signed difference has no percentage, and ranges of very different lengths have one per day alone.
    const instead =
      isWithout && shown.includes(percent) && /\.(change|per_day_percent)$/.test(number);
    return !isEmpty && (shown.includes(number) || instead);
  });
}

/** `insights_views`, `change`, `change %`, `same profiles`; of several metrics with their names. */
function headOf(metric: string, number: string, of: "" | ".same", isOfSeveral: boolean): string {
  const word = number.replace(/_percent$/, " %").replace(/^per_day/, "per day");
  if (of === "" && number === "now") return metric;
  const text = of === "" ? word : number === "profiles" ? "same profiles" : `${word} of the same`;
  return isOfSeveral ? `${metric} ${text}` : text;
}

function columnNamed(text: string, columns: ReadonlyMap<string, Column>): Column {
  const [, name = text, heading] = /^(.+?)\s+as\s+(.+)$/.exec(text) ?? [];
  // The texts that authors wrote have other names in each network.
  const alias =
    name === "text"
      ? ["message", "text", "commentary", "content"]
      : [name, name.replace(/\.now$/, "")];
  const found = alias.flatMap((one) => columns.get(one) ?? [])[0];
  if (found !== undefined)
    return { ...found, name: heading ?? (name === "text" ? name : found.name) };
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
    rows: rows.slice(0, Math.max(most, mostOfNetworks)).map(used),
    totals: 0,
    ...(left > 0 && rows.length > mostOfNetworks && { below: `${plural(left, "more row")}.` }),
  };
}
