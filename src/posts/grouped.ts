/** The reply to a piece of posts in groups (`group_by` of read_result). */
import { done, each, type Work } from "../async/work.ts";
import { isGrain } from "../catalog/grains.ts";
import { ourLimits } from "../catalog/limits.ts";
import { inputError } from "../errors/tool-error.ts";
import type { Piece, Reply, StoredResult } from "../replies/reply.ts";
import { tableCsv } from "../replies/csv.ts";
import { layOut, type Content, forAgents } from "../replies/layout.ts";
import { resultLinks } from "../replies/links.ts";
import { fittingBlock, type Table, type TableCell } from "../replies/table.ts";
import { plural, some } from "../text/words.ts";
import { cutNote, few, groupTable, inOrder, isFew } from "./group-table.ts";
import {
  groupsOf,
  isOrdered,
  numbersOf,
  partsOf,
  rankingOf,
  shareOfPosts,
  sharesOf,
  wholesOf,
} from "./groups.ts";
import type { GroupNumber, Placed, PostGroup } from "./groups.ts";
import { bestTable } from "./best.ts";
import { localColumn, profileColumn } from "./columns.ts";
import { groupFigures } from "./figures.ts";
import type { PostsResult } from "./rows.ts";

export interface GroupedPosts {
  readonly result: PostsResult;
  /** The posts before the selection by rank, with which the counts are compared. */
  readonly whole: PostsResult;
  readonly groupBy: string;
  /** Columns of numbers; the first ones (default). */
  readonly metrics: readonly string[] | undefined;
  /** The share of each group in the sums of all, in place of statistics. */
  readonly areShares: boolean;
  /** Lists this many posts of each group, the first ones in this order. Default: none. */
  readonly best?: Pick<Piece, "best" | "sortBy" | "order">;
  /** True if the posts are not all posts of the stored result. */
  readonly isSelection: boolean;
  readonly stored: StoredResult;
  /** The first line and the cautions. */
  readonly frame: Content;
}

/** Columns of numbers that are shown if none are named. */
const defaultColumns = 3;

/** A table per field, separated by commas in `groupBy`. @throws ToolError `invalid_input` for what cannot group. */
export function* groupedPosts(grouped: GroupedPosts, maxTokens: number): Work<Reply> {
  const { result, groupBy, metrics, areShares, best, stored, frame } = grouped;
  const fields = [...new Set(groupBy.split(",").map((text) => text.trim()))];
  if (fields.length > ourLimits.groupings)
    throw inputError(
      `group_by makes ${fields.length} tables; it makes up to ${ourLimits.groupings}`,
      "Group by fewer fields in one call.",
    );
  const columns = groupColumns(result, metrics, areShares);
  const numbers = areShares
    ? [shareOfPosts, ...columns.flatMap(sharesOf)]
    : columns.flatMap(numbersOf);
  const omitted = metrics === undefined ? numericColumns(result).slice(defaultColumns) : [];
  const parts = fields.flatMap(partsOf);
  const tables = yield* each(fields, (by) => groupTable(grouped, by, numbers));
  const goOn = (): string => "Group by a field with fewer values, or name fewer metrics.";
  const hasFew = tables.some(({ text }) => text.rows.some(([, count]) => isFew(count)));
  const cautions = [
    ...(frame.cautions ?? []),
    missingNote(result, columns),
    forAgents(
      omitted.length > 0 && `Not shown: ${some(namesOf(omitted), 8)}; name them in metrics.`,
    ),
    hasFew && `(few): fewer than ${few} posts, so differences can be chance.`,
    ...tables.map(({ more }) => more > 0 && `${plural(more, "more group")}: the CSV has all.`),
    parts.some(isOrdered) &&
      localColumn(result) === -1 &&
      "Times are in UTC, while the days of the question are in profile time.",
    parts.some((part) => part === "profile_label" || part === "post_labels") &&
      `A post is in the group of each of its labels${areShares ? ", so that shares add up to more than 100 %" : ""}.`,
    tables.some(({ isCut }) => isCut) && cutNote,
  ];
  const links = yield* resultLinks(stored);
  const sizeIn = ({ rows }: PostGroup): number =>
    rankingOf(numbers)?.of(rows, result.rows) ?? Number.NEGATIVE_INFINITY;
  const [field = ""] = fields;
  const listed =
    best?.best === undefined
      ? undefined
      : bestTable(result, field, inOrder(yield* groupsOf(result, field), field, sizeIn), best);
  const content = layOut({ ...frame, cautions, links }, maxTokens, (room) =>
    done({
      table: [
        ...tables.map(({ text }) => marked(text)),
        ...(listed === undefined ? [] : [listed]),
      ].map((table, _, list) => fittingBlock(table, room / list.length, goOn)),
    }),
  );
  return {
    content: yield* content,
    *csv() {
      if (listed !== undefined) return yield* tableCsv(listed);
      if (fields.length === 1)
        return yield* tableCsv(yield* groupRows(result, fields.join(), numbers));
      return yield* tableCsv(
        joinedTable(
          fields,
          tables.map(({ all }) => all),
        ),
      );
    },
    *figures() {
      return groupFigures(result, field, yield* groupsOf(result, field), numbers);
    },
    result: stored,
  };
}

