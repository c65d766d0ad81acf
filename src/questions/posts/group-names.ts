/** The parts by which posts are grouped: a part of their time, their profile, its labels, or a field; and the names of groups. */
import { grainNames, isGrain } from "../../catalog/grains.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { isObject } from "../../base/text/json.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { later, toDay, type Day } from "../../base/time/days.ts";
import {
  bucketEnd,
  bucketName,
  bucketsOf,
  bucketStart,
  weekdayName,
  weekdayNames,
  type Grain,
  type Range,
} from "../../base/time/grains.ts";
import { cellsOf, creationTimes, isQuoted, nameText, profileColumn } from "./columns.ts";
import type { PostRow, PostsResult } from "./rows.ts";

/** The grain of a part of the time; undefined for the weekday, the hour and fields. */
const grainOf = ({ weekStart }: PostsResult, part: string): Grain | undefined =>
  isGrain(part) ? { unit: part, startsOn: weekStart } : undefined;

/** Parts of the time that a day has. */
export const isDayPart = (part: string): boolean => part === "weekday" || isGrain(part);

const timeParts: readonly string[] = ["weekday", "hour", ...grainNames];

/** Parts of the time of a post. */
export const isTimePart = (part: string): boolean => timeParts.includes(part);

/** Groups by a part of the time are in its order, and all shown; those of `split` too. */
export const isOrdered = (part: string): boolean => isTimePart(part) || part === "split";

export const partsOf = (by: string): string[] =>
  by === "" ? [] : by.split("+").map((part) => part.trim());

/** @throws ToolError `invalid_input` for too many parts, for one that is named twice, and for two grains of a comparison. */
export function checkParts(parts: readonly string[], isCompared: boolean): void {
  const hasDays = parts.includes("day");
  const dated = parts.filter((part) => isGrain(part) || (part === "weekday" && hasDays));
  if (isCompared && dated.length > 1)
    throw inputError(
      "the rows of two ranges are paired by one grain of time",
      "Group by one of day, week, month, quarter and year; weekday goes with all but day.",
    );
  const { groupParts } = ourLimits;
  if (parts.length <= groupParts && new Set(parts).size === parts.length) return;
  throw inputError(
    `group_by combines ${plural(parts.length, "part")}; it takes up to ${groupParts}, each once`,
    "Combine fewer, such as weekday+hour.",
  );
}

/** The name of a part of a time of creation, such as `2026-10-03 14:05`, or of a day. */
export function timeName(result: PostsResult, part: string, time: string): string {
  const day = toDay(time.slice(0, 10));
  const grain = grainOf(result, part);
  if (grain !== undefined) return bucketName(day, grain);
  return part === "weekday" ? weekdayName(day) : `${time.slice(11, 13)}:00`;
}

export const daysOf = ({ start, end }: Range): Day[] => bucketsOf(start, end, { unit: "day" });

/**
 * The names of all groups by a part, where the question tells them: rows of time, weekdays, profiles and their labels. Of
 * hours and fields those that posts have.
 */
export function knownNames(result: PostsResult, part: string, range: Range = result): string[] {
  if (isDayPart(part)) {
    const names = new Set(daysOf(range).map((day) => timeName(result, part, day)));
    return part === "weekday" ? weekdayNames.filter((name) => names.has(name)) : [...names];
  }
  const { labels, profileNames, split } = result;
  if (part === "split") return Object.keys(split?.names ?? {});
  const ids = [...profileNames.keys()];
  if (part === "profile") return ids.map((id) => profileName(result, id));
  return part === "profile_label" && labels !== undefined
    ? [...new Set(ids.flatMap((id) => labelsIn(labels, id)))]
    : [];
}

/** Names groups by a part in the order of all: times by their order, others as they come. */
export function compareNames(part: string, left: string, right: string): number {
  const placeOf = (name: string): string =>
    part === "weekday" ? String(weekdayNames.indexOf(name)) : name;
  return isOrdered(part) ? placeOf(left).localeCompare(placeOf(right), "en") : 0;
}

/** The names of a post by a part; of labels it can have several. @throws ToolError `invalid_input` for what cannot group. */
export function groupNames(result: PostsResult, part: string): (row: PostRow) => readonly string[] {
  if (isTimePart(part)) {
    const timeIn = creationTimes(result);
    if (timeIn === undefined)
      throw inputError("the posts have no created_time", "Group by a field.");
    return (row) => {
      const time = timeIn(row);
      return [time === undefined ? "(no time)" : timeName(result, part, time)];
    };
  }
  if (part === "profile") {
    const column = profileColumn(result);
    if (column === -1) throw inputError("the posts do not name their profile", "Group by a field.");
    return (row) => [
      row[column] === undefined ? noProfile : profileName(result, String(row[column])),
    ];
  }
  return part === "profile_label" ? profileLabels(result) : fieldNames(result, part);
}

/** The group of posts that do not name their profile. */
const noProfile = "(no profile)";

/** Names of profiles are distinct: those that several have are followed by ids. */
export const profileName = ({ profileNames }: PostsResult, id: string): string =>
  cell(profileNames.get(id) ?? id);

function labelsIn(labels: ReadonlyMap<string, readonly string[]>, id: string): readonly string[] {
  const names = labels.get(id) ?? [];
  return names.length === 0 ? ["(no label)"] : names.map(cell);
}

/** The labels of the profile of a post. @throws ToolError `invalid_input` where they are not known. */
function profileLabels({ labels, ...result }: PostsResult): (row: PostRow) => readonly string[] {
  const column = profileColumn(result);
  if (labels === undefined || column === -1)
    throw inputError(
      "the labels of the profiles of these posts are not known",
      "Ask for the posts again with labels, such as those of list_profile_labels.",
    );
  return (row) => (row[column] === undefined ? [noProfile] : labelsIn(labels, String(row[column])));
}

function fieldNames(result: PostsResult, by: string): (row: PostRow) => readonly string[] {
  const place = result.columns.findIndex(({ name }) => name === by);
  const column = result.columns[place];
  const groupable = result.columns.filter(
    (postColumn) =>
      (postColumn.type === "word" ||
        postColumn.type === "flag" ||
        postColumn.name === "post_labels") &&
      !isQuoted(postColumn),
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

/** True for a row of time of which the range has only a part, or days that are not over. @param part of the time. */
export function isCutPeriod(
  result: PostsResult,
  part: string,
  name: string | undefined,
  { start, end }: Range = result,
): boolean {
  const grain = grainOf(result, part);
  if (grain === undefined) return false;
  const cut = [
    ...(bucketStart(start, grain) === start ? [] : [start]),
    ...(bucketEnd(end, grain) === end ? [] : [end]),
    ...(end < result.today ? [] : daysOf({ start: later(start, result.today), end })),
  ];
  return cut.some((day) => bucketName(day, grain) === name);
}
