/** The table of all networks: a line for each metric of each network, or for each population of it. */
import { isNumberName, numberTraits } from "../../catalog/numbers.ts";
import { populationColumn, type LineNumber } from "../../numbers/table/compared-columns.ts";
import { each, type Work } from "../../base/async/work.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import type { Comparison, Result } from "../../numbers/cells/result.ts";
import { sum } from "simple-statistics";
import { followerMetrics } from "../../catalog/headlines.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import { isNumber, withheld, orMissing } from "../../numbers/cells/states.ts";
import type { NumberColumn } from "../../numbers/table/table.ts";
import { coverageOf, differsMuch } from "../../numbers/meaning/coverage.ts";
import type { Block, Note } from "../../answers/replies/layout.ts";
import { isMean, noTotal, totalsOf } from "../../answers/report/answer.ts";
import { totalLines } from "../../answers/report/comparison/answer.ts";
import { lengthNote } from "../../answers/report/comparison/length-note.ts";
import {
  atEqualDays,
  beforeTitle,
  betweenTitle,
  changeHead,
} from "../../answers/report/comparison/lines.ts";
import { lineTextNames, metricTitle } from "../../answers/report/comparison/lines.ts";
import { partTexts } from "../../answers/report/comparison/parts.ts";
import { metricsOf, partColumns } from "../../answers/report/comparison/shown.ts";
import { columnTitle, daysText, numberText } from "../../answers/report/names.ts";
import { comparedTotal } from "../../numbers/table/compared-total.ts";
import {
  formatDifference,
  formatNumber,
  formatPercent,
  formatShare,
} from "../../base/text/numbers.ts";
import { followersName } from "./piece.ts";
import type { NetworkResult } from "./part.ts";

/** The texts of a line, by the names of its columns. */
type NetworkLine = Readonly<Record<string, string>>;

/** In order. Columns without a text are left out, but for the numbers. */
const names = [
  "network",
  "metric",
  "days",
  "profiles",
  "total",
  "mean",
  ...lineTextNames,
  "missing %",
];

/** @param parts results of one range each, or comparisons of the same two ranges. */
export function* networksTable(parts: readonly NetworkResult[]): Work<Block> {
  const networks = yield* each(parts, function* linesOf({ network, stored }): Work<NetworkLines> {
    yield;
    const { comparison, result } = stored;
    return comparison === undefined
      ? oneRange(network, result)
      : yield* comparedLines(network, comparison);
  });
  // All networks have the same ranges.
  const note = networks.find(({ note: text }) => text !== undefined && text !== false)?.note;
  const followers = followersLine(
    networks.flatMap(({ followers: counts }) => (counts === undefined ? [] : [counts])),
  );
  const heads = networks.map(({ change }) => change);
  const change = heads.find((head) => head === atEqualDays) ?? heads.find(Boolean) ?? "";
  const before = networks.find((network) => network.before !== undefined)?.before ?? "";
  const titles = { change, before, between: betweenTitle };
  return blockOf([...networks.flatMap(({ lines }) => lines), ...followers], titles, [note]);
}

interface NetworkLines {
  readonly lines: readonly NetworkLine[];
  /** On the lengths of the ranges. */
  readonly note?: Note;
  /** The headings of the changes, and of the numbers before. */
  readonly change?: string;
  readonly before?: string;
  /** Undefined where the question does not ask for them. */
  readonly followers?: Followers | undefined;
}

/** The standing count of a network: in total, or now and before, with its change where it is one of the same profiles. */
type Followers = readonly [now: number, before?: number, change?: number, percent?: number];

/** One line of the followers of all networks that have them. Accounts are added: people can have several. */
function followersLine(networks: readonly Followers[]): NetworkLine[] {
  const [[, before] = []] = networks;
  if (networks.length < 2) return [];
  const sumOf = (at: 0 | 1 | 2): number =>
    sum(networks.map((followers) => orMissing(followers[at])));
  const isAll = networks.length === metricNetworks.length;
  const network = isAll ? "all networks" : `${networks.length} networks`;
  const name = { network, metric: followersName };
  const now = sumOf(0);
  if (before === undefined) return [{ ...name, total: formatNumber(now) }];
  const earlier = sumOf(1);
  const areAll = (at: 2 | 3): boolean => networks.every((followers) => isNumber(followers[at]));
  const moved = sumOf(2);
  const change = isNumber(moved) ? moved : withheld;
  // The numbers that the networks now are compared with.
  const base = sum(
    networks.map(([, count = 0, of = 0, percent = 0]) =>
      percent === 0 ? count : (100 * of) / percent,
    ),
  );
  return [
    {
      ...name,
      now: formatNumber(now),
      before: formatNumber(earlier),
      change: formatDifference(change),
      change_percent: areAll(3) ? formatPercent((100 * change) / base) : "not comparable",
    },
  ];
}

