/** The numbers of an answer as a tree: `week.profile["Brand 12"].insights_views.change`. */
import { groupBy } from "../cells/group-by.ts";
import { countFigure, missingFigure, orders } from "../replies/figures.ts";
import type { Figure, FigureLine, Figures, Numbers } from "../replies/figures.ts";
import type { Range } from "../time/grains.ts";
import type { Answer } from "./answers.ts";
import type { Branch, FigureLeaf, Node } from "./nodes.ts";

const isPlain = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key);
const step = (path: string, key: string): string =>
  isPlain(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

/** @param entries made on demand. */
export const branch = (
  entries: ReadonlyMap<string, () => Node>,
  more: Partial<Branch> = {},
): Branch => ({
  kind: "branch",
  keys: [...entries.keys()],
  get: (key) => entries.get(key)?.(),
  ...more,
});

const period =
  (range: Range): (() => Node) =>
  () => ({ kind: "period", range });

export function answerNode(answer: Answer): Branch {
  const { name, figures } = answer;
  const { total, matching, before } = figures;
  const lineAt =
    (line: FigureLine, path: string): (() => Node) =>
    () =>
      lineNode(answer, line, path);
  const entries = new Map<string, () => Node>([["period", period(figures.period)]]);
  if (before !== undefined)
    entries.set("before", () => branch(new Map([["period", period(before)]])));
  if (total !== undefined) entries.set("total", lineAt(total, `${name}.total`));
  if (total?.same !== undefined) entries.set("same", lineAt(total.same, `${name}.same`));
  if (matching !== undefined) entries.set("matching", lineAt(matching, `${name}.matching`));
  const all = Array.from({ length: figures.rowCount }, (_, row) => row);
  for (const { name: dimension } of figures.dimensions)
    entries.set(dimension, () =>
      rowsNode(answer, all, dimension, [dimension], `${name}.${dimension}`),
    );
  for (const order of orders)
    if (figures.order[order].length > 0 || order === "rank" || before !== undefined)
      entries.set(order, () => orderNode(answer, order, `${name}.${order}`));
  return branch(entries, { answer });
}

/** The rows of a dimension by name; where others are left, they narrow the rows further. */
function rowsNode(
  answer: Answer,
  rows: readonly number[],
  dimension: string,
  used: readonly string[],
  path: string,
): Branch {
  const { figures } = answer;
  const own = figures.dimensions.find(({ name }) => name === dimension);
  const nameOf = (row: number): string => own?.rows[own.keys[row] ?? -1] ?? "";
  const left = figures.dimensions.filter(({ name }) => !used.includes(name));
  const entries = new Map(
    groupBy(rows, nameOf).map((found) => {
      const [first] = found;
      const name = nameOf(first);
      const at = `${path}[${JSON.stringify(name)}]`;
      const narrowed = (): Node =>
        branch(
          new Map(
            left.map(({ name: next }) => [
              next,
              () => rowsNode(answer, found, next, [...used, next], `${at}.${next}`),
            ]),
          ),
        );
      return [
        name,
        left.length === 0 ? () => lineNode(answer, figures.line(first), at) : narrowed,
      ] as const;
    }),
  );
  return branch(entries, { rows: () => [...entries.values()].map((make) => make()) });
}

/** Rows by rank, from 1. A rank that no row has is data that is not there. */
function orderNode(answer: Answer, order: (typeof orders)[number], path: string): Branch {
  const { figures } = answer;
  const rows = figures.order[order];
  const at = (place: number): Node => {
    const row = rows[place - 1];
    const line = row === undefined ? absentLine(figures, `row ${place}`) : figures.line(row);
    return lineNode(answer, line, `${path}[${place}]`, row !== undefined);
  };
  return {
    kind: "branch",
    keys: rows.slice(0, 3).map((_, place) => String(place + 1)),
    get: (key) => (/^[1-9]\d{0,5}$/.test(key) ? at(Number(key)) : undefined),
    rows: () => rows.map((_, place) => at(place + 1)),
  };
}

/** A row that does not exist, with the names of numbers that others have. */
function absentLine(figures: Figures, name: string): FigureLine {
  const like = figures.rowCount > 0 ? figures.line(0) : figures.total;
  const figure = missingFigure(`there is no ${name}`);
  const numbersLike = (numbers: Numbers): Numbers =>
    Object.fromEntries(Object.keys(numbers).map((number) => [number, figure]));
  return {
    name,
    metrics: new Map(
      Array.from(like?.metrics ?? [], ([metric, numbers]) => [metric, numbersLike(numbers)]),
    ),
    coverage: new Map(),
  };
}

function lineNode(answer: Answer, line: FigureLine, path: string, isThere = true): Branch {
  const { profiles, same, texts } = line;
  const entries = new Map<string, () => Node>([
    ["name", () => ({ kind: "name", text: isThere ? line.name : undefined })],
  ]);
  for (const [name, text] of texts ?? []) entries.set(name, () => ({ kind: "name", text }));
  if (profiles !== undefined)
    entries.set("profiles", () =>
      leafOf(
        answer,
        line,
        path,
        "profiles",
        [...line.metrics.keys()][0] ?? "",
        countFigure(profiles),
      ),
    );
  for (const [metric, numbers] of line.metrics) {
    entries.set(metric, () => {
      const leaves = new Map(
        Object.entries(numbers).map(([number, figure]) => [
          number,
          leafOf(answer, line, step(path, metric), number, metric, figure),
        ]),
      );
      const makers = Array.from(leaves, ([number, leaf]) => [number, (): Node => leaf] as const);
      return branch(new Map(makers), { numbers: leaves });
    });
  }
  if (same !== undefined) entries.set("same", () => lineNode(answer, same, `${path}.same`));
  return branch(entries);
}

function leafOf(
  { name, figures, fetched, asked }: Answer,
  line: FigureLine,
  path: string,
  number: string,
  metric: string,
  figure: Figure,
): FigureLeaf {
  const { network, period: range, before } = figures;
  const isOfBoth = number.includes("change") || number.includes("percent");
  const source = {
    reference: `${path}.${number}`,
    question: name,
    network,
    subject: line.name,
    metric,
    number,
    period: number === "before" && before ? before : range,
    before: isOfBoth ? before : undefined,
    coverage: line.coverage.get(metric) ?? Number.NaN,
    age:
      fetched !== undefined
        ? `fetched ${timeText(fetched.first)}`
        : asked === undefined
          ? "fetched by an earlier call"
          : `fetched at most 15 minutes before ${timeText(asked)}`,
  };
  return { kind: "figure", figure, source };
}

const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
