/** The reply to a piece of posts in groups (`group_by` of read_result). */
import { done, each, type Work } from "../async/work.ts";
import { ourLimits } from "../catalog/limits.ts";
import { inputError, required, ToolError } from "../errors/tool-error.ts";
import type { Reply, StoredResult } from "../replies/reply.ts";
import { tableCsv } from "../replies/csv.ts";
import { layOut, type Content } from "../replies/layout.ts";
import { resultLinks } from "../replies/links.ts";
import { fittingBlock, type Table, type TableCell } from "../replies/table.ts";
import { formatShare } from "../text/numbers.ts";
import { plural, some } from "../text/words.ts";
import { groupsOf, isCutPeriod, isOrdered, numbersOf, partsOf, sharesOf } from "./groups.ts";
import type { GroupNumber, Placed, PostGroup, PostRow } from "./groups.ts";
import { localColumn, profileColumn } from "./columns.ts";
import type { PostsResult } from "./rows.ts";

export interface GroupedPosts {
  readonly result: PostsResult;
  /** Those that they were chosen from, which the counts are compared with. */
  readonly whole: PostsResult;
  readonly groupBy: string;
  /** Columns of numbers; the first ones (default). */
  readonly metrics: readonly string[] | undefined;
  /** The share of each group in the sums of all, in place of statistics. */
  readonly areShares: boolean;
  /** These are not all posts of the result. */
  readonly isSelection: boolean;
  readonly stored: StoredResult;
  /** The first line and the cautions. */
  readonly frame: Content;
}

/** Groups with fewer posts are one line, or marked where all are: chance decides their numbers. */
export const few = 5;
/** Groups that the text shows. */
const mostGroups = 25;
/** Columns of numbers that are shown if none are named. */
const defaultColumns = 3;

/** A table per field, separated by commas in `groupBy`. @throws ToolError `invalid_input` for what cannot group. */
export function* groupedPosts(grouped: GroupedPosts, maxTokens: number): Work<Reply> {
  const { result, groupBy, metrics, areShares, stored, frame } = grouped;
  const fields = [...new Set(groupBy.split(",").map((text) => text.trim()))];
  if (fields.length > ourLimits.groupings)
    throw inputError(
      `group_by makes ${fields.length} tables; it makes up to ${ourLimits.groupings}`,
      "Group by fewer fields in one call.",
    );
  const columns = groupColumns(result, metrics, areShares);
  const numbers = columns.flatMap(areShares ? sharesOf(result) : numbersOf);
  const omitted = metrics === undefined ? numericColumns(result).slice(defaultColumns) : [];
  const parts = fields.flatMap(partsOf);
  const tables = yield* each(fields, (by) => tableOf(grouped, by, numbers));
  const goOn = (): string => "Group by a field with fewer values, or name fewer metrics.";
  const hasFew = tables.some(({ text }) => text.rows.some(([, count]) => isFew(count)));
  const cautions = [
    ...(frame.cautions ?? []),
    missingNote(result, columns),
    omitted.length > 0 && `Not shown: ${some(namesOf(omitted), 8)}; name them in metrics.`,
    hasFew && `(few): fewer than ${few} posts, so differences can be chance.`,
    ...tables.map(({ more }) => more > 0 && `${plural(more, "more group")}: the CSV has all.`),
    parts.some(isOrdered) &&
      localColumn(result) === -1 &&
      "Times are in UTC, while the days of the question are in profile time.",
    parts.includes("post_labels") &&
      `A post is in the group of each of its labels${areShares ? ", so that shares add up to more than 100 %" : ""}.`,
    tables.some(({ text }) => text.rows.some(([name]) => String(name).includes("*"))) && cutNote,
  ];
  const links = yield* resultLinks(stored);
  const content = layOut({ ...frame, cautions, links }, maxTokens, (room) =>
    done({
      table: tables.map(({ text }) => fittingBlock(marked(text), room / tables.length, goOn)),
    }),
  );
  const isBesideMetrics = fields.length === 1 && parts.every((part) => part in metricsColumns);
  return {
    content: yield* content,
    *csv() {
      const whole = tables.map(({ all }) => all);
      if (!isBesideMetrics) return yield* tableCsv(joinedTable(fields, whole));
      return yield* tableCsv(yield* besideMetrics(result, groupBy, numbers));
    },
    result: stored,
  };
}

/** The columns that a CSV of metrics has too, by the parts that group posts. */
const metricsColumns: Readonly<Record<string, readonly string[]>> = {
  profile: ["profile", "profile_name"],
  day: ["date.day"],
  week: ["date.week"],
  month: ["date.month"],
  quarter: ["date.quarter"],
};