/** The columns of a part that groups posts, as a CSV of metrics has them. */
function metricsColumns(part: string): readonly string[] {
  if (isGrain(part)) return [`date.${part}`];
  return { profile: ["profile", "profile_name"], profile_label: ["profile_label"] }[part] ?? [part];
}

/** A row per group, whose first columns are those of a CSV of metrics. */
function* groupRows(result: PostsResult, by: string, numbers: readonly GroupNumber[]): Work<Table> {
  const parts = partsOf(by);
  const profile = profileColumn(result);
  const groups = yield* groupsOf(result, by);
  const wholeOf = wholesOf(result, by, groups);
  return {
    columns: [...parts.flatMap(metricsColumns), "posts", ...numbers.map(({ title }) => title)],
    rows: groups.map((group) => [
      ...parts.flatMap((part, place): TableCell[] => {
        if (part !== "profile") return [group.names[place] ?? null];
        const id = String(group.rows[0]?.[profile]);
        return [id, result.profileNames.get(id) ?? null];
      }),
      group.rows.length,
      ...numbers.map(({ of }) => of(group.rows, wholeOf(group)) ?? null),
    ]),
  };
}

/** The tables of several fields as one, for programs: the field comes first. */
function joinedTable(fields: readonly string[], tables: readonly Table[]): Table {
  return {
    columns: ["group_by", "group", ...(tables[0]?.columns.slice(1) ?? [])],
    rows: tables.flatMap(({ rows }, place) => rows.map((row) => [fields[place] ?? "", ...row])),
  };
}

/** Small groups are marked; a missing number is not empty. */
const marked = ({ rows, ...rest }: Table): Table => ({
  ...rest,
  rows: rows.map((row) =>
    row.map((value, column) =>
      column === 1 && isFew(value) ? `${String(value)} (few)` : (value ?? "–"),
    ),
  ),
});

/** Posts without a value of the numbers that are shown. */
function missingNote({ rows }: PostsResult, columns: readonly Placed[]): string | false {
  const missing = columns.flatMap(({ name, place }) => {
    const count = rows.filter((row) => row[place] === undefined).length;
    return count === 0 ? [] : [`${name} in ${count}`];
  });
  return (
    missing.length > 0 &&
    `Missing values are not 0, and no number includes them: ${some(missing, 8)} of ${plural(rows.length, "post")}.`
  );
}

const numericColumns = ({ columns }: PostsResult): Placed[] =>
  columns.flatMap((one, place) => (one.type === "number" ? { ...one, place } : []));

const namesOf = (columns: readonly Placed[]): string[] => columns.map(({ name }) => name);

/** The columns of the named numbers; the first ones (default). @throws ToolError `invalid_input` for other names. */
export function groupColumns(
  result: PostsResult,
  metrics: readonly string[] | undefined,
  areShares = false,
): Placed[] {
  const numeric = numericColumns(result).filter(({ adds }) => adds || !areShares);
  if (metrics === undefined) return numeric.slice(0, defaultColumns);
  return metrics.flatMap((wanted) => {
    const found = numeric.filter(({ name, field }) => [name, field].includes(wanted));
    if (found.length > 0) return found;
    throw inputError(
      areShares
        ? `the posts have no numbers ${wanted.slice(0, 80)} that can be totalled, so there are no shares of them`
        : `the posts have no numbers ${wanted.slice(0, 80)}`,
      `Choose from ${some(namesOf(numeric), 40)}.`,
    );
  });
}
