/** The numbers of all rows of a comparison: of each metric all profiles, and the same ones; of the first the groups between. */
import { required } from "../../../base/errors/tool-error.ts";
import { numberColumn, populationColumn } from "../../../numbers/table/compared-columns.ts";
import { groupLines, type GroupLine } from "../../../numbers/table/group-lines.ts";
import type { Work } from "../../../base/async/work.ts";
import type { Dimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import type { Comparison, Result } from "../../../numbers/cells/result.ts";
import { isNumber } from "../../../numbers/cells/states.ts";
import {
  otherGroups,
  sameProfiles,
  type GroupOfProfiles,
} from "../../../numbers/meaning/groups.ts";
import { groupsIn, type ComparedTable } from "../../../numbers/table/compare.ts";
import { comparedTotal } from "../../../numbers/table/compared-total.ts";
import type { Block, Note } from "../../replies/layout.ts";
import { formatShare } from "../../../base/text/numbers.ts";
import { daysText, numberText, totalHead } from "../names.ts";
import { lengthNote } from "./length-note.ts";
import {
  atEqualDays,
  beforeTitle,
  changeHead,
  changeText,
  lineColumns,
  lineTexts,
  metricTitle,
  withWord,
  type Cells,
  type LineTexts,
} from "./lines.ts";
import { partsTable } from "./parts.ts";
import { countsOf, groupWord, groupWords, metricsOf, partColumns } from "./shown.ts";
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
  const { comparison, table: totals } = yield* comparedTotal(population, dimensions);
  const { profileCount } = comparison.now;
  const metrics = metricsOf(totals);
  const comparable = metrics.filter((metric) => partColumns(totals, metric).length === 0);
  const head = totalHead(profileCount, which);
  const first = ranking && comparable.find(({ name }) => name === ranking.name);
  const lines = comparable.flatMap((metric) =>
    totalLines({ comparison, table: totals }, metric, metric === first),
  );
  const broken = metrics.filter((metric) => !comparable.includes(metric));
  const blocks = [
    ...(lines.length === 0 ? [] : [blockOf(comparison, totals, lines, which)]),
    ...broken.map((metric) => partsTable(comparison, totals, metric, head)),
  ];
  const below = [
    lengthNote(comparison, totals, comparable),
    first !== undefined && comparable.length === 1 && lines.length > 2 && sameNote(totals, first),
  ];
  return { blocks: blocks.map((block, at) => (at === 0 ? { ...block, below } : block)), totals };
}

/**
 * All profiles, and the same ones where these are not all, or where their change reads otherwise.
 * @param hasGroups adds the groups between, so that the lines add up.
 */
export function totalLines(
  shown: Pick<ShownComparison, "comparison" | "table">,
  metric: Metric,
  hasGroups = false,
): TotalLine[] {
  const { table, comparison } = shown;
  const groups = groupsIn(table, metric);
  const { profileCount, days } = comparison.now;
  const counts = countsOf(table, metric);
  const isOne = profileCount === 1;
  const beside = counts === undefined ? [] : otherGroups(groups);
  const hasChange = isNumber(
    numberAt(populationColumn(table, metric, "change", "everyone").values, 0),
  );
  const word = isOne
    ? groupWord(shown, metric, days.profiles[0] ?? "")
    : beside.length > 0 && !hasChange && table.hasSameProfiles !== true
      ? allWord(metric)
      : "";
  const count = numberAt(numberColumn(table, metric, "now").profiles, 0);
  const texts = withWord(lineTexts(table, metric, 0, "everyone"), word);
  const everyone = { metric, name: "all", count, texts };
  if (isOne || counts === undefined) return [everyone];
  if (table.hasSameProfiles === true) return [{ ...everyone, name: "same", count: counts.same }];
  const same = lineTexts(table, metric, 0, "same");
  const isEqual = texts.change_percent === same.change_percent && same.change_percent !== "";
  if (isEqual) return [everyone];
  // The words tell this percent from that of the same profiles.
  const percent = numberAt(populationColumn(table, metric, "change_percent", "everyone").values, 0);
  const changed = isNumber(percent)
    ? { ...texts, change_percent: `${texts.change_percent} with ${withWords(beside)}` }
    : texts;
  return [
    { ...everyone, texts: changed },
    { metric, name: "same", count: counts.same, texts: counts.same === 0 ? noTexts : same },
    ...(hasGroups
      ? groupLines(comparison, metric, groups).map((line) => groupTexts(table, metric, line))
      : []),
  ];
}

const noTexts = { now: "", before: "", change: "", change_percent: "" } as const;

