/** The share of each network in the followers of all, and in the metrics that several networks have. */
import { numberAt } from "../../numbers/cells/number-at.ts";
import { done, type Work } from "../../base/async/work.ts";
import { isStanding } from "../../catalog/kinds.ts";
import { followerMetrics } from "../../catalog/headlines.ts";
import { numberTraits, type NumberName } from "../../catalog/numbers.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { isNumber, withheld } from "../../numbers/cells/states.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { tableCsv } from "../../answers/replies/csv.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import type { Block } from "../../answers/replies/layout.ts";
import { totalsOf } from "../../answers/report/answer.ts";
import { pieceCost, textReply } from "../../answers/results/text.ts";
import { comparedTotal } from "../../numbers/table/compared-total.ts";
import { numberColumn, populationColumn } from "../../numbers/table/compared-columns.ts";
import { hasShare } from "../../numbers/table/share.ts";
import type { NumberColumn } from "../../numbers/table/table.ts";
import { formatPoints, formatShare } from "../../base/text/numbers.ts";
import { checkChosen, followersName, frameOf, subjectOfNetworks } from "./piece.ts";
import type { NetworkResult } from "./part.ts";

/** The number of a network now, and the base of its change: of the same profiles, at equal days. */
interface Part {
  readonly network: string;
  readonly metric: string;
  readonly now: number;
  readonly base?: number;
}

const names = ["share", "before_share", "points"] as const satisfies readonly NumberName[];

type ShareName = (typeof names)[number];

/** @throws ToolError `invalid_input` where no number is shared. */
export function* sharesOfNetworks(
  stored: StoredResult,
  parts: readonly NetworkResult[],
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  checkChosen(piece, []);
  const counts: Part[] = [];
  for (const part of parts) counts.push(...(yield* partsOf(part)));
  const shared = groupBy(counts, ({ metric }) => metric);
  const rows = shared.filter(({ length }) => length > 1).flatMap(rowsOf);
  if (rows.length === 0)
    throw inputError(
      "these networks have no count in common",
      "Ask for followers, or for a metric that several networks have, such as insights_engagements.",
    );
  const shown = names.filter((name) => rows.some((row) => row[name] !== undefined));
  const table = {
    columns: ["metric", "network", ...shown],
    rows: rows.map((row) => [row.metric, row.network, ...shown.map((name) => finite(row[name]))]),
  };
  const report = {
    subject: subjectOfNetworks(parts),
    coverage: { statements: [], isComplete: true },
    notes: [],
    bodyIn: () =>
      done({
        answer: [blockOf(rows, shown)],
        notes: [
          shown.length > 1 &&
            "Shares are of the pages that are the same in all ranges, before at equal days.",
          rows.some((row) => shown.some((name) => row[name] === withheld)) &&
            "· is withheld: a network has no number there that can be added.",
        ],
      }),
  };
  const frame = { ...frameOf(stored, parts), cost: [pieceCost()], csv: () => tableCsv(table) };
  return yield* textReply(report, frame, maxTokens);
}

function blockOf(rows: readonly Row[], shown: readonly ShareName[]): Block {
  const textOf = (name: ShareName, value = Number.NaN): string =>
    name === "points" && isNumber(value) ? formatPoints(value) : formatShare(value);
  return {
    rows: [
      ["metric", "network", ...shown.map((name) => numberTraits[name].title)],
      ...rows.map((row) => [
        row.metric,
        row.network,
        ...shown.map((name) => textOf(name, row[name])),
      ]),
    ],
  };
}

const finite = (value = Number.NaN): number | null => (isNumber(value) ? value : null);

/** The counts of a network that can be added to those of others: of followers under one name. */
function* partsOf({ network, stored: { result, comparison } }: NetworkResult): Work<Part[]> {
  const nameOf = (metric: string): string =>
    metric === followerMetrics[network] ? followersName : metric;
  const columns: readonly NumberColumn[] = totalsOf(result).columns;
  const table = comparison && (yield* comparedTotal(comparison)).table;
  return result.metrics.flatMap((metric): Part[] => {
    const sides = columns.filter((column) => column.metric.name === metric.name);
    const column = sides.at(-1);
    if (column === undefined || !hasShare(column, false)) return [];
    // A level stands at the end of a range that a break divides.
    const isDivided = sides.length > 1 && !isStanding(metric.kind);
    const part = { network, metric: nameOf(metric.name) };
    if (table === undefined)
      return [{ ...part, now: isDivided ? withheld : numberAt(column.values, 0) }];
    const [now = Number.NaN, base = Number.NaN, change = Number.NaN] = [
      populationColumn(table, metric, "now", "same"),
      numberColumn(table, metric, "base"),
      numberColumn(table, metric, "change"),
    ].map(({ values }) => values[0]);
    // Across a break, the number before counts something else.
    return [{ ...part, now, base: isNumber(change) ? base : change }];
  });
}

/** The shares of the networks in one number: none where that of a network is missing. */
function rowsOf(parts: readonly Part[]): Row[] {
  const shareIn = (numberOf: (part: Part) => number): ((part: Part) => number) => {
    const total = parts.reduce((sum, part) => sum + numberOf(part), 0);
    return (part) => (isNumber(total) && total > 0 ? (100 * numberOf(part)) / total : withheld);
  };
  const share = shareIn(({ now }) => now);
  const early = shareIn(({ base = Number.NaN }) => base);
  return parts
    .map((part): Row & { readonly share: number } => {
      const { network, metric, base } = part;
      const row = { network, metric, share: share(part) };
      return base === undefined
        ? row
        : { ...row, before_share: early(part), points: difference(share(part), early(part)) };
    })
    .toSorted((left, right) => right.share - left.share);
}

const difference = (now: number, before: number): number =>
  isNumber(now) && isNumber(before) ? now - before : withheld;

type Row = Pick<Part, "network" | "metric"> & Partial<Record<ShareName, number>>;