/** A row per group, whose first columns are those of a CSV of metrics. */
function* besideMetrics(
  result: PostsResult,
  by: string,
  numbers: readonly GroupNumber[],
): Work<Table> {
  const parts = partsOf(by);
  const profile = profileColumn(result);
  return {
    columns: [
      ...parts.flatMap((part) => metricsColumns[part] ?? []),
      "posts",
      ...numbers.map(({ title }) => title),
    ],
    rows: (yield* groupsOf(result, by)).map(({ names, rows }) => [
      ...parts.flatMap((part, place): TableCell[] => {
        if (part !== "profile") return [names[place] ?? null];
        const id = String(rows[0]?.[profile]);
        return [id, result.profileNames.get(id) ?? null];
      }),
      rows.length,
      ...numbers.map(({ of }) => of(rows) ?? null),
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

const isFew = (count: TableCell | undefined): boolean => typeof count === "number" && count < few;

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

/** A table of groups: all of them, and those that the text shows, with how many more there are. */
interface GroupTable {
  readonly all: Table;
  readonly text: Table;
  readonly more: number;
}

/** The groups of the posts. If these are a selection, each group also has its number and share among all posts. */
function* tableOf(
  { result, whole, isSelection }: GroupedPosts,
  by: string,
  numbers: readonly GroupNumber[],
): Work<GroupTable> {
  const [count, all] = [result.rows.length, whole.rows.length];
  const isPart = count < all;
  const nameOf = ({ names }: PostGroup): string => names.join(", ");
  const groups = yield* groupsOf(result, by, whole);
  checkNumbers(groups, numbers);
  const wholeGroups = isPart ? yield* groupsOf(whole, by) : groups;
  const groupsOfAll = new Map(wholeGroups.map((group) => [nameOf(group), group.rows]));
  // The posts among the chosen ones, or the first statistic.
  const [first] = isPart ? [] : numbers;
  const sizeOf = ({ rows }: PostGroup): number =>
    first === undefined ? rows.length : (first.of(rows) ?? Number.NEGATIVE_INFINITY);
  const share = (rows: readonly PostRow[], of: PostsResult): string =>
    `${formatShare((100 * rows.length) / of.rows.length)}%`;
  const cellsOf = (rows: readonly PostRow[], others: readonly PostRow[]): TableCell[] => [
    rows.length,
    ...(isPart ? [share(rows, result), others.length, share(others, whole)] : []),
    ...numbers.map(({ of }) => of(rows) ?? null),
  ];
  const ordered = inOrder(groups, by, sizeOf);
  const rowOf = (group: PostGroup): TableCell[] => [
    groupName(result, by, group),
    ...cellsOf(group.rows, groupsOfAll.get(nameOf(group)) ?? []),
  ];
  const withName = (row: readonly TableCell[], at: number): TableCell[] => [
    nameOf(required(ordered[at], "a group")),
    ...row.slice(1),
  ];
  const rows = yield* each(ordered, (group) => done(rowOf(group)));
  const columns = [
    by,
    "posts",
    ...(isPart ? [`share of these ${count}`, "posts of all", `share of all ${all}`] : []),
    ...numbers.map(({ title }) => title),
  ];
  const total = [
    isSelection ? `these ${plural(count, "post")}` : "all posts",
    ...cellsOf(result.rows, whole.rows),
  ];
  const small = ordered.filter((group) => group.rows.length < few);
  const isJoined = small.length > 1 && small.length < ordered.length;
  const large = isJoined ? rows.filter(([, posts]) => !isFew(posts ?? 0)) : rows;
  // A post can be in several groups.
  const distinct = (lists: readonly (readonly PostRow[])[]): PostRow[] => [
    ...new Set(lists.flat()),
  ];
  const joined = distinct(small.map((group) => group.rows));
  const joinedOfAll = distinct(small.map((group) => groupsOfAll.get(nameOf(group)) ?? []));
  const last = isJoined
    ? [[`${small.length} groups below ${few} posts`, ...cellsOf(joined, joinedOfAll)]]
    : [];
  return {
    // Programs read the names of periods.
    all: { columns, rows: [total, ...rows.map(withName)] },
    text: { columns, rows: [total, ...large.slice(0, mostGroups), ...last] },
    more: Math.max(0, large.length - mostGroups),
  };
}

export const cutNote = "* is a part of a week, month or quarter.";

/** The name of a group; weeks, months and quarters of which the question has a part have a star. */
export const groupName = (result: PostsResult, by: string, { names }: PostGroup): string =>
  partsOf(by)
    .map((part, at) => `${names[at]}${isCutPeriod(result, part, names[at] ?? "") ? "*" : ""}`)
    .join(", ");

/** The numbers of all groups are known before they are made. @throws ToolError `limit_exceeded` */
function checkNumbers(groups: readonly PostGroup[], numbers: readonly GroupNumber[]): void {
  const members = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (members * numbers.length <= ourLimits.groupedNumbers) return;
  throw new ToolError(
    "limit_exceeded",
    `${plural(members, "post")} in groups with ${plural(numbers.length, "number")} each are too many`,
    "Name fewer metrics, or group by fewer fields.",
  );
}

/** Parts of the time keep their order; other groups are ordered by size, those of a combination within its first part. */
export function inOrder(
  groups: readonly PostGroup[],
  by: string,
  size: (group: PostGroup) => number,
): readonly PostGroup[] {
  const parts = partsOf(by);
  if (parts.length === 1 && isOrdered(by)) return groups;
  const leads = new Map(
    [...new Set(groups.map(({ names: [lead] }) => lead))].map((lead, place) => [lead, place]),
  );
  const placed = groups.map((group) => ({
    group,
    lead: parts.length === 1 ? 0 : (leads.get(group.names[0]) ?? 0),
    size: size(group),
  }));
  return placed
    .toSorted((one, other) => one.lead - other.lead || other.size - one.size)
    .map(({ group }) => group);
}
