/** A grouping of posts with its numbers, in the order of the reply: text, CSV, references and charts only write it. */
import { orMissing } from "../../numbers/cells/states.ts";
import { each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inputError, ToolError, required } from "../../base/errors/tool-error.ts";
import type { Piece } from "../../answers/replies/reply.ts";
import type { Note } from "../../answers/replies/layout.ts";
import { plural, some } from "../../base/text/words.ts";
import type { BesideNumbers } from "./beside.ts";
import { isCutPeriod, isOrdered, partsOf } from "./group-names.ts";
import {
  comparedNumbers,
  isRanking,
  numberOf,
  selectedNumbers,
  type GroupNumber,
  type Statistic,
} from "./group-numbers.ts";
import { groupsOf, type PostGroup, type Selection } from "./groups.ts";
import type { PostsResult } from "./rows.ts";

/** A group with a value for each number. */
export interface GroupLine {
  readonly group: PostGroup;
  readonly values: readonly (number | undefined)[];
}

export interface Grouping {
  readonly result: PostsResult;
  /** The parts that are combined. */
  readonly parts: readonly string[];
  /** The number of posts is the first. */
  readonly numbers: readonly GroupNumber[];
  /** By number, the statistic of one range that it is made of: a comparison has four of each. */
  readonly perStatistic: 1 | 4;
  /** The place of the number that orders the groups. */
  readonly ranking: number;
  readonly total: GroupLine;
  readonly lines: readonly GroupLine[];
  /** Groups of few posts are one line of the text. */
  readonly joinsFew: boolean;
  /** On the numbers from elsewhere. */
  readonly notes: readonly Note[];
}

/** The name of the number that sorts groups (default: the first mean, ratio or share), and the order. */
export type Sorting = Pick<Piece, "sortBy" | "order">;

interface GroupingOptions {
  /** Numbers from elsewhere. */
  readonly beside?: BesideNumbers | undefined;
  readonly sorting?: Sorting | undefined;
}

/** @throws ToolError as `groupsOf`, `limit_exceeded` for too many numbers, `invalid_input` for an unknown number in `sort_by`. */
export function* groupingOf(
  selection: Selection,
  by: string,
  statistics: readonly Statistic[],
  { beside, sorting = {} }: GroupingOptions,
): Work<Grouping> {
  const { result, fullResult } = selection;
  const isCompared = result.before !== undefined;
  const { total, groups } = yield* groupsOf(selection, by);
  const numbers = [...numbersOf(selection, statistics), ...(beside?.numbers ?? [])];
  checkNumbers(groups, numbers);
  const lineOf = (group: PostGroup): GroupLine => ({
    group,
    values: numbers.map(({ of }) => of(group)),
  });
  const parts = partsOf(by);
  const perStatistic = isCompared ? 4 : 1;
  // The posts among the chosen ones; of a comparison the change.
  const isPart = result.rows.length < fullResult.rows.length;
  const at = isPart ? 0 : Math.max(0, statistics.findIndex(isRanking));
  const sorted = sortedAt(numbers, statistics, sorting);
  const ranking = (sorted ?? at * perStatistic) + (isCompared ? 2 : 0);
  // Parts of the time keep their order.
  const isKept = sorted === undefined && parts.slice(-1).some(isOrdered);
  const sizeOf = sizeBy(sorted ?? ranking, sorting, sorted === undefined && isCompared);
  const lines = yield* each(groups, function* make(group) {
    yield;
    return lineOf(group);
  });
  return {
    result,
    parts,
    numbers,
    perStatistic,
    ranking,
    total: lineOf(total),
    lines: inOrder(lines, parts.length > 1, isKept ? () => 0 : sizeOf),
    joinsFew: beside === undefined,
    notes: beside?.notes ?? [],
  };
}

/** The numbers of the chosen posts among all follow the number of posts. */
function numbersOf(
  { result, fullResult }: Selection,
  statistics: readonly Statistic[],
): readonly GroupNumber[] {
  const [count, totalCount] = [result.rows.length, fullResult.rows.length];
  const ofSelection = count < totalCount ? selectedNumbers(count, totalCount) : [];
  return statistics
    .flatMap(result.before === undefined ? numberOf : comparedNumbers)
    .toSpliced(1, 0, ...ofSelection);
}

