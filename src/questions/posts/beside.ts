/** The numbers of a result of metrics beside those of posts of the same profiles and days (`beside` of read_result). */
import { itemAt } from "../../numbers/cells/item-at.ts";
import type { Work } from "../../base/async/work.ts";
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { isGrain } from "../../catalog/grains.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { onlyLabelled, onlyMetrics, onlyProfiles } from "../../numbers/cells/select.ts";
import { isMissing, withheld } from "../../numbers/cells/states.ts";
import { inputError, required } from "../../base/errors/tool-error.ts";
import type { Note } from "../../answers/replies/layout.ts";
import { totalsOf } from "../../answers/report/answer.ts";
import { coverageText } from "../../answers/report/coverage.ts";
import { keyOf } from "../../answers/report/figures.ts";
import { columnTitle, numberText } from "../../answers/report/names.ts";
import { notesOf } from "../../answers/report/notes.ts";
import { foldOf } from "../../answers/results/form.ts";
import type { StoredMetrics } from "../../answers/results/stored.ts";
import { foldEach } from "../../numbers/table/combine.ts";
import type { NumberColumn, Table, TableDimension } from "../../numbers/table/table.ts";
import { cell, madeUp, plural } from "../../base/text/words.ts";
import { weekdayNames } from "../../base/time/grains.ts";
import { profileName } from "./group-names.ts";
import { ofProfiles } from "./slice.ts";
import type { GroupNumber } from "./group-numbers.ts";
import type { PostGroup } from "./groups.ts";
import type { PostsResult } from "./rows.ts";

/** Posts and metrics of the same profiles. */
export interface Joined {
  /** The posts of the profiles that the metrics have. */
  readonly posts: PostsResult;
  readonly metrics: Result;
  readonly notes: readonly Note[];
}

/**
 * @param selected the posts of the piece.
 * @throws ToolError `invalid_input` for metrics of two ranges, of other days or of another network, and with a breakdown.
 */
export function joinMetrics(
  postsResult: PostsResult,
  selected: PostsResult,
  { result, comparison }: StoredMetrics,
): Joined {
  const { start, end, network } = postsResult;
  const isAlike = result.network === network && result.start === start && result.end === end;
  if (!isAlike || comparison !== undefined || result.dimensions.some(isBreakdown))
    throw inputError(
      "beside takes metrics of one range, of the network and the days of the posts, without a breakdown",
      `Ask get_profile_metrics for ${network}, ${start} to ${end}.`,
    );
  const shared = new Set(result.days.profiles.filter((id) => postsResult.profileNames.has(id)));
  const counts = { posts: postsResult.profileNames.size, metrics: result.profileCount };
  const left = Object.entries(counts).flatMap(([noun, count]) =>
    count > shared.size ? `${count - shared.size} that only the ${noun} have` : [],
  );
  const posts = ofProfiles(selected, shared);
  const ids = new Set(posts.profileNames.keys());
  const metrics = onlyProfiles(result, (id) => ids.has(id));
  const { statements, isComplete } = coverageText(metrics);
  return {
    posts,
    metrics,
    notes: [
      left.length > 0 &&
        `Both are of the same ${plural(shared.size, "profile")}; left out: ${left.join(", ")}.`,
      !isComplete && `Metrics: ${statements.join(" ")}`,
      // The posts say it too.
      ...result.remarks.filter((remark) => remark !== madeUp),
    ],
  };
}

/** The numbers of metrics, and what a reader needs to use them. */
export interface BesideNumbers {
  readonly numbers: readonly GroupNumber[];
  readonly notes: readonly Note[];
}

/** The numbers of metrics by the parts that group posts. @throws ToolError `invalid_input` for parts that metrics do not have. */
export function* metricNumbers(
  { posts, metrics: metricsResult, notes }: Joined,
  names: readonly string[],
  parts: readonly string[],
): Work<BesideNumbers> {
  const dimensions = parts.map(dimensionOf);
  if (dimensions.length !== 1)
    throw inputError(
      "with beside, posts are grouped by one dimension",
      "Group by day, week, month, weekday, profile or profile_label.",
    );
  const result = onlyMetrics(onlyLabelled(metricsResult, dimensions), names);
  const table = yield* foldEach(result, dimensions, foldOf({}, result));
  const rowOf = rowsByName(posts, result, table);
  const totals = totalsOf(result).columns;
  const numbers = table.columns.map((column): GroupNumber => {
    const key = keyOf(column, result);
    // A weekday is a mean, and its total a sum.
    const total = totals.find(
      (totalColumn) => keyOf(totalColumn, result) === key && totalColumn.method === column.method,
    );
    // Posts can have a field of the same name.
    const isTaken = posts.columns.some(({ name }) => name === column.metric.name);
    const [metric, ofPages] = isTaken ? [`${key} of pages`, " of pages"] : [key, ""];
    return {
      title: metric,
      head: `${columnTitle(column, result)}${ofPages}`,
      metric,
      number: "now",
      unit: column.toPercent === undefined ? "" : "%",
      scale: column.toPercent ?? 1,
      textOf: (value) => numberText(column, value),
      of({ names: groupNames }: PostGroup) {
        if (groupNames[0] !== undefined) return valueAt(column, rowOf.get(groupNames[0]));
        // A total that a break divides, or that is of another kind than its rows, is withheld.
        return total === undefined ? withheld : valueAt(total, 0);
      },
    };
  });
  return { numbers, notes: [...notes, ...notesOf(result, table)] };
}

/** By the name of a group of posts, the row of the metrics. */
function rowsByName(posts: PostsResult, result: Result, table: Table): ReadonlyMap<string, number> {
  const { type, rows } = required(table.dimensions[0], "a dimension");
  const nameOf = (row: TableDimension["rows"][number]): string => {
    if (type === "profile") return profileName(posts, rowKey(row));
    if (type !== "date.weekday") return cell(rowName(result, type, row));
    return required(weekdayNames[Number(rowKey(row)) - 1], "a weekday");
  };
  return new Map(
    Array.from({ length: table.rowCount }, (_, row) => [
      nameOf(required(itemAt(rows, itemAt(table.keys[0], row)), "a row")),
      row,
    ]),
  );
}

/** Undefined for a missing number, and without a row. */
function valueAt({ values }: NumberColumn, row: number | undefined): number | undefined {
  const value = row === undefined ? Number.NaN : numberAt(values, row);
  return isMissing(value) ? undefined : value;
}

function dimensionOf(part: string): Dimension {
  if (isGrain(part)) return `date.${part}`;
  if (part === "weekday") return "date.weekday";
  if (part === "profile" || part === "profile_label") return part;
  throw inputError(
    `metrics have no ${part.slice(0, 80)}, by which these posts are grouped`,
    "With beside, group by day, week, month, weekday, profile or profile_label.",
  );
}
