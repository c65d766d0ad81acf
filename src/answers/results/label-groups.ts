/** The profiles of each label of a result by profile: their median, and the highest and the lowest of them. */
import { numberColumn } from "../../numbers/table/compared-columns.ts";
import { median } from "simple-statistics";
import { done, type Work } from "../../base/async/work.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import { numberAt } from "../../numbers/cells/number-at.ts";
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { tableCsv } from "../replies/csv.ts";
import type { Block, Note } from "../replies/layout.ts";
import { checkOptions, type Piece, type Reply, type StoredResult } from "../replies/reply.ts";
import { fittingBlock, type TableCell } from "../replies/table.ts";
import { comparedCoverage, coverageText } from "../report/coverage.ts";
import { changeText } from "../report/comparison/lines.ts";
import { metricsOf, partColumns, type ShownComparison } from "../report/comparison/shown.ts";
import { columnTitle, methodTitle, numberText } from "../report/names.ts";
import { labelsNote } from "../report/notes.ts";
import { comparedSubject, subjectOf } from "../report/subject.ts";
import { compare, type ComparedTable } from "../../numbers/table/compare.ts";
import { isCovered } from "../../numbers/table/rank.ts";
import { moversOf } from "../../numbers/table/movers.ts";
import type { Table } from "../../numbers/table/table.ts";
import { formatPercent } from "../../base/text/numbers.ts";
import { pieceCost, textReply } from "./text.ts";

/** What `group_by` can be for results of metrics. */
const names = ["profile_label", "label"];

/** Profiles that are named at each end of a label, where `top` gives no number. */
const mostNamed = 3;

/** The number of a profile, of which the labels have the median. */
interface Placed {
  readonly id: string;
  readonly value: number;
  /** As it is written beside the name. */
  readonly text: string;
  /** It has at least 95 % of its days: the median counts it. */
  readonly isCovered: boolean;
  /** Of a comparison: who rose and who fell. */
  readonly change?: number;
}

interface Grouping {
  readonly title: string;
  /** The titles of the median and of both ends. */
  readonly heads: readonly [median: string, ...ends: [string, string]];
  readonly profiles: readonly Placed[];
  readonly textOf: (value: number) => string;
}

/** @throws ToolError `invalid_input` for a result without profiles or labels, and for arguments that do not apply. */
function checkGrouping({ dimensions, labels }: Result, of: readonly string[], piece: Piece): void {
  checkOptions(piece, "labels");
  if (!names.includes(piece.groupBy ?? ""))
    throw inputError(
      "a result of metrics is grouped by profile_label alone",
      "Write group_by profile_label, or ask get_profile_metrics for other dimensions.",
    );
  if (labels === undefined || !of.includes("profile"))
    throw inputError(
      dimensions.includes("profile")
        ? "the profiles of this result have no labels"
        : "the rows of this result are not profiles",
      "Ask get_profile_metrics with the dimensions profile, profile_label.",
    );
}

/** @param table of the rows of profiles. */
export function* labelGroups(
  stored: StoredResult,
  { result, table }: { readonly result: Result; readonly table: Table },
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  checkGrouping(result, result.dimensions, piece);
  const ids = result.days.profiles;
  const groupings = table.columns.map((column): Grouping => ({
    title: columnTitle(column, result),
    heads: ["median", "highest", "lowest"],
    textOf: (value) => numberText(column, value),
    profiles: Array.from(column.values, (value, row) => ({
      id: ids[table.keys[0]?.[row] ?? row] ?? "",
      value,
      text: numberText(column, value),
      isCovered: isCovered([column], row),
    })).filter(({ value }) => isNumber(value)),
  }));
  const frame = { subject: subjectOf(result, ["profile_label"]), coverage: coverageText(result) };
  return yield* groupsReply(stored, result, groupings, { ...frame, piece, maxTokens });
}

/** The same of a comparison: by their changes, of the profiles that are the same in both ranges. */
export function* comparedLabelGroups(
  stored: StoredResult,
  { comparison, dimensions }: Pick<ShownComparison, "comparison" | "dimensions">,
  piece: Piece,
  maxTokens: number,
): Work<Reply> {
  const { now } = comparison;
  checkGrouping(now, dimensions, piece);
  const table = yield* compare(comparison, ["profile"]);
  const metrics = metricsOf(table).filter((metric) => partColumns(table, metric).length === 0);
  if (metrics.length === 0)
    throw inputError(
      "a break in the series lies between the ranges, so that no profile has a change",
      "Compare ranges on one side of the break.",
    );
  const groupings = metrics.map((metric) => comparedGrouping(table, metric));
  const subject = comparedSubject(comparison, ["profile_label"]);
  const frame = { subject, coverage: comparedCoverage(comparison) };
  return yield* groupsReply(stored, now, groupings, { ...frame, piece, maxTokens });
}

