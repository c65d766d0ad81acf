/** The numbers of an answer as a tree: `week.profile["Brand 12"].insights_views.change`. */
import { itemAt } from "../../numbers/cells/item-at.ts";
import { lazily } from "../../base/async/lazily.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { numberNamed, numberNames } from "../../catalog/numbers.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { blankLine, countFigure, missingFigure, orders } from "../../answers/replies/figures.ts";
import type {
  FigureDimension,
  FigureLine,
  Figures,
  Numbers,
} from "../../answers/replies/figures.ts";
import { absent } from "../../answers/replies/reasons.ts";
import { isBucketName, type Range } from "../../base/time/grains.ts";
import type { AccountNames, Answer } from "./answers.ts";
import { leafOf, type LeafPlace } from "./leaves.ts";
import { branch, missingNode, type Branch, type Node } from "./nodes.ts";

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
  const entries = new Map<string, () => Node>([["period", period(figures.period)]]);
  if (before !== undefined)
    entries.set("before", () => branch(new Map([["period", period(before)]])));
  if (total !== undefined) entries.set("total", lineAt(total, "total"));
  const same = total?.same;
  if (same !== undefined)
    entries.set("same", () => lineNode(answer, same, `${name}.same`, { fullLine: total }));
  if (answer.isCompared === true && before === undefined)
    for (const key of ["before", "same", "rose", "fell"])
      entries.set(key, () => missingNode(noEarlierRange));
  if (matching !== undefined) entries.set("matching", lineAt(matching, "matching"));
  const rows = lazily(() => Array.from({ length: figures.rowCount }, (_, row) => row));
  for (const { name: dimension } of figures.dimensions)
    entries.set(
      dimension,
      lazily(() => rowsNode({ answer, names }, rows(), [dimension], `${name}.${dimension}`)),
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

/**
 * The rows of a dimension by name; where others are left, they narrow the rows further.
 * @param used the dimension, and those that have narrowed the rows.
 */
function rowsNode(
  { answer, names }: Answered,
  rows: readonly number[],
  used: readonly [FigureDimension["name"], ...FigureDimension["name"][]],
  path: string,
): Branch {
  const { figures } = answer;
  const [dimension] = used;
  const figureDimension = figures.dimensions.find(({ name }) => name === dimension);
  const nameOf = (row: number): string =>
    itemAt(figureDimension?.rows, figureDimension?.keys[row]) ?? "";
  const left = figures.dimensions.filter(({ name }) => !used.includes(name));
  const byName = new Map(groupBy(rows, nameOf).map((group) => [nameOf(group[0]), group]));
  return {
    kind: "branch",
    keys: [...byName.keys()],
    get(key) {
      const group = byName.get(key);
      const at = `${path}[${JSON.stringify(key)}]`;
      if (group === undefined) {
        if (!canBeRow(dimension, key, names)) return undefined;
        // A key that can be anything is a text of the author.
        const isOpen = !["profile", "label", "date", "network"].includes(dimension);
        const [row, why] = isOpen ? ["no such row", ""] : [key, ` ${key}`];
        const problem = `the answer has no row${why}`;
        // Networks have other metrics.
        if (left.length > 0 || dimension === "network") return missingNode(problem);
        return lineNode(answer, absentLine(figures, row, problem), at, { isThere: false });
      }
      if (left.length === 0) return lineNode(answer, figures.line(group[0]), at);
      return branch(
        new Map(
          left.map(({ name: next }) => [
            next,
            () => rowsNode({ answer, names }, group, [next, ...used], `${at}.${next}`),
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
    lineNode(answer, line, `${path}[${place}]`, { isThere });
  return {
    kind: "branch",
    keys: ["1", "2", "3"],
    get(key) {
      if (!/^[1-9]\d{0,5}$/.test(key)) return undefined;
      const row = figures.order[order][Number(key) - 1];
      const isThere = row !== undefined;
      const line = isThere
        ? figures.line(row)
        : absentLine(figures, `${order} ${key}`, `there is no row ${key}`);
      return nodeAt(line, Number(key), isThere);
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
  return blankLine(like ?? { name, metrics: new Map(), coverage: new Map() }, name, absent(why));
}

interface LineOptions {
  readonly isThere?: boolean;
  /** Of the same profiles: the line of all. */
  readonly fullLine?: FigureLine | undefined;
}

function lineNode(
  answer: Answer,
  line: FigureLine,
  path: string,
  { isThere = true, fullLine }: LineOptions = {},
): Branch {
  const { profiles, same, texts } = line;
  const entries = new Map<string, () => Node>([
    ["name", () => ({ kind: "name", text: isThere ? line.name : undefined })],
  ]);
  for (const [name, text] of texts ?? [])
    entries.set(name, () => ({ kind: "name", text: isThere ? text : undefined }));
  if (profiles !== undefined) {
    const [metric = ""] = line.metrics.keys();
    const count = isNumber(profiles) ? countFigure(profiles) : missingFigure(absent("no such row"));
    const place = { path, metric, number: "profiles", fullLine };
    entries.set("profiles", () => leafOf(answer, line, place, count));
  }
  for (const metric of answer.metrics ?? [])
    entries.set(metric, () => missingNode("the API does not accept this metric"));
  for (const [metric, numbers] of line.metrics) {
    // Whether a field of posts is a text or a number, only a post shows.
    const isOpen = !isThere && texts?.has(metric) === true;
    entries.set(metric, () =>
      isOpen
        ? missingNode(`there is no ${line.name}`)
        : metricNode(answer, line, { path: step(path, metric), metric, fullLine }, numbers),
    );
  }
  if (same !== undefined)
    entries.set("same", () => lineNode(answer, same, `${path}.same`, { isThere, fullLine: line }));
  return branch(entries);
}

/** The numbers of a metric; of a comparison whose earlier range is not available, those of it too. */
function metricNode(
  answer: Answer,
  line: FigureLine,
  place: Omit<LeafPlace, "number">,
  numbers: Numbers,
): Branch {
  const lacks = answer.isCompared === true && answer.figures.before === undefined;
  const lacking = lacks
    ? numberNames.map((number) => [number, missingFigure(absent(noEarlierRange))] as const)
    : [];
  const leaves = new Map(
    [...lacking, ...Object.entries(numbers)].map(([number, figure]) => [
      number,
      leafOf(answer, line, { ...place, number }, figure),
    ]),
  );
  const makers = Array.from(leaves, ([number, leaf]) => [number, (): Node => leaf] as const);
  const named = new Map(makers);
  return branch(named, {
    numbers: leaves,
    get: (key) => (named.get(key) ?? named.get(numberNamed(key) ?? key))?.(),
  });
}

const noEarlierRange = "the earlier range is not available";
