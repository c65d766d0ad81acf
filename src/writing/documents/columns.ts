/** The columns of tables of reports: of every number and text that the rows of an answer have. */
import { required } from "../../base/errors/tool-error.ts";
import { itemAt } from "../../numbers/cells/item-at.ts";
import { isNumberName, numberNamed, type NumberName } from "../../catalog/numbers.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import type { Figure, FigureLine, Figures } from "../../answers/replies/figures.ts";
import { nearestText } from "../../base/text/nearest.ts";
import { plainText } from "../../base/text/sanitize.ts";
import type { Answer } from "./answers.ts";
import type { Formats } from "./formats.ts";
import { shownText } from "./pieces.ts";
import { headOf, labelOf } from "./sources.ts";

export interface Column {
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
/** Rows that are looked at to see whether a column is empty. */
const mostSampled = 500;

/** True where rows can hold several profiles, so that changes are of the same ones. */
export const haveSeveralProfiles = (columns: ReadonlyMap<string, Column>): boolean =>
  [...columns.values()].some(({ number }) => number === "same_now");

/** Returns the number of pages in a line; undefined if its metrics have different pages. */
function pagesOf({ metrics, profiles }: FigureLine): number | undefined {
  const counts = Array.from(metrics.values(), (numbers) => numbers["profiles"]?.value ?? profiles);
  return new Set(counts).size === 1 ? counts[0] : undefined;
}

/** Every column that a table of an answer can have. */
export function columnsOf({ figures }: Answer, formats: Formats): ReadonlyMap<string, Column> {
  const columns = new Map<string, Column>();
  const add = (name: string, textOf: Column["textOf"]): void => {
    columns.set(name, { name: headOf(name, formats.phrases), isNumber: false, textOf });
  };
  const { dimensions, rowCount } = figures;
  const nameOf = (line: FigureLine): string =>
    line === figures.total
      ? formats.phrases.total(pagesOf(line))
      : line === figures.total?.same
        ? formats.phrases.sameInBoth
        : line.name;
  const first = figures.blank ?? (rowCount > 0 ? figures.line(0) : figures.total);
  if (dimensions.length === 0) add("name", nameOf);
  for (const { name, rows, shown = rows, keys, ranges } of dimensions)
    add(name, (line, row) => {
      if (row === undefined) return name === dimensions[0]?.name ? nameOf(line) : "";
      const range = itemAt(ranges, keys[row]);
      if (range !== undefined) return formats.range(range);
      return formats.time(required(itemAt(shown, keys[row]), "the name of a row"));
    });
  for (const name of first?.texts?.keys() ?? [])
    add(name, (line) => {
      const text = plainText(line.texts?.get(name) ?? "", mostCharacters);
      return name === "created_local" ? formats.time(text) : text;
    });
  return new Map([...columns, ...numberColumns(figures, first?.metrics ?? new Map(), formats)]);
}

/** @param metrics with the numbers that rows have. */
function* numberColumns(
  figures: Figures,
  metrics: FigureLine["metrics"],
  formats: Formats,
): Generator<readonly [key: string, column: Column]> {
  const length = Math.min(figures.rowCount, mostSampled);
  const lines = [figures.total, ...Array.from({ length }, (_, row) => figures.line(row))];
  for (const [metric, numbers] of metrics)
    for (const number of Object.keys(numbers)) {
      // Beside rows of one profile the line of all has the change of all.
      const hasSeveralProfiles = numbers["same_now"] !== undefined;
      const figureOf = (line?: FigureLine): Figure | undefined => {
        const metricNumbers = line?.metrics.get(metric);
        return (
          (hasSeveralProfiles ? undefined : metricNumbers?.[`all_${number}`]) ??
          metricNumbers?.[number]
        );
      };
      const column = {
        name: headOfNumber(metric, number, formats, metrics.size > 1),
        metric,
        number,
        isEmpty: !lines.some((line) => isNumber(figureOf(line)?.value)),
        isNumber: true,
        textOf: (line: FigureLine) => numberText(figureOf(line), formats),
      };
      yield [columnKey(metric, number), column];
    }
}

const columnKey = (metric: string, number: string): string =>
  number === "now" ? metric : `${metric}.${number}`;

/** A number; in place of a percentage that does not exist, the reason, as replies have it. */
export function numberText(figure: Figure | undefined, formats: Formats): string {
  if (figure === undefined) return "";
  const word = figure.unit === "%" && !isNumber(figure.value) ? figure.why?.word : undefined;
  return word ?? formats.figure(figure);
}

/**
 * The name of a row; of one metric all numbers, of several the number now and the change. Where rows can hold several
 * profiles, the change is that of the same ones.
 */
export function usual(columns: ReadonlyMap<string, Column>, isByChange: boolean): Column[] {
  const metrics = new Set([...columns.values()].flatMap(({ metric }) => metric ?? []));
  const hasOneMetric = metrics.size === 1;
  const ofOne: readonly NumberName[] = haveSeveralProfiles(columns)
    ? ["same_profiles", "same_now", "same_before"]
    : ["before", "usual", "lowest", "highest", "change"];
  const shown = new Set<string>([
    "now",
    "change_percent",
    "share",
    ...(hasOneMetric ? ofOne : []),
    ...(isByChange && !haveSeveralProfiles(columns) ? ["change"] : []),
  ]);
  return [...columns.values()].filter(({ metric = "", number, isEmpty = false }) => {
    if (number === undefined || !isNumberName(number) || number === "now") return true;
    // A signed difference has no percentage.
    const isInstead =
      number === "change" && columns.get(columnKey(metric, "change_percent"))?.isEmpty === true;
    return !isEmpty && (shown.has(number) || isInstead);
  });
}

/** `Views`, `change`, `change %`, `same pages`; of several metrics with their labels. */
function headOfNumber(
  metric: string,
  number: string,
  formats: Formats,
  hasSeveralProfiles: boolean,
): string {
  const label = labelOf(metric, "now", formats);
  if (number === "now") return label;
  const head = headOf(number, formats.phrases);
  // A mean or a share alone would not say of what.
  const namesMetric = hasSeveralProfiles || !isNumberName(number) || number === "share";
  return namesMetric ? `${label}, ${head}` : head;
}

/** The heading of the author: `insights_views as Views`. */
export const headingIn = (text: string): string | undefined => /\sas\s+(.+)$/.exec(text)?.[1];

/** The key of a column by a name or a synonym of its number: `views.previous`, `views.same.now`. */
function keyNamed(name: string): string {
  const [metric = "", number = ""] = name.replace(".same.", ".same_").split(".", 2);
  return columnKey(metric, numberNamed(number) ?? number);
}

export function columnNamed(
  text: string,
  columns: ReadonlyMap<string, Column>,
  formats: Formats,
): Column {
  const [name = text] = text.split(/\s+as\s+/, 1);
  const heading = headingIn(text);
  // The texts that authors wrote have other names in each network.
  const alias =
    name === "text" ? ["message", "text", "commentary", "content"] : [name, keyNamed(name)];
  const column = alias.flatMap((key) => columns.get(key) ?? [])[0];
  if (column !== undefined)
    return {
      ...column,
      name:
        heading === undefined
          ? name === "text"
            ? headOf(name, formats.phrases)
            : column.name
          : shownText(heading),
    };
  const names = [...columns.keys()];
  const near = nearestText(name, names);
  throw new Error(
    `a table has no column ${JSON.stringify(name.slice(0, 80))}${near === "" ? `; there are ${names.slice(0, 20).join(", ")}` : near}`,
  );
}