/** The numbers of all groups are known before they are made. @throws ToolError `limit_exceeded` */
function checkNumbers(groups: readonly PostGroup[], numbers: readonly GroupNumber[]): void {
  const members = groups.reduce(
    (sum, { rows, before }) => sum + rows.length + (before?.rows.length ?? 0),
    0,
  );
  if (members * numbers.length <= ourLimits.groupedNumbers) return;
  throw new ToolError(
    "limit_exceeded",
    `${plural(members, "post")} in groups with ${plural(numbers.length, "number")} each are too many`,
    "Name fewer metrics, or group by fewer fields.",
  );
}

/** The place of the number in `sort_by`, such as `interactions sum`. The name of a metric means its mean or ratio. */
function sortedAt(
  numbers: readonly GroupNumber[],
  statistics: readonly Statistic[],
  { sortBy }: Sorting,
): number | undefined {
  if (sortBy === undefined) return undefined;
  const statistic =
    statistics.find(({ title }) => title === sortBy) ??
    statistics.find((row) => row.metric === sortBy && isRanking(row));
  if (statistic !== undefined)
    return numbers.findIndex(
      ({ metric, number }) => metric === statistic.metric && number === statistic.number,
    );
  throw inputError(
    `groups of posts have no number ${JSON.stringify(sortBy.slice(0, 80))} to sort by`,
    `Sort by one of ${some(
      statistics.map(({ title }) => title),
      40,
    )}; with best or top, sort_by chooses posts.`,
  );
}

/** Groups without the number are last. */
const sizeBy =
  (place: number, { order }: Sorting, isChange: boolean) =>
  ({ values }: GroupLine): number => {
    const value = orMissing(values[place]);
    const size = (order === "asc" ? -1 : 1) * (isChange ? Math.abs(value) : value);
    return Number.isNaN(size) ? Number.NEGATIVE_INFINITY : size;
  };

/** Groups are ordered by size, those of a combination within its first part. */
function inOrder(
  lines: readonly GroupLine[],
  isCombined: boolean,
  sizeOf: (line: GroupLine) => number,
): readonly GroupLine[] {
  const leadOf = ({ group }: GroupLine): string =>
    isCombined ? required(group.names[0], "a name") : "";
  const leads = new Map([...new Set(lines.map(leadOf))].map((lead, place) => [lead, place]));
  return lines
    .map((line) => ({
      line,
      lead: required(leads.get(leadOf(line)), "a lead"),
      size: sizeOf(line),
    }))
    .toSorted((left, right) => left.lead - right.lead || right.size - left.size)
    .map(({ line }) => line);
}

/** The name of a group without stars, for programs. */
export const keyOf = ({ names }: PostGroup): string => names.join(", ");

/** True for a group by a week, month or quarter of which a range has a part. */
export const isCut = (grouping: Grouping, group: PostGroup): boolean =>
  grouping.parts.some((_, at) => isCutAt(grouping, group, at));

/** True for a row of time that either range cuts. */
const isCutAt = ({ result, parts }: Grouping, { names, before }: PostGroup, at: number): boolean =>
  [
    { name: names[at], range: result },
    { name: before?.names[at], range: result.before },
  ].some(
    ({ name, range }) =>
      name !== undefined &&
      range &&
      isCutPeriod(result, required(parts[at], "a part"), name, range),
  );

/** The name of a group; weeks, months and quarters of which the question has a part have a star. */
export const nameOf = (grouping: Grouping, group: PostGroup): string =>
  grouping.parts
    .map((part, at) => {
      const name = required(group.names[at], "a name");
      const more = part === "split" ? (grouping.result.split?.names[name] ?? "") : "";
      return `${name}${more}${isCutAt(grouping, group, at) ? "*" : ""}`;
    })
    .join(", ");

/** The title of the names of groups. */
export const titleOf = ({ result, parts }: Grouping): string =>
  parts.map((part) => (part === "split" ? (result.split?.title ?? part) : part)).join("+");