/** The column of the followers of a network. */
const followersOf = (network: MetricNetwork, columns: readonly NumberColumn[]): NumberColumn[] =>
  columns.filter(({ metric }) => metric.name === followerMetrics[network]);

function oneRange(network: MetricNetwork, result: Result): NetworkLines {
  const missing = missingIn([result]);
  const { columns } = totalsOf(result);
  const lines = columns.map((column) => ({
    network,
    metric: columnTitle(column, result),
    days: daysText(result, column.metric),
    ...(isMean(column, result)
      ? { total: noTotal, mean: numberText(column, numberAt(column.values, 0)) }
      : { total: numberText(column, numberAt(column.values, 0)) }),
    "missing %": missingText(missing(column.metric)),
  }));
  const followers = followersOf(network, columns).at(-1);
  return { lines, followers: followers && [numberAt(followers.values, 0)] };
}

function* comparedLines(network: MetricNetwork, comparison: Comparison): Work<NetworkLines> {
  const { table } = yield* comparedTotal(comparison);
  const metrics = metricsOf(table);
  const missing = missingIn([comparison.now, comparison.before]);
  const lines = metrics.flatMap((metric): NetworkLine[] => {
    const shares = missing(metric);
    const title = metricTitle(table, metric);
    const days = daysText(comparison.now, metric);
    if (partColumns(table, metric).length === 0)
      return totalLines({ comparison, table }, metric).map(({ name, count, texts }, at) => ({
        network,
        metric: title,
        days,
        profiles: `${name} ${count}`,
        ...texts,
        "missing %": at === 0 ? missingText(shares) : "",
      }));
    // A break divides a range: a line for each side of it, under the range that it belongs to.
    return partTexts(comparison, table, metric).map(({ title: side, isNow, textOf }) => ({
      network,
      metric: `${title} ${side}`,
      [isNow ? "now" : "before"]: textOf(0),
      "missing %": missingText(shares.slice(isNow ? 0 : 1, isNow ? 1 : 2)),
    }));
  });
  const followers = metrics.find(({ name }) => name === followerMetrics[network]);
  const at = (number: LineNumber): number =>
    followers === undefined
      ? Number.NaN
      : numberAt(populationColumn(table, followers, number, "everyone").values, 0);
  return {
    lines,
    change: changeHead(table, metrics),
    before: beforeTitle(table),
    // The column `days` says how many days count.
    note: lengthNote(comparison, table, metrics, { hasNetworks: true }),
    followers: followers && [at("now"), at("before"), at("change"), at("change_percent")],
  };
}

function blockOf(
  lines: readonly NetworkLine[],
  titles: Readonly<Record<"change" | "before" | "between", string>>,
  below: Block["below"],
): Block {
  const isCompared = lines.some((line) => "now" in line || "before" in line);
  const always = isCompared ? ["now", "before", "change"] : ["total"];
  const shown = names.filter(
    (name) =>
      ["network", "metric", ...always].includes(name) ||
      lines.some((line) => (line[name] ?? "") !== ""),
  );
  const titleOf = (name: string): string =>
    new Map(Object.entries(titles)).get(name) ??
    (isNumberName(name) ? numberTraits[name].title : name);
  const heads = shown.map(titleOf);
  return { rows: [heads, ...lines.map((line) => shown.map((name) => line[name] ?? ""))], below };
}

/** The missing share now; also before, if they differ much. Empty where nothing is missing. */
function missingText([now, before = now]: readonly number[]): string {
  if (now === undefined || before === undefined || now + before === 0) return "";
  const isAlike = !differsMuch(1 - now / 100, 1 - before / 100);
  return isAlike ? formatShare(now) : `${formatShare(now)}, before ${formatShare(before)}`;
}

/** The missing values of a metric, in percent of the profile-days of each range. */
function missingIn(ranges: readonly Result[]): (metric: Metric) => readonly number[] {
  const sides = ranges.map((range) => coverageOf(range));
  return ({ name }) => {
    const coverage = sides.flatMap((side) => side.filter(({ metric }) => metric.name === name));
    return coverage.map(({ missing, expected }) => (100 * missing) / expected);
  };
}