/** @param table of the rows of profiles. */
function comparedGrouping(table: ComparedTable, metric: Metric): Grouping {
  const ids = table.dimensions[0]?.rows.map(rowKey) ?? [];
  const column = numberColumn(table, metric, "now");
  const before = numberColumn(table, metric, "before");
  const changes = numberColumn(table, metric, "change").values;
  const percents = numberColumn(table, metric, "change_percent").values;
  const hasPercent = percents.some(isNumber);
  const profiles = ids.flatMap((id, row): Placed[] => {
    const [change, share] = [numberAt(changes, row), numberAt(percents, row)];
    if (!isNumber(change)) return [];
    const both = [numberAt(column.values, row), numberAt(before.values, row)] as const;
    const inPercent = isNumber(share) ? `, ${formatPercent(share)} %` : "";
    const text = `${changeText(column, change, ...both)}${inPercent}`;
    const value = hasPercent ? share : change;
    return [{ id, value, text, change, isCovered: isCovered([column, before], row) }];
  });
  return {
    title: methodTitle(column),
    heads: [hasPercent ? "median change %" : "median change", "rose most", "fell most"],
    textOf: (value) =>
      hasPercent ? formatPercent(value) : changeText(column, value, value, value),
    profiles,
  };
}

interface GroupsFrame {
  readonly subject: string;
  readonly coverage: ReturnType<typeof coverageText>;
  readonly piece: Piece;
  readonly maxTokens: number;
}

function* groupsReply(
  stored: StoredResult,
  result: Result,
  groupings: readonly Grouping[],
  { subject, coverage, piece, maxTokens }: GroupsFrame,
): Work<Reply> {
  const most = piece.top ?? mostNamed;
  const tables = groupings.map((grouping) => tableOf(result, grouping, most));
  const isPart = groupings.some(({ profiles }) => profiles.some((profile) => !profile.isCovered));
  const report = {
    subject,
    coverage,
    notes: [labelsNote, isPart && coveredNote] satisfies Note[],
    bodyIn: (room: number) =>
      done({
        table: tables.map((table, at): Block => ({
          title: `${groupings[at]?.title}, profiles of each label:`,
          ...fittingBlock(table, room / tables.length, () => "Ask for fewer metrics or profiles."),
        })),
      }),
  };
  const columns = ["metric", "profile_label", ...(tables[0]?.columns.slice(1) ?? [])];
  const csv: Reply["csv"] = () => tableCsv({ columns, rows: tables.flatMap(({ exact }) => exact) });
  const frame = { cost: [pieceCost()], cautions: result.remarks, stored, csv };
  return yield* textReply(report, frame, maxTokens);
}

const coveredNote = "Medians are of the profiles with at least 95 % of their days.";

/** A row for each label: how many profiles have a number, their median, and those at both ends. @returns `exact` for the CSV. */
function tableOf(
  result: Result,
  { title, heads, profiles, textOf }: Grouping,
  most: number,
): Record<"rows" | "exact", readonly (readonly TableCell[])[]> & { readonly columns: string[] } {
  const { labels } = result;
  const ofLabel = (place: number): Placed[] =>
    profiles.filter(({ id }) => labels?.placesOf.get(id)?.includes(place) === true);
  const named = (list: readonly Placed[]): string =>
    list.map(({ id, text }) => `${rowName(result, "profile", id)} (${text})`).join(", ") || "none";
  const rows = (labels?.rows ?? []).flatMap((label, place) => {
    const placed = ofLabel(place);
    if (placed.length === 0) return [];
    const ends = endsOf(placed, most).map(named);
    const covered = placed.filter((profile) => profile.isCovered);
    const values = covered.map(({ value }) => value).filter(isNumber);
    const middle = values.length === 0 ? Number.NaN : median(values);
    const name = rowName(result, "profile_label", label);
    return [
      {
        middle,
        cells: [name, placed.length, textOf(middle), ...ends],
        exact: [title, name, placed.length, values.length === 0 ? null : middle, ...ends],
      },
    ];
  });
  const sorted = rows.toSorted((left, right) => right.middle - left.middle);
  return {
    columns: ["label", "profiles", ...heads],
    rows: sorted.map(({ cells }) => cells),
    exact: sorted.map(({ exact }) => exact),
  };
}

/** The highest and the lowest; of a comparison those that rose most and fell most. No profile is at both ends. */
function endsOf(
  placed: readonly Placed[],
  most: number,
): readonly [readonly Placed[], readonly Placed[]] {
  const changes = placed.flatMap(({ change = Number.NaN }) => change);
  if (changes.some(isNumber)) {
    const moved = (sign: 1 | -1): Placed[] =>
      moversOf(changes, sign)
        .slice(0, most)
        .flatMap((place) => placed[place] ?? []);
    return [moved(1), moved(-1)];
  }
  const sorted = placed.toSorted((left, right) => right.value - left.value);
  const count = Math.min(most, Math.floor(sorted.length / 2));
  return [sorted.slice(0, count), sorted.toReversed().slice(0, count)];
}
