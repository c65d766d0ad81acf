/** Groups of posts as tables: the lines that the text shows, and all of them for programs. */
import { isGrain } from "../../catalog/grains.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { required } from "../../base/errors/tool-error.ts";
import type { Table, TableCell } from "../../answers/replies/table.ts";
import { plural } from "../../base/text/words.ts";
import { daysBetween } from "../../base/time/days.ts";
import { isOrdered, knownNames, profileName } from "./group-names.ts";
import { isCut, nameOf, titleOf, type GroupLine, type Grouping } from "./grouping.ts";
import type { PostGroup } from "./groups.ts";
import type { PostRow } from "./rows.ts";

/** Groups with fewer posts are one line, or marked where all are, and where rows are of time: chance decides their numbers. */
export const few = 5;

const isFew = ({ rows }: PostGroup): boolean => rows.length > 0 && rows.length < few;

/** The number of posts; of a comparison that of the larger side. */
export const sizeOf = ({ perStatistic }: Grouping, { rows, before }: PostGroup): number =>
  Math.max(rows.length, perStatistic === 1 ? 0 : (before?.rows.length ?? 0));

/** A table of groups as text, with how many more there are. */
export interface GroupText {
  readonly table: Table;
  readonly more: number;
  /** The table shows a part of a week, month or quarter. */
  readonly isCut: boolean;
  /** It marks a group of few posts. */
  readonly hasFew: boolean;
}

export const cutNote =
  "* is a part of a week, month, quarter or year, or holds days that are not over.";

/** @param totalName the name of the line of all posts. */
export function groupText(grouping: Grouping, totalName: string): GroupText {
  const { parts, total, lines, joinsFew } = grouping;
  const isShownWhole = parts.some(isOrdered);
  const small =
    isShownWhole || !joinsFew ? [] : lines.filter(({ group }) => sizeOf(grouping, group) < few);
  const isJoined = small.length > 1 && small.length < lines.length;
  const inOne = new Set(isJoined ? small : []);
  const large = lines.filter((line) => !inOne.has(line));
  const shown = isShownWhole ? large : large.slice(0, ourLimits.shownRows.ranked);
  const hasTotal = !parts.includes("split");
  const named: (readonly [string, GroupLine])[] = [
    ...(hasTotal ? [[totalName, total] as const] : []),
    ...shown.map((line) => [nameOf(grouping, line.group), line] as const),
    ...(isJoined
      ? [[`${small.length} groups below ${few} posts`, joined(grouping, small)] as const]
      : []),
  ];
  return {
    table: grouping.perStatistic === 1 ? wideTable(grouping, named) : longTable(grouping, named),
    more: large.length - shown.length,
    isCut: shown.some(({ group }) => isCut(grouping, group)),
    hasFew: named.some(([, { group }]) => isFew(group)),
  };
}

type NamedLine = readonly [name: string, line: GroupLine];

/** The text of a number of a line; a dash for a missing one, a mark at few posts. */
function textAt(grouping: Grouping, { group, values }: GroupLine, at: number): string {
  const value = values[at];
  const { unit, textOf } = required(grouping.numbers[at], "a number");
  const text = value === undefined ? "–" : textOf(value, group);
  if (at === 0 && isFew(group)) return `${text} (few)`;
  return value !== undefined && unit === "points" ? `${text} points` : text;
}

/** A row for each group. */
const wideTable = (grouping: Grouping, named: readonly NamedLine[]): Table => ({
  columns: [titleOf(grouping), ...grouping.numbers.map(({ title, head = title }) => head)],
  rows: named.map(([name, line]) => [
    name,
    ...grouping.numbers.map((_, at) => textAt(grouping, line, at)),
  ]),
});

