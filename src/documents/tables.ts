/** An answer as a table of a report: its rows by rank or time, with all rows above them. */
import { itemAt } from "../cells/item-at.ts";
import { lazily } from "../async/lazily.ts";
import { isNumber } from "../cells/states.ts";
import { ourLimits } from "../catalog/limits.ts";
import { formatShare } from "../text/numbers.ts";
import { matchingRows, type FigureLine } from "../replies/figures.ts";
import type { Answer } from "./answers.ts";
import {
  columnNamed,
  columnsOf,
  headingIn,
  haveSeveralProfiles,
  numberText,
  usual,
  type Column,
} from "./columns.ts";
import type { Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { FigureLeaf, Goal, Node } from "./nodes.ts";
import type { ReportTable } from "./pieces.ts";
import { headOf, labelOf, networkName, rangesText, statementOf, subjectText } from "./sources.ts";

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

type TableOfAnswer = Omit<ReportTable, "statement" | "why">;

function tableOf(
  answer: Answer,
  formats: Formats,
  { columnsByName, inTime, eventsOf }: Known & { readonly eventsOf: (row: string) => string },
  { rows, columns: named, by = "rank" }: TableOptions,
): TableOfAnswer {
  const { figures } = answer;
  if (by !== "rank" && by !== "rose" && by !== "fell")
    throw new Error(`a table is by rank, rose or fell, not by ${JSON.stringify(by.slice(0, 40))}`);
  const hasTime = figures.dimensions.some(({ name, isTime }) => isTime ?? name === "date");
  const hasNetworks = figures.dimensions.some(({ name }) => name === "network");
  if (by !== "rank" && (hasTime || hasNetworks))
    throw new Error(`rows of ${hasTime ? "time" : "networks"} are not listed by who ${by}`);
  if (hasNetworks && named !== undefined)
    throw new Error("a table of networks has a row for each metric, and columns of its own");
  if (hasNetworks) return networksTable(answer, formats, rows ?? ourLimits.shownRows.named);
  const wanted = rows ?? figures.top ?? (hasTime ? Infinity : ourLimits.shownRows.ranked);
  const most = Math.min(wanted, ourLimits.reportRows);
  const order = hasTime ? inTime() : figures.order[by];
  const unrankedRows = hasTime || by !== "rank" ? [] : (figures.unranked?.() ?? []);
  // Of time alone, the last rows.
  const shown =
    hasTime && figures.dimensions.length === 1
      ? order.slice(-most)
      : [...order.slice(0, most), ...unrankedRows.slice(0, most)].slice(0, most);
  const columns =
    named === undefined
      ? usual(columnsByName, by !== "rank")
      : named.map((name) => columnNamed(name, columnsByName, formats));
  const events = hasTime ? eventsColumn(answer, eventsOf, shown, formats) : [];
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
  const left = order.length + unrankedRows.length - shown.length;
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
  formats: Formats,
): Column[] {
  const time = figures.dimensions.find(({ name }) => name === "date");
  const textAt = (row: number): string => eventsOf(itemAt(time?.rows, time?.keys[row]) ?? "");
  if (!shown.some((row) => textAt(row) !== "")) return [];
  const textOf: Column["textOf"] = (_, row) => (row === undefined ? "" : textAt(row));
  return [{ name: formats.phrases.heads["events"] ?? "events", isNumber: false, textOf }];
}

/** A row for each metric of each row of each network: networks have other metrics. */
function networksTable({ figures }: Answer, formats: Formats, most: number): TableOfAnswer {
  const names = figures.dimensions.map(({ name }) => name);
  const rows = Array.from({ length: figures.rowCount }, (_, row) => {
    const line = figures.line(row);
    const keys = figures.dimensions.map(({ name, rows: rowNames, keys: places }) => {
      const text = itemAt(rowNames, places[row]) ?? "";
      return name === "network" ? networkName(text, formats) : text;
    });
    return Array.from(line.metrics.keys(), (metric) =>
      [line, line.same].flatMap((figureLine) => {
        const numbers = figureLine?.metrics.get(metric);
        const count = numbers?.["profiles"];
        const isRepeated = figureLine === line.same && count?.value === countOf(line, metric);
        if (figureLine === undefined || numbers === undefined || isRepeated) return [];
        const missing = 100 - 100 * (figureLine.coverage.get(metric) ?? 1);
        const cells = referenceNumbers.map((number) => {
          const figure = numbers[`all_${number}`] ?? numbers[number];
          const isNone = figure?.why?.concernsMetric === true && !isNumber(figure.value);
          return isNone ? "" : numberText(figure, formats);
        });
        const label = labelOf(metric, "now", formats);
        const pages = [countOf(figureLine, metric), countOf(line, metric)].map(Number);
        const [few = 0, total = 0] = pages;
        const name =
          figureLine === line.same ? `${label}, ${formats.phrases.same(few, total)}` : label;
        return [
          [...keys, name, ...cells, missing > 0 ? formats.localised(formatShare(missing)) : ""],
        ];
      }),
    ).flat();
  }).flat();
  const heads = [...names, "metric", ...referenceNumbers, "missing %"];
  const isUsed = heads.map((_, at) => rows.some((cells) => cells[at] !== ""));
  const used = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, at) => isUsed[at]);
  const left = rows.length - most;
  return {
    columns: used(
      heads.map((name, at) => ({
        name: headOf(name, formats.phrases),
        isNumber: at > names.length,
      })),
    ),
    rows: rows.slice(0, most).map(used),
    totals: 0,
    headings: [],
    ...(left > 0 && { below: formats.phrases.more(String(left)) }),
  };
}