/** Why all profiles have no change. */
const allWord = ({ kind }: Metric): string =>
  kind.overProfiles === "sum" ? groupWords.gaps : "other profiles";

/** `new and ended`. */
const withWords = (groups: readonly GroupOfProfiles[]): string =>
  [...new Set(groups.map(({ kind }) => groupWords[kind]))].join(" and ");

/** A side without values counts as 0 where profiles add up. */
function groupTexts(table: ComparedTable, metric: Metric, line: GroupLine): TotalLine {
  const column = numberColumn(table, metric, "now");
  const textOf = (value: number): string => (Number.isNaN(value) ? "" : numberText(column, value));
  const { now, before, change } = line;
  return {
    metric,
    name: groupName(line),
    count: line.ids.length,
    texts: {
      now: textOf(now),
      before: textOf(before),
      change: Number.isNaN(change) ? "" : changeText(column, change, now || 0, before || 0),
      change_percent: groupWords[line.kind],
    },
  };
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

/** After the count of the same profiles, where these are not all. */
const sameText = (table: ComparedTable, count: number, { profileCount }: Result): string =>
  table.hasSameProfiles !== true || count === profileCount
    ? ""
    : table.usual === undefined
      ? " the same in both ranges"
      : " throughout";

function blockOf(
  { now }: Comparison,
  table: ComparedTable,
  lines: readonly TotalLine[],
  which: "all" | "these" | "match",
): Block {
  const names = nameCells(now, table, lines, which);
  const numbers = numberCells(now, table, lines);
  return {
    rows: [
      [...names.heads, ...numbers.heads],
      ...numbers.cells.map((line, at) => [...(names.cells[at] ?? []), ...line]),
    ],
  };
}

function numberCells(now: Result, table: ComparedTable, lines: readonly TotalLine[]): Cells {
  const metrics = [...new Set(lines.map(({ metric }) => metric))];
  const days = daysColumn(now, metrics);
  const hasGaps = lines.some(({ name }) => name === groupWords.gaps);
  const change = hasGaps ? atEqualDays : changeHead(table, metrics);
  const { heads, cells } = lineColumns(
    lines.map((line) => line.texts),
    { change, before: beforeTitle(table) },
  );
  if (days.size === 0) return { heads, cells };
  return {
    heads: ["days", ...heads],
    cells: cells.map((line, at) => [
      days.get(required(lines[at], "a line").metric.name) ?? "",
      ...line,
    ]),
  };
}

/** One metric has its name above its lines; of several, each line has its own. */
function nameCells(
  now: Result,
  table: ComparedTable,
  lines: readonly TotalLine[],
  which: "all" | "these" | "match",
): Cells {
  const metrics = [...new Set(lines.map(({ metric }) => metric))];
  const [only, ...further] = metrics;
  const counts = new Set(lines.map(({ count }) => count));
  const isSplit = counts.size > 1 || lines.length > metrics.length;
  const first = lines[0]?.count ?? now.profileCount;
  const everyone = first === 1 && which !== "match" ? `${which} 1` : totalHead(first, which);
  const head = now.profileCount === 1 ? "metric" : `${everyone}${sameText(table, first, now)}`;
  if (!isSplit)
    return { heads: [head], cells: lines.map(({ metric }) => [metricTitle(table, metric)]) };
  if (only !== undefined && further.length === 0) {
    const nameOf = (name: string): string =>
      name === "same"
        ? "same in both ranges"
        : name === "all"
          ? head.replace(/\d+/, "").trim()
          : name;
    return {
      heads: [metricTitle(table, only), "profiles"],
      cells: lines.map(({ name, count }) => [nameOf(name), String(count)]),
    };
  }
  return {
    heads: ["metric", "profiles"],
    cells: lines.map(({ metric, name, count }) => [
      metricTitle(table, metric),
      name === "all" && which === "match"
        ? totalHead(count, which)
        : `${name === "all" ? which : name} ${count}`,
    ]),
  };
}

/** `The same 212 had 92.5 % of insights_views before.` */
function sameNote(table: ComparedTable, metric: Metric): Note {
  const same = sameProfiles(groupsIn(table, metric)).length;
  const [part = Number.NaN, total = Number.NaN] = (["same", "everyone"] as const).map(
    (population) => numberAt(populationColumn(table, metric, "before", population).values, 0),
  );
  const share = (100 * part) / total;
  const hasShare =
    metric.kind.overProfiles === "sum" && metric.kind.change === "percent" && isNumber(share);
  return (
    hasShare &&
    share !== 100 &&
    same > 0 &&
    `The same ${same} had ${formatShare(share)} % of ${metric.name} before.`
  );
}
