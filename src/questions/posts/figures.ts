/** The numbers of posts, and of their groups, for references. */
import { required } from "../../base/errors/tool-error.ts";
import { orMissing } from "../../numbers/cells/states.ts";
import { reasonOf } from "../../answers/replies/reasons.ts";
import {
  countFigure,
  type Figure,
  type FigureLine,
  type Figures,
  type Numbers,
} from "../../answers/replies/figures.ts";
import { moversOf } from "../../numbers/table/movers.ts";
import { rankedPlaces } from "../../numbers/table/rank.ts";
import { formatNumber } from "../../base/text/numbers.ts";
import { plural } from "../../base/text/words.ts";
import { profileColumn, shownColumns, totalsOf, writtenCell, isQuoted } from "./columns.ts";
import { isTimePart } from "./group-names.ts";
import { isCut, keyOf, nameOf, type GroupLine, type Grouping } from "./grouping.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

const figureOf = (value: number | undefined = Number.NaN, unit: Figure["unit"] = ""): Figure => ({
  value,
  text: formatNumber(value),
  unit,
  scale: 1,
  why: reasonOf("no_value"),
});

const cellFigure = (value: PostCell): Figure =>
  figureOf(typeof value === "number" ? value : undefined);

const periodOf = ({ network, start, end, part }: PostsResult) => ({
  network,
  period: { start, end },
  part,
});

/** A row per post, in the order of the result. */
export function postFigures(result: PostsResult, fullResult = result): Figures {
  const { columns, rows } = result;
  const profile = profileColumn(result);
  const shown = shownColumns(result);
  const numbers = [...columns.entries()].filter(([, { type }]) => type === "number");
  const quoted = [...columns.entries()].filter(([, column]) => isQuoted(column));
  const line = (row: number): FigureLine => {
    const cells = rows[row] ?? [];
    const texts = new Map([
      ...shown.map(
        ({ column, header, prefix = "", written }) =>
          [header, `${prefix}${written(cells[column])}`] as const,
      ),
      ...quoted.map(([at, { name }]) => [name, writtenCell(cells[at])] as const),
    ]);
    const name = [result.profileNames.get(String(cells[profile])), texts.get("created_local")];
    return {
      name: name.filter(Boolean).join(", ") || `post ${row + 1}`,
      metrics: new Map(
        numbers.map(([at, column]) => [column.name, { now: cellFigure(cells[at]) }] as const),
      ),
      coverage: new Map(),
      texts,
    };
  };
  const metrics = new Map([
    ["posts", { now: countFigure(fullResult.rows.length) }],
    ...numbers.map(([at, { name }]) => [name, totalFigures(fullResult, at)] as const),
  ]);
  return {
    ...periodOf(result),
    total: { name: postsName(fullResult), metrics, coverage: new Map() },
    dimensions: [],
    rowCount: rows.length,
    line,
    ...(rows.length === 0 && { blank: blankPost(result) }),
    order: { rank: [...rows.keys()], rose: [], fell: [] },
  };
}

function totalFigures(result: PostsResult, place: number): Numbers {
  const totals = totalsOf(result, place);
  return { sum: figureOf(totals?.sum), average: figureOf(totals?.average) };
}

/** Averages and sums of a part of the posts are not those of all. */
const postsName = ({ part, rows }: PostsResult): string =>
  part === undefined ? "all posts" : `the ${plural(rows.length, "post")} listed`;

/** The names that posts would have. Without a post, a field that the specification does not have can be of any type. */
function blankPost({ columns }: PostsResult): FigureLine {
  const names = columns.filter(({ type }) => type !== "number").map(({ name }) => name);
  const open = columns.filter(({ type }) => type === "number" || type === "word");
  return {
    name: "",
    metrics: new Map(open.map(({ name }) => [name, { now: figureOf() }] as const)),
    coverage: new Map(),
    texts: new Map([...names, "created_local", "profile"].map((name) => [name, ""])),
  };
}

/** A row per group, in the order of the reply. */
export function groupFigures(grouping: Grouping): Figures {
  const { result, parts, lines: shown, total: totalLine } = grouping;
  const names = shown.map(({ group }) => keyOf(group));
  const lines = shown.map((line, at): FigureLine => ({
    name: required(names[at], "a name"),
    metrics: metricsOf(grouping, line),
    coverage: new Map(),
  }));
  const dimension = {
    name: "group",
    rows: names,
    shown: shown.map(({ group }) => nameOf(grouping, group)),
    keys: [...names.keys()],
    isTime: parts.every(isTimePart),
  } as const;
  const metrics = metricsOf(grouping, totalLine);
  const total = { name: postsName(result), metrics, coverage: new Map() };
  const order = orderOf(grouping);
  const ranked = new Set(order.rank);
  return {
    ...periodOf(result),
    ...(result.before && { before: { start: result.before.start, end: result.before.end } }),
    total,
    dimensions: parts.length === 0 ? [] : [dimension],
    rowCount: parts.length === 0 ? 1 : lines.length,
    line: (row) => lines[row] ?? total,
    order,
    unranked: () => [...names.keys()].filter((row) => !ranked.has(row)),
  };
}

function metricsOf(
  { numbers }: Grouping,
  { group, values }: GroupLine,
): ReadonlyMap<string, Numbers> {
  const metrics = new Map<string, Numbers>();
  for (const [at, { metric, number, unit, scale = 1, why, textOf }] of numbers.entries()) {
    const value = values[at];
    const figure = {
      ...figureOf(value, unit),
      scale,
      ...(value !== undefined && { text: textOf(value, group) }),
      ...(why && { why }),
    };
    metrics.set(metric, { ...metrics.get(metric), [number]: figure });
  }
  return metrics;
}

/** Of a comparison the rank is by the number now, as everywhere. */
function orderOf(grouping: Grouping): Figures["order"] {
  const { lines, ranking, perStatistic } = grouping;
  const valuesAt = (place: number): number[] =>
    lines.map(({ group, values }) =>
      isCut(grouping, group) && perStatistic > 1 ? Number.NaN : orMissing(values[place]),
    );
  const rank = rankedPlaces(valuesAt(perStatistic === 1 ? ranking : ranking - 2));
  const changes = perStatistic === 1 ? [] : valuesAt(ranking);
  return { rank, rose: moversOf(changes, 1), fell: moversOf(changes, -1) };
}
