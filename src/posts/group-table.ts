/** Groups of posts as a table: their order, and the groups that the text shows. */
import { done, each, type Work } from "../async/work.ts";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Table, TableCell } from "../replies/table.ts";
import { formatShare } from "../text/numbers.ts";
import { plural } from "../text/words.ts";
import { groupsOf, isCutPeriod, isOrdered, partsOf, rankingOf, wholesOf } from "./groups.ts";
import type { GroupNumber, PostGroup, PostRow } from "./groups.ts";
import type { PostsResult } from "./rows.ts";

/** Groups with fewer posts are one line, or marked where all are, and where rows are of time: chance decides their numbers. */
export const few = 5;

export const isFew = (count: TableCell | undefined): boolean =>
  typeof count === "number" && count > 0 && count < few;

/** A table of groups: all of them, and those that the text shows, with how many more there are. */
export interface GroupTable {
  readonly all: Table;
  readonly text: Table;
  readonly more: number;
  /** The text shows a part of a week, month or quarter. */
  readonly isCut: boolean;
}

interface Selection {
  readonly result: PostsResult;
  /** The posts before the selection by rank, with which the counts are compared. */
  readonly whole: PostsResult;
  /** True if the posts are not all posts of the stored result. */
  readonly isSelection: boolean;
}

/** The groups of the posts. If these are a selection, each group also has its number and share among all posts. */
export function* groupTable(
  { result, whole, isSelection }: Selection,
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
  const first = isPart ? undefined : rankingOf(numbers);
  const sizeOf = ({ rows }: PostGroup): number =>
    first === undefined ? rows.length : (first.of(rows, result.rows) ?? Number.NEGATIVE_INFINITY);
  const share = (rows: readonly PostRow[], of: PostsResult): string =>
    `${formatShare((100 * rows.length) / of.rows.length)}%`;
  const cellsOf = (
    rows: readonly PostRow[],
    others: readonly PostRow[],
    among: readonly PostRow[] = result.rows,
  ): TableCell[] => [
    rows.length,
    ...(isPart ? [share(rows, result), others.length, share(others, whole)] : []),
    ...numbers.map(({ of }) => of(rows, among) ?? null),
  ];
  const wholeOf = wholesOf(result, by, groups);
  const lines = yield* each(inOrder(groups, by, sizeOf), (group) =>
    done({
      group,
      cells: cellsOf(group.rows, groupsOfAll.get(nameOf(group)) ?? [], wholeOf(group)),
    }),
  );
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
  // Rows of time are all shown.
  const isOfTime = partsOf(by).some(isOrdered);
  const small = isOfTime ? [] : lines.filter(({ group }) => group.rows.length < few);
  const isJoined = small.length > 1 && small.length < lines.length;
  const large = isJoined ? lines.filter((line) => !small.includes(line)) : lines;
  const shown = isOfTime ? large : large.slice(0, ourLimits.shownRows.ranked);
  const joined = [
    `${small.length} groups below ${few} posts`,
    ...cellsOf(
      distinct(small.map(({ group }) => group.rows)),
      distinct(small.map(({ group }) => groupsOfAll.get(nameOf(group)) ?? [])),
    ),
  ];
  return {
    // Programs read names without stars.
    all: { columns, rows: [total, ...lines.map(({ group, cells }) => [nameOf(group), ...cells])] },
    text: {
      columns,
      rows: [
        total,
        ...shown.map(({ group, cells }) => [groupName(result, by, group), ...cells]),
        ...(isJoined ? [joined] : []),
      ],
    },
    more: large.length - shown.length,
    isCut: shown.some(({ group }) => isCutGroup(result, by, group)),
  };
}

/** A post can be in several groups. */
const distinct = (lists: readonly (readonly PostRow[])[]): PostRow[] => [...new Set(lists.flat())];

export const cutNote = "* is a part of a week, month or quarter.";

/** True for a group by a week, month or quarter of which the question has a part. */
export const isCutGroup = (result: PostsResult, by: string, { names }: PostGroup): boolean =>
  partsOf(by).some((part, at) => isCutPeriod(result, part, names[at] ?? ""));

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
