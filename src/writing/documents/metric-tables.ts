/** Tables of metrics, with what each number is of: those of several networks, and those of references. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import type { Figure, FigureLine } from "../../answers/replies/figures.ts";
import { formatShare } from "../../base/text/numbers.ts";
import type { Answer } from "./answers.ts";
import { numberText } from "./columns.ts";
import type { Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { FigureLeaf, Goal, Node } from "./nodes.ts";
import type { ReportTable } from "./pieces.ts";
import { headOf, labelOf, networkName, statementOf, subjectText } from "./sources.ts";

export type TableOfAnswer = Omit<ReportTable, "statement" | "why">;

export const countOf = ({ metrics }: FigureLine, metric: string): number | undefined =>
  metrics.get(metric)?.["profiles"]?.value;

/** A row for each metric of each row of each network: networks have other metrics. */
export function networksTable({ figures }: Answer, formats: Formats, most: number): TableOfAnswer {
  const names = figures.dimensions.map(({ name }) => name);
  const rows = Array.from({ length: figures.rowCount }, (_, row) => {
    const keys = figures.dimensions.map(({ name, rows: rowNames, keys: places }) => {
      const text = itemAt(rowNames, places[row]) ?? "";
      return name === "network" ? networkName(text, formats) : text;
    });
    return metricRows(figures.line(row), formats).map((cells) => [...keys, ...cells]);
  }).flat();
  const heads = [...names, "metric", ...referenceNumbers, "missing %"];
  const isUsed = heads.map((_, at) => rows.some((cells) => cells[at] !== ""));
  const columns = heads.map((name, at) => ({
    name: headOf(name, formats.phrases),
    isNumber: at > names.length,
  }));
  const left = rows.length - most;
  return {
    ...withColumns({ columns, rows: rows.slice(0, most) }, isUsed),
    totals: 0,
    headings: [],
    ...(left > 0 && { below: formats.phrases.more(String(left)) }),
  };
}

/** The cells of each metric of a row; where the same profiles are not all, of these too. */
const metricRows = (line: FigureLine, formats: Formats): string[][] =>
  Array.from(line.metrics.keys(), (metric) =>
    [line, line.same].flatMap((figureLine) => {
      const numbers = figureLine?.metrics.get(metric);
      const count = numbers?.["profiles"];
      const isRepeated = figureLine === line.same && count?.value === countOf(line, metric);
      if (figureLine === undefined || numbers === undefined || isRepeated) return [];
      const missing = 100 - 100 * (figureLine.coverage.get(metric) ?? 1);
      const cells = referenceNumbers.map((number) =>
        comparedText(numbers[`all_${number}`] ?? numbers[number], formats),
      );
      const label = labelOf(metric, "now", formats);
      const pages = [countOf(figureLine, metric), countOf(line, metric)].map(Number);
      const [few = 0, total = 0] = pages;
      const name =
        figureLine === line.same ? `${label}, ${formats.phrases.same(few, total)}` : label;
      return [[name, ...cells, missing > 0 ? formats.localised(formatShare(missing)) : ""]];
    }),
  ).flat();

/** Empty for a number that no row of the metric has. */
const comparedText = (figure: Figure | undefined, formats: Formats): string =>
  figure?.why?.concernsMetric === true && !isNumber(figure.value)
    ? ""
    : numberText(figure, formats);

type Cells = Pick<ReportTable, "columns" | "rows">;

function withColumns({ columns, rows }: Cells, isUsed: readonly boolean[]): Cells {
  const used = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, at) => isUsed[at]);
  return { columns: used(columns), rows: rows.map(used) };
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
    const shown = shownOf(node);
    const { source, figure } = shown.leaf;
    statements.add(statementOf(source, formats));
    if (!isNumber(figure.value))
      why.push(`${source.subject}, ${source.metric}: ${figure.why?.text}`);
    return referenceRow(shown, formats);
  });
  const isUsed = referenceColumns.map(
    (_, at) => at < 4 || rows.some((cells) => cells[at] !== "" && cells[at] !== "–"),
  );
  const columns = referenceColumns.map((name, at) => ({
    name: name === "" ? "" : headOf(name, formats.phrases),
    isNumber: at > 2 && at < 7,
  }));
  return {
    ...withColumns({ columns, rows }, isUsed),
    totals: 0,
    headings: [],
    statement: [...statements].join("; "),
    ...(why.length > 0 && { why: why.join("; ") }),
  };
}

interface Reference {
  readonly leaf: FigureLeaf;
  readonly numbers?: ReadonlyMap<string, FigureLeaf> | undefined;
  readonly goal?: Goal | undefined;
}

function referenceRow({ leaf, numbers, goal }: Reference, formats: Formats): string[] {
  const { source, figure } = leaf;
  return [
    labelOf(source.metric, source.number, formats),
    subjectText(source, formats),
    formats.range(source.period),
    formats.figure(figure),
    ...referenceNumbers
      .slice(1)
      .map((name) =>
        comparedText((numbers?.get(`all_${name}`) ?? numbers?.get(name))?.figure, formats),
      ),
    (goal && paceText(goal, formats)) ?? "",
  ];
}

/** The number of a reference; of a metric that now, with the others. */
function shownOf(node: Node): Reference {
  if (node.kind === "figure") return { leaf: node };
  const { goal, numbers } = node.kind === "branch" ? node : {};
  const leaf = goal?.now ?? numbers?.get("now") ?? numbers?.values().next().value;
  if (leaf !== undefined) return { leaf, numbers, goal };
  throw new Error("table: takes numbers, metrics and goals, such as week.total.insights_views");
}
