/** Posts in groups: how many, and the mean, median and sum of their numbers. */
import { mean, median, sum } from "simple-statistics";
import type { Work } from "../async/work.ts";
import { ourLimits } from "../catalog/limits.ts";
import { combinations, groupBy } from "../cells/group-by.ts";
import { inputError, ToolError } from "../errors/tool-error.ts";
import { cell, plural, some } from "../text/words.ts";
import { toDay } from "../time/days.ts";
import { grainNames, isGrain } from "../catalog/grains.ts";
import { isObject } from "../text/json.ts";
import {
  bucketEnd,
  bucketName,
  bucketsOf,
  bucketStart,
  weekdayName,
  weekdayNames,
  type Grain,
} from "../time/grains.ts";
import { cellsOf, creationTimes, isQuoted, nameText, profileColumn, ratioOf } from "./columns.ts";
import type { PostColumn, PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

export type PostRow = readonly PostCell[];

export interface PostGroup {
  /** A name per part of a combination. */
  readonly names: readonly string[];
  readonly rows: readonly PostRow[];
}

/** The grain of a part of the time; undefined for the weekday, the hour and fields. */
const grainOf = ({ weekStart }: PostsResult, part: string): Grain | undefined =>
  isGrain(part) ? { unit: part, startsOn: weekStart } : undefined;

const timeParts: readonly string[] = ["weekday", "hour", ...grainNames];

/** The name of a part of a time of creation, such as `2026-10-03 14:05`. */
function timeName(result: PostsResult, part: string, time: string): string {
  const day = toDay(time.slice(0, 10));
  const grain = grainOf(result, part);
  if (grain !== undefined) return bucketName(day, grain);
  return part === "weekday" ? weekdayName(day) : `${time.slice(11, 13)}:00`;
}

/** Groups by a part of the time are in its order; others are in the order of the posts. */
export const isOrdered = (by: string): boolean => timeParts.includes(by);

/**
 * Groups posts by a field, a part of their time, their profile, their labels, or a combination of these (`a+b`). A post is
 * in each of its labels.
 * @param whole the posts before the selection; labels with the same name in it have their ids. Default: `result`.
 * @throws ToolError `invalid_input` for what cannot group, `limit_exceeded` for more groups than can be shown.
 */
export function* groupsOf(
  result: PostsResult,
  by: string,
  whole: PostsResult = result,
): Work<PostGroup[]> {
  const parts = partsOf(by);
  checkParts(parts);
  const namesOf = parts.map((part) => groupNames(whole, part));
  const groups = new Map<string, { readonly names: readonly string[]; readonly rows: PostRow[] }>();
  let members = 0;
  for (const row of result.rows) {
    for (const names of combinations(namesOf.map((of) => of(row)))) {
      members += 1;
      if (members % membersPerPause === 0) yield;
      if (members > ourLimits.groupMembers) throw tooManyError(by);
      const key = JSON.stringify(names);
      const group = groups.get(key) ?? { names, rows: [] };
      group.rows.push(row);
      groups.set(key, group);
    }
  }
  const [first = ""] = parts;
  if (!isOrdered(first)) return [...groups.values()];
  // A day without posts is a row too.
  for (const name of parts.length === 1 ? rowsOfTime(whole, first) : []) {
    const key = JSON.stringify([name]);
    if (!groups.has(key)) groups.set(key, { names: [name], rows: [] });
  }
  const placeOf = ({ names: [name = ""] }: PostGroup): string =>
    first === "weekday" ? String(weekdayNames.indexOf(name)) : name;
  return [...groups.values()].toSorted((one, other) =>
    placeOf(one).localeCompare(placeOf(other), "en"),
  );
}

const membersPerPause = 1000;

/** The names of all rows of a part of the time; none of hours. */
function rowsOfTime(result: PostsResult, part: string): readonly string[] {
  const grain = grainOf(result, part);
  if (grain === undefined) return part === "weekday" ? weekdayNames : [];
  const days = bucketsOf(result.start, result.end, { unit: "day", startsOn: result.weekStart });
  return [...new Set(days.map((day) => bucketName(toDay(day), grain)))];
}

function checkParts(parts: readonly string[]): void {
  const { groupParts } = ourLimits;
  if (parts.length <= groupParts && new Set(parts).size === parts.length) return;
  throw inputError(
    `group_by combines ${plural(parts.length, "part")}; it takes up to ${groupParts}, each once`,
    "Combine fewer, such as weekday+hour.",
  );
}

const tooManyError = (by: string): ToolError =>
  new ToolError(
    "limit_exceeded",
    `the posts would be in more than ${ourLimits.groupMembers} groups by ${by.slice(0, 80)}`,
    "Group by fewer fields, or select fewer posts: profiles, dates or where.",
  );

export const partsOf = (by: string): string[] => by.split("+").map((part) => part.trim());

function groupNames(result: PostsResult, by: string): (row: PostRow) => readonly string[] {
  if (isOrdered(by)) {
    const timeIn = creationTimes(result);
    if (timeIn === undefined)
      throw inputError("the posts have no created_time", "Group by a field.");
    return (row) => {
      const time = timeIn(row);
      return [time === undefined ? "(no time)" : timeName(result, by, time)];
    };
  }
  if (by === "profile") {
    const column = profileColumn(result);
    if (column === -1) throw inputError("the posts do not name their profile", "Group by a field.");
    return (row) => [cell(result.profileNames.get(String(row[column])) ?? String(row[column]))];
  }
  return by === "profile_label" ? profileLabels(result) : fieldNames(result, by);
}

/** The labels of the profile of a post. @throws ToolError `invalid_input` where they are not known. */
function profileLabels({ labels, ...result }: PostsResult): (row: PostRow) => readonly string[] {
  const column = profileColumn(result);
  if (labels === undefined || column === -1)
    throw inputError(
      "the labels of the profiles of these posts are not known",
      "Ask for the posts again with labels, such as those of list_profile_labels.",
    );
  return (row) => {
    const names = labels.get(String(row[column])) ?? [];
    return names.length === 0 ? ["(no label)"] : names.map(cell);
  };
}

function fieldNames(result: PostsResult, by: string): (row: PostRow) => readonly string[] {
  const place = result.columns.findIndex(({ name }) => name === by);
  const column = result.columns[place];
  const groupable = result.columns.filter(
    (one) =>
      (one.type === "word" || one.type === "flag" || one.name === "post_labels") && !isQuoted(one),
  );
  const choices = [...timeParts, "profile", "profile_label", ...groupable.map(({ name }) => name)];
  if (column === undefined || !groupable.includes(column)) {
    throw inputError(
      column === undefined
        ? `the posts have no ${by.slice(0, 80)} to group by`
        : `${by} cannot group posts: its values are ${column.type === "list" ? "text" : column.type}s`,
      `Group by one of ${some([...new Set(choices)], 40)}.`,
    );
  }
  const labelOf = labelNames(result, place);
  return (row) => {
    const value = row[place];
    if (Array.isArray(value))
      return value.length === 0 ? ["(no label)"] : [...new Set(value.map(labelOf))];
    if (value === undefined) return [column.type === "list" ? "(no label)" : "(no value)"];
    return [cell(typeof value === "boolean" ? (value ? "yes" : "no") : String(value))];
  };
}

/** Writes labels; where several have a name, each with its id. */
function labelNames(result: PostsResult, place: number): (label: unknown) => string {
  const idOf = (label: unknown): string => {
    const id = isObject(label) ? label["id"] : undefined;
    return typeof id === "string" || typeof id === "number" ? String(id) : "";
  };
  const ids = new Map<string, Set<string>>();
  for (const label of cellsOf(result, place).flatMap((value) =>
    Array.isArray(value) ? value : [],
  ))
    ids.set(nameText(label), (ids.get(nameText(label)) ?? new Set()).add(idOf(label)));
  return (label) => {
    const name = nameText(label);
    return cell((ids.get(name)?.size ?? 0) > 1 ? `${name} (${idOf(label)})` : name);
  };
}

/** True for a week, month, quarter or year of which the question has only a part. @param part of the time. */
export function isCutPeriod(result: PostsResult, part: string, name: string): boolean {
  const { start, end } = result;
  const grain = grainOf(result, part);
  if (grain === undefined) return false;
  const cut = [
    ...(bucketStart(start, grain) === start ? [] : [start]),
    ...(bucketEnd(end, grain) === end ? [] : [end]),
  ];
  return cut.some((day) => bucketName(day, grain) === name);
}

/** The numbers of a group, by the name of their column. */
export interface GroupNumber {
  readonly title: string;
  readonly metric: string;
  /** `mean`, `median`, `sum`, `share`; `now` of a ratio. */
  readonly number: string;
  /** Undefined without a value. @param whole the posts that shares are of: all, or those of the same row of time. */
  readonly of: (rows: readonly PostRow[], whole: readonly PostRow[]) => number | undefined;
}

/** A column of numbers, with its index. */
export interface Placed extends PostColumn {
  readonly place: number;
}

/** The number that orders groups: a mean, a ratio or a share, not the size of the group. */
export const rankingOf = (numbers: readonly GroupNumber[]): GroupNumber | undefined =>
  numbers.find(({ metric, number }) => metric !== "posts" && number !== "sum") ?? numbers[0];

/** The share of a group in the posts, in percent. */
export const shareOfPosts: GroupNumber = {
  title: "posts share %",
  metric: "posts",
  number: "share",
  of: (rows, whole) => (whole.length === 0 ? undefined : (100 * rows.length) / whole.length),
};

/** The share of a group in a sum, in percent; none of a column whose numbers do not add up. */
export function sharesOf({ name, adds, place }: Placed): GroupNumber[] {
  const sumOf = sumIn(place);
  const of = (rows: readonly PostRow[], whole: readonly PostRow[]): number | undefined => {
    const [part, all = 0] = [sumOf(rows), sumOf(whole)];
    return all === 0 || part === undefined ? undefined : (100 * part) / all;
  };
  return adds
    ? [
        { title: `${name} sum`, metric: name, number: "sum", of: sumOf },
        { title: `${name} share %`, metric: name, number: "share", of },
      ]
    : [];
}

/** The sum of a column: 0 of no posts, undefined of posts without a value. */
const sumIn =
  (place: number) =>
  (rows: readonly PostRow[]): number | undefined => {
    const values = rows.map((row) => row[place]).filter((value) => typeof value === "number");
    return values.length === 0 && rows.length > 0 ? undefined : sum(values);
  };

/** By group, the posts that its shares are of: those of its row of time, where one part is of time and others are not. */
export function wholesOf(
  { rows }: PostsResult,
  by: string,
  groups: readonly PostGroup[],
): (group: PostGroup) => readonly PostRow[] {
  const parts = partsOf(by);
  const at = parts.findIndex((part) => isGrain(part));
  if (at === -1 || parts.length < 2) return () => rows;
  const ofTime = new Map(
    groupBy(groups, ({ names }) => names[at] ?? "").map((same) => [
      same[0].names[at],
      [...new Set(same.flatMap((group) => group.rows))],
    ]),
  );
  return ({ names }) => ofTime.get(names[at]) ?? [];
}

/** The statistics of a column: the sum where there is one, mean and median; of a ratio, sum over sum and median. */
export function numbersOf({ name, adds, parts, place }: Placed): GroupNumber[] {
  const statistic = (title: string, form: (list: number[]) => number): GroupNumber => ({
    title: `${name} ${title}`,
    metric: name,
    number: title,
    of(rows) {
      const list = rows.map((row) => row[place]).filter((value) => typeof value === "number");
      return list.length === 0 ? undefined : form(list);
    },
  });
  const middle = statistic("median", median);
  if (parts === undefined)
    return [
      ...(adds ? [{ ...statistic("sum", sum), of: sumIn(place) }] : []),
      statistic("mean", mean),
      middle,
    ];
  return [{ title: name, metric: name, number: "now", of: (rows) => ratioOf(rows, parts) }, middle];
}
