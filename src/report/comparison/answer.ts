/** The numbers of all rows of a comparison: of each metric all profiles, and the same ones; of the first the groups between. */
import { allColumn, rowColumn } from "../../table/compared-columns.ts";
import { each, type Work } from "../../async/work.ts";
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../../cells/number-at.ts";
import type { Comparison, Result } from "../../cells/result.ts";
import { onlyLabelled, onlyMetrics } from "../../cells/select.ts";
import { isNumber } from "../../cells/states.ts";
import { otherGroups, sameProfiles, type GroupOfProfiles } from "../../meaning/groups.ts";
import { compare, groupsIn, ofProfiles, type ComparedTable } from "../../table/compare.ts";
import type { Block, Note } from "../../replies/layout.ts";
import { formatShare } from "../../text/numbers.ts";
import { plural } from "../../text/words.ts";
import { daysText, numberText, totalHead } from "../names.ts";
import { lengthNote } from "./length-note.ts";
import { changeText, lineColumns, lineTexts, metricTitle, type LineTexts } from "./lines.ts";
import { partsTable } from "./parts.ts";
import { countsOf, groupWord, groupWords, isApart, metricsOf, partColumns } from "./shown.ts";
import type { ShownComparison } from "./shown.ts";

export interface ComparedAnswer {
  readonly blocks: readonly Block[];
  /** The numbers of all rows; undefined for the rows of a breakdown, which are never combined. */
  readonly totals: ComparedTable | undefined;
}

/** @param ranking the metric whose groups are listed, so that its lines add up. */
export function* comparedAnswer(
  { comparison, dimensions, matched, population }: ShownComparison,
  ranking: Metric,
): Work<ComparedAnswer> {
  if (dimensions.some((type) => isBreakdown(type))) return { blocks: [], totals: undefined };
  const question = population?.comparison ?? (matched && comparison);
  const ofQuestion = question && (yield* totalBlocks(question, dimensions, "all"));
  const which = ofQuestion === undefined ? "all" : matched === undefined ? "these" : "match";
  const answer = yield* totalBlocks(matched ?? comparison, dimensions, which, ranking);
  return { blocks: [...(ofQuestion?.blocks ?? []), ...answer.blocks], totals: answer.totals };
}

/** A line of the totals. */
interface TotalLine {
  readonly metric: Metric;
  readonly name: string;
  /** The number of its profiles. */
  readonly count: number;
  readonly texts: LineTexts;
}

function* totalBlocks(
  population: Comparison,
  dimensions: readonly Dimension[],
  which: "all" | "these" | "match",
  ranking?: Metric,
): Work<ComparedAnswer> {
  const comparison = {
    ...population,
    now: onlyLabelled(population.now, dimensions),
    before: onlyLabelled(population.before, dimensions),
  };
  const { profileCount } = comparison.now;
  const totals = yield* compare(comparison, []);
  const metrics = metricsOf(totals);
  const comparable = metrics.filter((metric) => partColumns(totals, metric).length === 0);
  const head = totalHead(profileCount, which);
  const first = ranking && comparable.find(({ name }) => name === ranking.name);
  const bridge = first && isApart(totals, first) ? yield* bridgeOf(comparison, totals, first) : [];
  const lines = comparable.flatMap((metric) => [
    ...totalLines({ comparison, table: totals }, metric),
    ...(metric === first ? bridge : []),
  ]);
  const broken = metrics.filter((metric) => !comparable.includes(metric));
  const blocks = [
    ...(lines.length === 0
      ? []
      : [blockOf(totals, lines, head, comparable, daysColumn(comparison.now, comparable))]),
    ...broken.map((metric) => partsTable(comparison, totals, metric, head)),
  ];
  const below = [
    lengthNote(comparison, totals, comparable),
    first !== undefined &&
      bridge.length > 0 &&
      comparable.length === 1 &&
      sameNote(comparison, totals, first),
  ];
  return { blocks: blocks.map((block, at) => (at === 0 ? { ...block, below } : block)), totals };
}

/** All profiles, and the same ones where these are not all. */
export function totalLines(
  shown: Pick<ShownComparison, "comparison" | "table">,
  metric: Metric,
): TotalLine[] {
  const { table, comparison } = shown;
  const counts = countsOf(table, metric);
  const { profileCount, days } = comparison.now;
  const isOne = profileCount === 1;
  const hasPercent = metric.kind.change === "percent";
  const word = isOne
    ? groupWord(shown, metric, days.profiles[0] ?? "")
    : counts !== undefined && hasPercent
      ? "not comparable"
      : "";
  const everyone = {
    metric,
    name: "all",
    count: counts?.profiles ?? profileCount,
    texts: lineTexts(table, metric, 0, { isOfSame: false, word }),
  };
  if (isOne || counts === undefined) return [everyone];
  const same = lineTexts(table, metric, 0, { isOfSame: true });
  return [everyone, { metric, name: "same", count: counts.same, texts: same }];
}