/** Of a comparison, a row for each group and number: now, before, the change and its percentage. */
function longTable(grouping: Grouping, named: readonly NamedLine[]): Table {
  const { result, numbers, perStatistic, parts } = grouping;
  const ranges = [result, result.before ?? result];
  const days = ranges.map(({ start, end }) => daysBetween(start, end));
  const isEqual = named.every(([, { group }]) => group.days === group.before?.days);
  const [now, before] = ["now", "before"].map((side, at) =>
    isEqual || parts.length > 0 ? side : `${side}, ${plural(required(days[at], "a range"), "day")}`,
  );
  const heads = [now ?? "", before ?? "", isEqual ? "change" : "change at equal days", "change %"];
  const totalName = `all ${plural(result.profileCount, "profile")}`;
  return {
    columns: [...(parts.length === 0 ? [totalName] : [titleOf(grouping), "number"]), ...heads],
    rows: named.flatMap(([name, line]) =>
      numbers.flatMap(({ title, head = title }, at) => {
        if (at % perStatistic !== 0) return [];
        const cells = heads.map((_, side) => textAt(grouping, line, at + side));
        return [[...(parts.length === 0 ? [] : [name]), head, ...cells]];
      }),
    ),
  };
}

/** A post can be in several groups. */
const distinct = (lists: readonly (readonly PostRow[])[]): PostRow[] => [...new Set(lists.flat())];

function joined({ numbers, total }: Grouping, lines: readonly GroupLine[]): GroupLine {
  const groups = lines.map(({ group }) => group);
  const rows = distinct(groups.map((group) => group.rows));
  const before = total.group.before && {
    ...total.group.before,
    rows: distinct(groups.map((group) => group.before?.rows ?? [])),
  };
  const group: PostGroup = { ...total.group, rows, ...(before && { before }) };
  return { group, values: numbers.map(({ of }) => of(group)) };
}

/** The columns of a part that groups posts, as a CSV of metrics has them. */
function metricsColumns(part: string): readonly string[] {
  if (isGrain(part)) return [`date.${part}`];
  return { profile: ["profile", "profile_name"], profile_label: ["profile_label"] }[part] ?? [part];
}

/** Missing and withheld numbers are empty. */
const cellOf = (value = Number.NaN): TableCell => (Number.isFinite(value) ? value : null);

/** A row per group, whose first columns are those of a CSV of metrics. */
export function groupRows({ result, parts, numbers, lines }: Grouping): Table {
  const ids = new Map([...result.profileNames.keys()].map((id) => [profileName(result, id), id]));
  // A row of time in one range alone has no name in the other.
  const { before } = result;
  const paired = parts.map((part) =>
    before !== undefined && isGrain(part)
      ? {
          now: new Set(knownNames(result, part)),
          before: new Set(knownNames(result, part, before)),
        }
      : undefined,
  );
  return {
    columns: [
      ...parts.flatMap((part, at) => [
        ...metricsColumns(part),
        ...(paired[at] === undefined ? [] : metricsColumns(part).map((name) => `${name}:before`)),
      ]),
      ...numbers.map(({ title }) => title),
    ],
    rows: lines.map(({ group, values }) => [
      ...parts.flatMap((part, at): TableCell[] => {
        const name = required(group.names[at], "a name");
        const id = ids.get(name) ?? name;
        if (part === "profile") return [id, result.profileNames.get(id) ?? null];
        const known = paired[at];
        if (known === undefined) return [name];
        const earlier = group.before?.names[at] ?? "";
        return [known.now.has(name) ? name : null, known.before.has(earlier) ? earlier : null];
      }),
      ...values.map(cellOf),
    ]),
  };
}

/** The tables of several groupings as one, for programs: the field comes first. */
export function joinedRows(groupings: readonly Grouping[], totalName: string): Table {
  return {
    columns: ["group_by", "group", ...(groupings[0]?.numbers ?? []).map(({ title }) => title)],
    rows: groupings.flatMap((grouping) =>
      [{ name: totalName, line: grouping.total }]
        .concat(grouping.lines.map((line) => ({ name: line.group.names.join(", "), line })))
        .map(({ name, line }) => [titleOf(grouping), name, ...line.values.map(cellOf)]),
    ),
  };
}
