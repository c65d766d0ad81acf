/** A grouping of posts with its numbers, in the order of the reply: text, CSV, references and charts only write it. */
import { each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError, required } from "../../base/errors/tool-error.ts";
import type { Note } from "../../answers/replies/layout.ts";
import { plural } from "../../base/text/words.ts";
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

/** @param beside numbers from elsewhere. @throws ToolError as `groupsOf`, `limit_exceeded` for too many numbers. */
export function* groupingOf(
  selection: Selection,
  by: string,
  statistics: readonly Statistic[],
  beside?: BesideNumbers,
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
  const perStatistic = isCompared ? 4 : 1;
  // The posts among the chosen ones; of a comparison the change.
  const isPart = result.rows.length < fullResult.rows.length;
  const at = isPart ? 0 : Math.max(0, statistics.findIndex(isRanking));
  const ranking = at * perStatistic + (isCompared ? 2 : 0);
  const lines = yield* each(groups, function* make(group) {
    yield;
    return lineOf(group);
  });
  const parts = partsOf(by);
  return {
    result,
    parts,
    numbers,
    perStatistic,
    ranking,
    total: lineOf(total),
    lines: inOrder(lines, parts, ({ values }) => {
      const value = values[ranking] ?? Number.NEGATIVE_INFINITY;
      return isCompared && Number.isFinite(value) ? Math.abs(value) : value;
    }),
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

/** Parts of the time keep their order; other groups are ordered by size, those of a combination within its first part. */
function inOrder(
  lines: readonly GroupLine[],
  parts: readonly string[],
  sizeOf: (line: GroupLine) => number,
): readonly GroupLine[] {
  const leadOf = ({ group }: GroupLine): string =>
    parts.length < 2 ? "" : required(group.names[0], "a name");
  const leads = new Map([...new Set(lines.map(leadOf))].map((lead, place) => [lead, place]));
  const isKept = parts.slice(-1).some(isOrdered);
  return lines
    .map((line) => ({
      line,
      lead: required(leads.get(leadOf(line)), "a lead"),
      size: isKept ? 0 : sizeOf(line),
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