/** The groups between all profiles and the same ones. A side without values counts as 0 where profiles add up. */
function bridgeOf(comparison: Comparison, table: ComparedTable, metric: Metric): Work<TotalLine[]> {
  return each(otherGroups(groupsIn(table, metric)), function* lineOf(group) {
    const { now, before } = ofProfiles(comparison, group.ids);
    const only = {
      now: onlyMetrics(now, [metric.name]),
      before: onlyMetrics(before, [metric.name]),
    };
    const compared = yield* compare(only, []);
    const [late, early] = (["now", "before"] as const).map((number) =>
      numberAt(allColumn(compared, metric, number).values, 0),
    );
    const [valueNow = Number.NaN, valueBefore = Number.NaN] = [late, early];
    const isSum = metric.kind.overProfiles === "sum";
    const change = isSum ? (valueNow || 0) - (valueBefore || 0) : valueNow - valueBefore;
    const column = allColumn(compared, metric, "now");
    const textOf = (value: number): string =>
      Number.isNaN(value) ? "" : numberText(column, value);
    return {
      metric,
      name: groupName(group),
      count: group.ids.length,
      texts: {
        now: textOf(valueNow),
        before: textOf(valueBefore),
        change: Number.isNaN(change)
          ? ""
          : changeText(column, change, valueNow || 0, valueBefore || 0),
        change_percent: groupWords[group.kind],
        per_day_percent: "",
      },
    };
  });
}

/** `began 2026-08-17`, `ended 2026-06-01 to 2026-07-31`, `gaps`; `began by` and `ended after` a day of evidence. */
function groupName({ kind, bound, days }: GroupOfProfiles): string {
  const [first, last] = [days[0], days.at(-1)];
  const between = bound !== "on" && bound;
  return [kind, between, first, first !== last && `to ${last}`].filter(Boolean).join(" ");
}

/** By metric, how many of its days count, where these are not as many for all. */
function daysColumn(now: Result, metrics: readonly Metric[]): ReadonlyMap<string, string> {
  const texts = new Map(metrics.map((metric) => [metric.name, daysText(now, metric)]));
  return new Set(texts.values()).size > 1 ? texts : new Map();
}

/** One metric has its name above its lines; of several, each line has its own. */
function blockOf(
  table: ComparedTable,
  lines: readonly TotalLine[],
  head: string,
  metrics: readonly Metric[],
  days: ReadonlyMap<string, string>,
): Block {
  const { heads: titles, cells: texts } = lineColumns(lines.map((line) => line.texts));
  const heads = [...(days.size > 0 ? ["days"] : []), ...titles];
  const cells = texts.map((cellsOfLine, at) => [
    ...(days.size > 0 ? [days.get(lines[at]?.metric.name ?? "") ?? ""] : []),
    ...cellsOfLine,
  ]);
  const [only, ...further] = metrics;
  const isSplit = lines.length > metrics.length;
  if (isSplit && only !== undefined && further.length === 0) {
    const names = lines.map(({ name, count }) => [
      name === "same"
        ? "same in both ranges"
        : name === "all"
          ? head.replace(/\d+/, "").trim()
          : name,
      String(count),
    ]);
    return {
      rows: [
        [metricTitle(table, only), "profiles", ...heads],
        ...cells.map((line, at) => [...(names[at] ?? []), ...line]),
      ],
    };
  }
  const named = lines.map(({ metric, name, count }) => [
    metricTitle(table, metric),
    ...(isSplit ? [`${name} ${count}`] : []),
  ]);
  return {
    rows: [
      [head, ...(isSplit ? ["profiles"] : []), ...heads],
      ...cells.map((line, at) => [...(named[at] ?? []), ...line]),
    ],
  };
}

/** `The same 212 had 92.5 % of insights_views before. 5 of 250 profiles have no values.` */
function sameNote({ now }: Comparison, table: ComparedTable, metric: Metric): Note {
  const groups = groupsIn(table, metric);
  const same = sameProfiles(groups).length;
  const [part = Number.NaN, total = Number.NaN] = [rowColumn, allColumn].map((columnOf) =>
    numberAt(columnOf(table, metric, "before").values, 0),
  );
  const share = (100 * part) / total;
  const hasShare =
    metric.kind.overProfiles === "sum" && metric.kind.change === "percent" && isNumber(share);
  const without = now.profileCount - groups.size;
  const texts = [
    hasShare &&
      share !== 100 &&
      same > 0 &&
      `The same ${same} had ${formatShare(share)} % of ${metric.name} before.`,
    without > 0 &&
      `${without} of ${plural(now.profileCount, "profile")} ${without === 1 ? "has" : "have"} no values.`,
  ];
  return texts.filter(Boolean).join(" ");
}
