/** The numbers of posts, and of their groups, for references. */
import { reasonOf } from "../replies/reasons.ts";
import {
  countFigure,
  type Figure,
  type FigureLine,
  type Figures,
  type Numbers,
} from "../replies/figures.ts";
import { rankedPlaces } from "../table/rank.ts";
import { formatNumber } from "../text/numbers.ts";
import { plural } from "../text/words.ts";
import { profileColumn, shownColumns, totalsOf, writtenCell, isQuoted } from "./columns.ts";
import { rankingOf, wholesOf, type GroupNumber, type PostGroup, type PostRow } from "./groups.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

const figureOf = (value: number | undefined = Number.NaN, unit: Figure["unit"] = ""): Figure => ({
  value,
  text: formatNumber(value),
  unit,
  scale: 1,
  why: reasonOf("no_value"),
});

const counted = (rows: readonly unknown[]): readonly [string, Numbers] => [
  "posts",
  { now: countFigure(rows.length) },
];

const periodOf = ({ network, start, end, part }: PostsResult) => ({
  network,
  period: { start, end },
  part,
});

/** A row per post, in the order of the result. */
export function postFigures(result: PostsResult, whole = result): Figures {
  const { columns, rows } = result;
  const profile = profileColumn(result);
  const shown = shownColumns(result);
  const numbers = [...columns.entries()].filter(([, { type }]) => type === "number");
  const quoted = [...columns.entries()].filter(([, column]) => isQuoted(column));
  const asFigure = (value: PostCell): Figure =>
    figureOf(typeof value === "number" ? value : undefined);
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
        numbers.map(([at, column]) => [column.name, { now: asFigure(cells[at]) }] as const),
      ),
      coverage: new Map(),
      texts,
    };
  };
  const totals = numbers.map(([at, { name }]) => [name, totalsOf(whole, at)] as const);
  const total = new Map([
    counted(whole.rows),
    ...totals.map(([name, own]): readonly [string, Numbers] => [
      name,
      { sum: figureOf(own?.sum), average: figureOf(own?.average) },
    ]),
  ]);
  return {
    ...periodOf(result),
    total: { name: postsName(whole), metrics: total, coverage: new Map() },
    dimensions: [],
    rowCount: rows.length,
    line,
    ...(rows.length === 0 && { blank: blankPost(result) }),
    order: { rank: [...rows.keys()], rose: [], fell: [] },
  };
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

/** A row per group. */
export function groupFigures(
  result: PostsResult,
  by: string,
  groups: readonly PostGroup[],
  numbers: readonly GroupNumber[],
): Figures {
  const metricsOf = (
    rows: readonly PostRow[],
    whole: readonly PostRow[] = result.rows,
  ): ReadonlyMap<string, Numbers> => {
    const metrics = new Map<string, Numbers>([counted(rows)]);
    for (const { metric, number, of } of numbers) {
      const unit = number === "share" ? "%" : "";
      const figure = figureOf(of(rows, whole), unit);
      metrics.set(metric, { ...metrics.get(metric), [number]: figure });
    }
    return metrics;
  };
  const names = groups.map((group) => group.names.join(", "));
  const wholeOf = wholesOf(result, by, groups);
  const lines = groups.map((group, at): FigureLine => ({
    name: names[at] ?? "",
    metrics: metricsOf(group.rows, wholeOf(group)),
    coverage: new Map(),
  }));
  const name = postsName(result);
  const total = { name, metrics: metricsOf(result.rows), coverage: new Map() };
  const ranking = rankingOf(numbers);
  const rank = rankedPlaces(
    groups.map((group) => ranking?.of(group.rows, wholeOf(group)) ?? Number.NaN),
  );
  return {
    ...periodOf(result),
    total,
    dimensions: [{ name: "group", rows: names, keys: [...names.keys()] }],
    rowCount: lines.length,
    line: (row) => lines[row] ?? total,
    order: { rank, rose: [], fell: [] },
    unranked: [...names.keys()].filter((row) => !rank.includes(row)),
  };
}
