/** The reply to a piece of posts in groups (`group_by`, `split` of read_result), and to a comparison of posts. */
import { done, each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import type { Piece, Reply, StoredResult } from "../../answers/replies/reply.ts";
import { tableCsv } from "../../answers/replies/csv.ts";
import { layOut, type Content, type Note, forAgents } from "../../answers/replies/layout.ts";
import { resultLinks } from "../../answers/replies/links.ts";
import { fittingBlock, type Table } from "../../answers/replies/table.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { cutNote, few, groupRows, groupText, joinedRows } from "./group-table.ts";
import { isDayPart, partsOf } from "./group-names.ts";
import {
  counted,
  profilesOf,
  shareOfPosts,
  sharesOf,
  statisticsOf,
  type Placed,
  type Statistic,
} from "./group-numbers.ts";
import { groupingOf, type Grouping, type Sorting } from "./grouping.ts";
import type { Selection } from "./groups.ts";
import type { BesideNumbers } from "./beside.ts";
import { bestTable } from "./best.ts";
import { localColumn } from "./columns.ts";
import { groupFigures } from "./figures.ts";
import { tableOf } from "./posts-text.ts";
import type { PostsResult } from "./rows.ts";

/** The numbers of groups, and which groups. */
export interface GroupedBy extends Selection {
  readonly sorting?: Sorting | undefined;
  /** One grouping or several, separated by commas; an empty text for the line of all posts. */
  readonly groupBy: string;
  /** Columns of numbers; the first ones (default). */
  readonly metrics: readonly string[] | undefined;
  /** The share of each group in the sums of all, in place of statistics. */
  readonly areShares: boolean;
  /** The numbers of a result of metrics, by group. */
  readonly beside?: ((parts: readonly string[]) => Work<BesideNumbers>) | undefined;
}

export interface GroupedPosts extends GroupedBy {
  /** Lists this many posts of each group, the first ones in this order. Default: none. */
  readonly best?: Pick<Piece, "best" | "sortBy" | "order">;
  readonly stored: StoredResult & { readonly result: PostsResult };
  /** The first line and the cautions. */
  readonly frame: Content;
}

/** A grouping for each field. @throws ToolError `invalid_input` for what cannot group. */
export function* groupingsOf(grouped: GroupedBy): Work<Grouping[]> {
  const { result, groupBy, beside } = grouped;
  const fields = [...new Set(groupBy.split(",").map((text) => text.trim()))];
  if (beside !== undefined && fields.length > 1)
    throw inputError("posts beside metrics are one table", "Group by one field in a call.");
  if (fields.length > ourLimits.groupings)
    throw inputError(
      `group_by makes ${fields.length} tables; it makes up to ${ourLimits.groupings}`,
      "Group by fewer fields in one call.",
    );
  const statistics = [
    counted,
    ...(result.split === undefined ? [] : [profilesOf(result)]),
    ...(grouped.areShares ? [shareOfPosts] : []),
    ...groupColumns(grouped).flatMap((column): Statistic[] => {
      if (grouped.areShares) return sharesOf(column);
      const columnStatistics = statisticsOf(column);
      // Beside metrics, whose rows are totals, the sums alone.
      return beside === undefined ? columnStatistics : columnStatistics.slice(0, 1);
    }),
  ];
  return yield* each(fields, function* make(by) {
    const more = beside && (yield* beside(partsOf(by)));
    return yield* groupingOf(grouped, by, statistics, { beside: more, sorting: grouped.sorting });
  });
}

/** A table for each grouping, or the best posts of the first one. */
export function* groupedPosts(grouped: GroupedPosts, maxTokens: number): Work<Reply> {
  const { result, best, stored, frame } = grouped;
  const countOf = ({ rows, before }: PostsResult): number =>
    rows.length + (before?.rows.length ?? 0);
  const isSelection = countOf(result) < countOf(stored.result);
  const groupings = yield* groupingsOf(grouped);
  const totalName = isSelection ? `these ${plural(result.rows.length, "post")}` : "all posts";
  const texts = groupings.map((grouping) => groupText(grouping, totalName));
  const [first, ...rest] = groupings;
  const goOn = (): string => "Group by a field with fewer values, or name fewer metrics.";
  const listed = (isText: boolean): Table[] =>
    best?.best === undefined || first === undefined ? [] : [bestTable(first, best, isText)];
  const cautions = [
    ...(frame.cautions ?? []),
    ...notesOn(grouped, groupings),
    ...new Set(groupings.flatMap(({ notes }) => notes)),
    texts.some(({ hasFew }) => hasFew) &&
      `(few): fewer than ${few} posts, so differences can be chance.`,
    ...texts.map(({ more }) => more > 0 && `${plural(more, "more group")}: the CSV has all.`),
    texts.some((text) => text.isCut) && cutNote,
  ];
  const links = yield* resultLinks(stored);
  const tables = [...texts.map(({ table }) => table), ...listed(true)];
  const content = layOut({ ...frame, cautions, links }, maxTokens, (room) =>
    done({ table: tables.map((table) => fittingBlock(table, room / tables.length, goOn)) }),
  );
  return {
    content: yield* content,
    *csv() {
      const [ofBest] = listed(false);
      if (ofBest !== undefined) return yield* tableCsv(ofBest);
      if (first === undefined || rest.length > 0)
        return yield* tableCsv(joinedRows(groupings, totalName));
      return yield* tableCsv(first.parts.length === 0 ? tableOf(result) : groupRows(first));
    },
    ...(first && { figures: () => done(groupFigures(first)) }),
    result: stored,
  };
}

function notesOn(grouped: GroupedBy, groupings: readonly Grouping[]): Note[] {
  const { result, metrics, areShares } = grouped;
  const parts = groupings.flatMap((grouping) => grouping.parts);
  const columns = groupColumns(grouped);
  const omitted =
    metrics === undefined ? numericColumns(result).filter(({ name }) => !isIn(columns, name)) : [];
  return [
    missingNote(result, columns),
    forAgents(
      omitted.length > 0 && `Not shown: ${some(namesOf(omitted), 8)}; name them in metrics.`,
    ),
    parts.some((part) => part === "hour" || isDayPart(part)) &&
      localColumn(result) === -1 &&
      "Times are in UTC, while the days of the question are in profile time.",
    parts.some((part) => part === "profile_label" || part === "post_labels") &&
      `A post is in the group of each of its labels${areShares ? ", so that shares add up to more than 100 %" : ""}.`,
  ];
}

/** Posts without a value of the numbers that are shown. */
function missingNote({ rows, before }: PostsResult, columns: readonly Placed[]): string | false {
  const lacking = (side: PostsResult["rows"], place: number): number =>
    side.filter((row) => row[place] === undefined).length;
  const missing = columns.flatMap(({ name, place }) => {
    const counts = [rows, ...(before === undefined ? [] : [before.rows])].map((side) =>
      lacking(side, place),
    );
    if (counts.every((count) => count === 0)) return [];
    const past = before === undefined ? "" : ` (before: ${counts[1]} of ${before.rows.length})`;
    return [`${cell(name)} in ${counts[0]} of ${plural(rows.length, "post")}${past}`];
  });
  const effect = before === undefined ? "" : "; a sum that lacks a value has no change";
  return (
    missing.length > 0 &&
    `Missing values are not 0, and no number includes them: ${some(missing, 8)}${effect}.`
  );
}

const numericColumns = ({ columns }: PostsResult): Placed[] =>
  columns.flatMap((column, place) => (column.type === "number" ? { ...column, place } : []));

const namesOf = (columns: readonly Placed[]): string[] => columns.map(({ name }) => name);

const isIn = (columns: readonly Placed[], wanted: string): boolean =>
  columns.some(({ name }) => name === wanted);

/** Columns of numbers that are shown if none are named; each has several lines in the rows of a comparison. */
const defaultColumns = { single: 3, ofRows: 1 };

/** The columns of the named numbers; the first ones (default). @throws ToolError `invalid_input` for other names. */
export function groupColumns({ result, metrics, areShares, groupBy, beside }: GroupedBy): Placed[] {
  const numeric = numericColumns(result).filter(({ adds }) => adds || !areShares);
  const isWide = beside !== undefined || (result.before !== undefined && groupBy !== "");
  if (metrics === undefined)
    return numeric.slice(0, isWide ? defaultColumns.ofRows : defaultColumns.single);
  return metrics.flatMap((wanted) => {
    const matches = numeric.filter(({ name, field }) => [name, field].includes(wanted));
    if (matches.length > 0) return matches;
    throw inputError(
      areShares
        ? `the posts have no numbers ${wanted.slice(0, 80)} that can be totalled, so there are no shares of them`
        : `the posts have no numbers ${wanted.slice(0, 80)}`,
      `Choose from ${some(namesOf(numeric), 40)}.`,
    );
  });
}
