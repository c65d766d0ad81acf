/** Compares two ranges of one question: both numbers of each row, the change at equal days, and what is made of it. */
import { required } from "../../base/errors/tool-error.ts";
import { each, type Work } from "../../base/async/work.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { onlyMetrics } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { groupsOf, sameProfiles, type Groups } from "../meaning/groups.ts";
import { changesOf, comparableRows, type ComparableRows } from "./changes.ts";
import { comparedColumns } from "./compared-columns.ts";
import { combine, foldEach } from "./combine.ts";
import { allNumbers } from "./group-lines.ts";
import { joinRows } from "./join.ts";
import type { Range } from "../../base/time/grains.ts";
import { pairingOf } from "./pairing.ts";
import { sameNumbers } from "./same-numbers.ts";
import { sideNumbers, sideOf, type JoinedSides } from "./side.ts";
import { fold } from "./statistic.ts";
import type { NumberColumn, Table } from "./table.ts";

/**
 * A table with several columns for each metric: the numbers of all profiles, and where a row can hold several, those of
 * the same profiles in both ranges.
 */
export interface ComparedTable extends Table {
  /** By the name of the metric. */
  readonly groups: ReadonlyMap<string, Groups>;
  /** Every number is of the same profiles. */
  readonly hasSameProfiles?: boolean;
  /** The ranges whose mean is the number before, the latest first; undefined for one range before. */
  readonly usual?: readonly Range[];
}

/**
 * @param known the groups of the profiles by metric; those of these two ranges (default).
 * @example the views of two pages, of which one began within the earlier range
 * comparePair({ now, before }, [])
 * // columns: now 300, before 150; of the same page 200, 120, change 80, change_percent 66.7
 */
export function* comparePair(
  comparison: Comparison,
  dimensions: readonly Dimension[],
  known?: ReadonlyMap<string, Groups>,
): Work<ComparedTable> {
  const { now, before } = comparison;
  const [tableNow, tableBefore] = yield* bothTables(comparison, dimensions);
  const rows = joinRows(tableNow, tableBefore);
  yield;
  const sides = [sideOf(now, tableNow, rows), sideOf(before, tableBefore, rows)] as const;
  yield;
  const joined = { comparison, dimensions, rows, sides };
  const comparable = comparableRows(rows, comparison);
  const groups = new Map<string, Groups>();
  const columns = yield* each(now.metrics, function* columnsOf(metric) {
    const members = known?.get(metric.name) ?? groupsOf(now, before, metric);
    groups.set(metric.name, members);
    yield;
    return yield* metricColumns(joined, metric, members, comparable);
  });
  const { keys, rowCount } = rows;
  return { dimensions: rows.dimensions, keys, rowCount, columns: columns.flat(), groups };
}

function* metricColumns(
  joined: JoinedSides,
  metric: Metric,
  groups: Groups,
  comparable: ComparableRows,
): Work<NumberColumn[]> {
  const { comparison, dimensions, sides } = joined;
  const { now, question = comparison } = comparison;
  const everyone = { now: sideNumbers(sides[0], metric), before: sideNumbers(sides[1], metric) };
  yield;
  const same = yield* sameNumbers(joined, everyone, groups);
  const changes = changesOf(metric, same, comparable);
  yield;
  const questionBase = yield* baseOf(
    question,
    metric,
    question === comparison ? groups : undefined,
  );
  const canHoldSeveral = now.profileCount !== 1 && !dimensions.includes("profile");
  const numbers = { everyone, same, changes };
  const ofAll =
    canHoldSeveral && dimensions.length === 0
      ? allNumbers(comparison, metric, groups, { ...numbers, comparable })
      : undefined;
  const compared = { ...numbers, metric, ofAll, questionBase, canHoldSeveral, groups };
  return comparedColumns(joined, compared);
}

/** The tables of both sides. */
function* bothTables(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
): Work<readonly [Table, Table]> {
  const tableOf = (side: Result): Work<Table> => foldEach(side, dimensions, fold);
  return [yield* tableOf(now), yield* tableOf(before)];
}

/** The base of the same profiles of a question, of which contributions are shares; NaN across a break. */
function* baseOf(
  question: Pick<Comparison, "now" | "before">,
  metric: Metric,
  known: Groups | undefined,
): Work<number> {
  const { now, before } = question;
  const members = known ?? groupsOf(now, before, metric);
  yield;
  const pairing = pairingOf(question, [], metric, sameProfiles(members));
  yield;
  const earlier = onlyMetrics(before, [metric.name]);
  const { columns } = combine(earlier, [], { weights: pairing.base });
  return columns.length === 1 ? numberAt(required(columns[0], "a column").values, 0) : Number.NaN;
}