const referenceNumbers = ["now", "before", "change", "change_percent"] as const;
const referenceColumns = ["", "of", "range", ...referenceNumbers, "goal"];

/** A row for each number, metric or goal, with what it is of: each row has one population. */
export function referencesTable(nodes: readonly Node[], formats: Formats): ReportTable {
  const statements = new Set<string>();
  const why: string[] = [];
  const rows = nodes.map((node) => {
    const failure = node.kind === "branch" ? node.failure : undefined;
    if (failure !== undefined) why.push(failure);
    if (failure !== undefined) return ["–", failure, ...referenceColumns.slice(2).map(() => "")];
    const { leaf, numbers, goal } = shownOf(node);
    const { source, figure } = leaf;
    statements.add(statementOf(source, formats));
    if (!isNumber(figure.value))
      why.push(`${source.subject}, ${source.metric}: ${figure.why?.text}`);
    const comparisonCells = referenceNumbers.slice(1).map((name) => {
      const comparisonFigure = (numbers?.get(`all_${name}`) ?? numbers?.get(name))?.figure;
      return comparisonFigure?.why?.concernsMetric === true && !isNumber(comparisonFigure.value)
        ? ""
        : numberText(comparisonFigure, formats);
    });
    const pace = goal && paceText(goal, formats);
    return [
      labelOf(source.metric, source.number, formats),
      subjectText(source, formats),
      formats.range(source.period),
      formats.figure(figure),
      ...comparisonCells,
      pace ?? "",
    ];
  });
  const isUsed = referenceColumns.map(
    (_, at) => at < 4 || rows.some((cells) => cells[at] !== "" && cells[at] !== "–"),
  );
  const used = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, at) => isUsed[at]);
  return {
    columns: used(
      referenceColumns.map((name, at) => ({
        name: name === "" ? "" : headOf(name, formats.phrases),
        isNumber: at > 2 && at < 7,
      })),
    ),
    rows: rows.map(used),
    totals: 0,
    headings: [],
    statement: [...statements].join("; "),
    ...(why.length > 0 && { why: why.join("; ") }),
  };
}

/** The number of a reference; of a metric that now, with the others. */
function shownOf(node: Node): {
  readonly leaf: FigureLeaf;
  readonly numbers?: ReadonlyMap<string, FigureLeaf> | undefined;
  readonly goal?: Goal | undefined;
} {
  if (node.kind === "figure") return { leaf: node };
  const { goal, numbers } = node.kind === "branch" ? node : {};
  const leaf = goal?.now ?? numbers?.get("now") ?? numbers?.values().next().value;
  if (leaf !== undefined) return { leaf, numbers, goal };
  throw new Error("table: takes numbers, metrics and goals, such as week.total.insights_views");
}
