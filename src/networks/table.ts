/** The table of all networks: a line for each metric of each network. */
import { each, type Work } from "../async/work.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result, Comparison } from "../cells/result.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { compare, type ComparedMetric } from "../comparison/compare.ts";
import { coverageOf, differsMuch } from "../meaning/coverage.ts";
import type { Block } from "../replies/layout.ts";
import { totalsOf } from "../report/answer.ts";
import { lengthNote } from "../comparison/answer.ts";
import { changeColumns, comparedTitle, partColumns } from "../comparison/columns.ts";
import { columnTitle } from "../report/names.ts";
import { formatNumber, formatShare } from "../text/numbers.ts";
import type { NetworkResult } from "./stored.ts";

/** A line of the table, the network and the metric first; `missing` in percent of the profile-days of each range. */
interface Line {
  readonly cells: readonly string[];
  readonly missing: readonly number[];
}

/** @param parts results of one range each, or comparisons of the same two ranges. */
export function* networksTable(parts: readonly NetworkResult[]): Work<Block> {
  const compared = parts.flatMap(({ network, stored }) =>
    "comparison" in stored ? [{ network, comparison: stored.comparison }] : [],
  );
  if (compared.length > 0) return yield* comparedTable(compared);
  const lines = yield* each(parts, function* linesOf({ network, stored }): Work<Line[]> {
    yield;
    if (!("result" in stored)) return [];
    const { result } = stored;
    const { columns } = totalsOf(result);
    const missing = missingIn([result]);
    return columns.map((column) => ({
      cells: [network, columnTitle(column, result), formatNumber(numberAt(column.values, 0))],
      missing: missing(column.metric),
    }));
  });
  return blockOf(["total"], lines.flat());
}

function* comparedTable(
  networks: readonly { readonly network: string; readonly comparison: Comparison }[],
): Work<Block> {
  const all = yield* each(networks, function* metricsOf({ network, comparison }) {
    const { metrics } = yield* compare(comparison, []);
    const missing = missingIn([comparison.now, comparison.before]);
    return { network, comparison, metrics, missing };
  });
  const isAlike = ({ parts }: ComparedMetric): boolean => parts.length === 0;
  const alike = all.flatMap(({ metrics }) => metrics.filter(isAlike));
  const columns = changeColumns(alike, true);
  const lines = all.flatMap(({ network, comparison, metrics, missing }) =>
    metrics.flatMap((own): Line[] => {
      const shares = missing(own.metric);
      const lineOf = (title: string, numbers: readonly string[], of = shares): Line => ({
        cells: [network, title, ...numbers],
        missing: of,
      });
      const name = comparedTitle(own);
      if (isAlike(own)) {
        const numbers = columns.map(({ textOf }) => textOf(own, 0));
        return [lineOf(name, numbers)];
      }
      // A break divides a range: a line for each side of it, under the range that it belongs to.
      return partColumns(comparison, own).map(({ title, textOf }, place) => {
        const side = own.parts[place]?.side;
        const numbers = columns.map((column) => (column.title === side ? textOf(own, 0) : ""));
        const [now = [], before = now] = shares.map((share) => [share]);
        return lineOf(`${name} ${title}`, numbers, side === "now" ? now : before);
      });
    }),
  );
  const [first] = networks;
  const below = first && lengthNote(first.comparison, alike, []);
  const part = lines.flatMap(({ cells }) => cells.join("|").match(/\(\d+ of \d+\)/) ?? [])[0];
  const partNote =
    part && `${part}: the percent is of the profiles with values throughout both ranges.`;
  const titles = columns.map(({ title }) => title);
  return blockOf(titles, lines, [below, partNote]);
}

function blockOf(
  titles: readonly string[],
  lines: readonly Line[],
  below: Block["below"] = [],
): Block {
  const isMissing = lines.some(({ missing }) => missing.some((share) => share > 0));
  const rows = [
    ["network", "metric", ...titles, "missing %"],
    ...lines.map(({ cells, missing }) => [...cells, missingText(missing)]),
  ];
  return { rows: isMissing ? rows : rows.map((row) => row.slice(0, -1)), below };
}

/** The share of now, and that of before where it differs much. */
function missingText([now, before = now]: readonly number[]): string {
  if (now === undefined || before === undefined) return "";
  const isAlike = !differsMuch(1 - now / 100, 1 - before / 100);
  return isAlike ? formatShare(now) : `${formatShare(now)}, before ${formatShare(before)}`;
}

/** The missing values of a metric, in percent of the profile-days of each range; none where gaps are not visible. */
function missingIn(ranges: readonly Result[]): (metric: Metric) => readonly number[] {
  const sides = ranges.map((range) => coverageOf(range));
  return ({ name }) => {
    const own = sides.flatMap((side) => side.filter(({ metric }) => metric.name === name));
    const isVisible = own.every((one) => one.isVisible);
    return isVisible ? own.map(({ missing, expected }) => (100 * missing) / expected) : [];
  };
}
