/** Posts in groups: how many, and the mean, median and sum of their numbers. */
import { mean, median } from "simple-statistics";
import { inputError } from "../errors/tool-error.ts";
import { cell, some } from "../text/words.ts";
import { toDay } from "../time/days.ts";
import { isoWeekday } from "../time/grains.ts";
import { isQuoted, profileColumn, timeColumn, utcTime } from "./columns.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

export type PostRow = readonly PostCell[];

export interface PostGroup {
  /** A name per part of a combination. */
  readonly names: readonly string[];
  readonly rows: readonly PostRow[];
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Parts of the time of creation, in UTC, from `2026-10-03 14:05`. */
const timeParts: Readonly<Record<string, (time: string) => string>> = {
  weekday: (time) => weekdays[isoWeekday(toDay(time.slice(0, 10))) - 1] ?? "",
  hour: (time) => `${time.slice(11, 13)}:00`,
  day: (time) => time.slice(0, 10),
  month: (time) => time.slice(0, 7),
};

/** Groups by a part of the time are in its order; others are in the order of the posts. */
export const isOrdered = (by: string): boolean => Object.hasOwn(timeParts, by);

/**
 * Groups posts by a field, a part of their time, their profile, their labels, or a combination of these (`a+b`). A post is
 * in each of its labels.
 * @throws ToolError `invalid_input` for what cannot group.
 */
export function groupsOf(result: PostsResult, by: string): PostGroup[] {
  const parts = partsOf(by);
  const each = parts.map((part) => groupNames(result, part));
  const groups = new Map<string, { names: readonly string[]; rows: PostRow[] }>();
  for (const row of result.rows) {
    for (const names of combinations(each.map((of) => of(row)))) {
      const key = JSON.stringify(names);
      const group = groups.get(key) ?? { names, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
  }
  const [first = ""] = parts;
  return [...groups.values()].toSorted(
    (one, other) => orderOf(first, one) - orderOf(first, other) || compareNames(first, one, other),
  );
}

/** The parts of a combination. */
export const partsOf = (by: string): string[] => by.split("+").map((part) => part.trim());

const combinations = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>(
    (all, list) => all.flatMap((names) => list.map((name) => [...names, name])),
    [[]],
  );

const orderOf = (by: string, { names: [name = ""] }: PostGroup): number =>
  by === "weekday" ? weekdays.indexOf(name) : 0;

const compareNames = (by: string, one: PostGroup, other: PostGroup): number =>
  isOrdered(by) ? (one.names[0] ?? "").localeCompare(other.names[0] ?? "", "en") : 0;

/** Returns a function that names the groups of a post. */
function groupNames(result: PostsResult, by: string): (row: PostRow) => readonly string[] {
  const part = timeParts[by];
  if (part !== undefined) {
    const column = timeColumn(result);
    if (column === -1) throw inputError("the posts have no created_time", "Group by a field.");
    return (row) => {
      const time = utcTime(row[column]);
      return [time === undefined ? "(no time)" : part(time)];
    };
  }
  if (by === "profile") {
    const column = profileColumn(result);
    if (column === -1) throw inputError("the posts do not name their profile", "Group by a field.");
    return (row) => [cell(result.profileNames.get(String(row[column])) ?? String(row[column]))];
  }
  return fieldNames(result, by);
}

function fieldNames(result: PostsResult, by: string): (row: PostRow) => readonly string[] {
  const place = result.columns.findIndex(({ name }) => name === by);
  const column = result.columns[place];
  const groupable = result.columns.filter(
    (one) =>
      (one.type === "word" || one.type === "flag" || one.name === "post_labels") && !isQuoted(one),
  );
  const choices = [
    "weekday",
    "hour",
    "day",
    "month",
    "profile",
    ...groupable.map(({ name }) => name),
  ];
  if (column === undefined || !groupable.includes(column)) {
    throw inputError(
      column === undefined
        ? `the posts have no ${by.slice(0, 80)} to group by`
        : `${by} cannot group posts: its values are ${column.type === "number" ? "numbers" : column.type === "time" ? "times" : "texts"}`,
      `Group by one of ${some([...new Set(choices)], 40)}.`,
    );
  }
  return (row) => {
    const value = row[place];
    if (Array.isArray(value)) return value.length === 0 ? ["(no label)"] : value.map(labelName);
    if (value === undefined) return [column.type === "list" ? "(no label)" : "(no value)"];
    return [cell(typeof value === "boolean" ? (value ? "yes" : "no") : String(value))];
  };
}

function labelName(label: unknown): string {
  if (typeof label !== "object" || label === null) return cell(String(label));
  const name = "name" in label ? label.name : "title" in label ? label.title : undefined;
  return cell(typeof name === "string" ? name : JSON.stringify(label));
}

/** The numbers of a group, by the name of their column. */
export interface GroupNumber {
  readonly title: string;
  /** Undefined without a value. */
  readonly of: (rows: readonly PostRow[]) => number | undefined;
}

/** The statistics of a column: mean and median, and the sum where there is one; of a ratio, sum over sum and median. */
export function numbersOf({ columns }: PostsResult, place: number): GroupNumber[] {
  const column = columns[place];
  if (column === undefined) return [];
  const { name, adds, parts } = column;
  const values = (rows: readonly PostRow[], at: number): number[] =>
    rows.map((row) => row[at]).filter((value) => typeof value === "number");
  const statistic =
    (form: (list: number[]) => number) =>
    (rows: readonly PostRow[]): number | undefined => {
      const list = values(rows, place);
      return list.length === 0 ? undefined : form(list);
    };
  const total = (rows: readonly PostRow[], at: number): number =>
    values(rows, at).reduce((sum, value) => sum + value, 0);
  const middle = { title: `${name} median`, of: statistic(median) };
  if (parts !== undefined) {
    const [above, below] = parts;
    const ratio = (rows: readonly PostRow[]): number | undefined => {
      const both = rows.filter((row) =>
        [row[above], row[below]].every((one) => typeof one === "number"),
      );
      const denominator = total(both, below);
      return denominator === 0 ? undefined : total(both, above) / denominator;
    };
    return [{ title: name, of: ratio }, middle];
  }
  return [
    { title: `${name} mean`, of: statistic(mean) },
    middle,
    ...(adds
      ? [
          {
            title: `${name} sum`,
            of: (rows: readonly PostRow[]) =>
              values(rows, place).length === 0 ? undefined : total(rows, place),
          },
        ]
      : []),
  ];
}
