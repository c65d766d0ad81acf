/** The numbers of an answer as a tree: `week.profile["Brand 12"].insights_views.change`. */
import { lazily } from "../async/lazily.ts";
import { groupBy } from "../cells/group-by.ts";
import { isNumber } from "../cells/states.ts";
import { metricNetworks } from "../catalog/networks.ts";
import { blankLine, countFigure, orders } from "../replies/figures.ts";
import type { Figure, FigureDimension, FigureLine, Figures } from "../replies/figures.ts";
import { plural } from "../text/words.ts";
import { isBucketName, type Range } from "../time/grains.ts";
import type { AccountNames, Answer } from "./answers.ts";
import { branch, missingNode, type Branch, type FigureLeaf, type Node } from "./nodes.ts";

const isPlain = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key);
const step = (path: string, key: string): string =>
  isPlain(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

const period =
  (range: Range): (() => Node) =>
  () => ({ kind: "period", range });

/** Rows are found by their names once for each answer. */
export function answerNode(answer: Answer, names?: AccountNames): Branch {
  const { name, figures } = answer;
  const { total, before, matching = total } = figures;
  const lineAt =
    (line: FigureLine, place: string): (() => Node) =>
    () =>
      lineNode(answer, line, `${name}.${place}`);
  const entries = new Map<string, () => Node>([
    ["question", () => ({ kind: "name", text: name })],
    ["period", period(figures.period)],
  ]);
  if (before !== undefined)
    entries.set("before", () => branch(new Map([["period", period(before)]])));
  if (total !== undefined) entries.set("total", lineAt(total, "total"));
  if (total?.same !== undefined) entries.set("same", lineAt(total.same, "same"));
  if (matching !== undefined) entries.set("matching", lineAt(matching, "matching"));
  const rows = lazily(() => Array.from({ length: figures.rowCount }, (_, row) => row));
  for (const { name: dimension } of figures.dimensions)
    entries.set(
      dimension,
      lazily(() =>
        rowsNode({ answer, names }, rows(), dimension, [dimension], `${name}.${dimension}`),
      ),
    );
  for (const order of orders)
    if (order === "rank" || before !== undefined)
      entries.set(order, () => orderNode(answer, order, `${name}.${order}`));
  return branch(entries, { answer });
}

interface Answered {
  readonly answer: Answer;
  readonly names: AccountNames | undefined;
}

/** True for a row that an answer of another month can have. */
function canBeRow(name: FigureDimension["name"], key: string, names?: AccountNames): boolean {
  if (name === "profile" || name === "label") return names?.[name].includes(key) === true;
  if (name === "date") return isBucketName(key);
  return name !== "network" || metricNetworks.some((network) => network === key);
}

/** The rows of a dimension by name; where others are left, they narrow the rows further. */
function rowsNode(
  { answer, names }: Answered,
  rows: readonly number[],
  dimension: FigureDimension["name"],
  used: readonly string[],
  path: string,
): Branch {
  const { figures } = answer;
  const own = figures.dimensions.find(({ name }) => name === dimension);
  const nameOf = (row: number): string => own?.rows[own.keys[row] ?? -1] ?? "";
  const left = figures.dimensions.filter(({ name }) => !used.includes(name));
  const byName = new Map(groupBy(rows, nameOf).map((found) => [nameOf(found[0]), found]));
  return {
    kind: "branch",
    keys: [...byName.keys()],
    get(key) {
      const found = byName.get(key);
      const at = `${path}[${JSON.stringify(key)}]`;
      if (found === undefined) {
        if (!canBeRow(dimension, key, names)) return undefined;
        const why = `the answer has no row ${key}`;
        return left.length > 0
          ? missingNode(why)
          : lineNode(answer, absentLine(figures, key, why), at);
      }
      if (left.length === 0) return lineNode(answer, figures.line(found[0]), at);
      return branch(
        new Map(
          left.map(({ name: next }) => [
            next,
            () => rowsNode({ answer, names }, found, next, [...used, next], `${at}.${next}`),
          ]),
        ),
      );
    },
  };
}

/** Rows by rank, from 1. A rank that no row has is data that is not there. */
function orderNode(answer: Answer, order: (typeof orders)[number], path: string): Branch {
  const { figures } = answer;
  const nodeAt = (line: FigureLine, place: number, isThere: boolean): Branch =>
    lineNode(answer, line, `${path}[${place}]`, isThere);
  return {
    kind: "branch",
    keys: ["1", "2", "3"],
    get(key) {
      if (!/^[1-9]\d{0,5}$/.test(key)) return undefined;
      const row = figures.order[order][Number(key) - 1];
      const absent = (): FigureLine =>
        absentLine(figures, `${order} ${key}`, `there is no row ${key}`);
      return nodeAt(
        row === undefined ? absent() : figures.line(row),
        Number(key),
        row !== undefined,
      );
    },
    ordered: {
      question: answer.name,
      order,
      first: (count) =>
        figures.order[order].slice(0, count).map((row, at) => {
          const line = figures.line(row);
          return [line, nodeAt(line, at + 1, true)];
        }),
    },
  };
}

/** A row that does not exist, with the names of numbers and texts that others have. */
function absentLine(figures: Figures, name: string, why: string): FigureLine {
  const like = figures.blank ?? (figures.rowCount > 0 ? figures.line(0) : figures.total);
  return blankLine(like ?? { name, metrics: new Map(), coverage: new Map() }, name, why);
}

function lineNode(answer: Answer, line: FigureLine, path: string, isThere = true): Branch {
  const { profiles, same, texts } = line;
  const entries = new Map<string, () => Node>([
    ["name", () => ({ kind: "name", text: isThere ? line.name : undefined })],
  ]);
  for (const [name, text] of texts ?? [])
    entries.set(name, () => ({ kind: "name", text: isThere ? text : undefined }));
  if (profiles !== undefined) {
    const [first = ""] = line.metrics.keys();
    const count = countFigure(profiles);
    entries.set("profiles", () => leafOf(answer, line, path, "profiles", first, count));
  }
  for (const [metric, numbers] of line.metrics) {
    // Whether a field of posts is a text or a number, only a post shows.
    if (!isThere && texts?.has(metric) === true) {
      entries.set(metric, () => missingNode(`there is no ${line.name}`));
      continue;
    }
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

/** `114 pages`; `the same 97 of 114 pages`; the name of a row. Each metric has pages of its own. */
function subjectOf({ total, matching }: Figures, line: FigureLine, metric: string): string {
  if (total?.profiles === undefined) return line.name;
  const countOf = (own: FigureLine): number =>
    own.metrics.get(metric)?.["profiles"]?.value ?? own.profiles ?? Number.NaN;
  const pages = plural(countOf(total), "page");
  if (line === total) return pages;
  if (line === total.same) return `the same ${countOf(line)} of ${pages}`;
  return line === matching ? `${line.name} pages` : line.name;
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
    subject: subjectOf(figures, line, metric),
    metric,
    number,
    period: number === "before" && before ? before : range,
    before: isOfBoth ? before : undefined,
    coverage: line.coverage.get(metric) ?? Number.NaN,
    age:
      fetched !== undefined
        ? `fetched ${dayText(fetched.first)}`
        : asked === undefined
          ? "fetched by an earlier call"
          : `fetched ${dayText(asked)}`,
  };
  return { kind: "figure", figure, source };
}

const dayText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** What a reference can ask of a number beside its value. */
export function aboutNumber({ figure }: FigureLeaf, key: string): Node | undefined {
  const isMissing = !isNumber(figure.value);
  if (key === "is_missing") return { kind: "name", text: isMissing ? "yes" : "no" };
  return key === "why" ? { kind: "name", text: isMissing ? figure.why : "" } : undefined;
}
