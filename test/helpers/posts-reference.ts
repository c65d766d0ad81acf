/** Groups of the posts of `posts-world.ts`, computed apart: names, numbers, and the numbers of two ranges. */
import { numberIn, type CsvRow } from "./csv.ts";
import { dayKeys, profiles, type WorldPost } from "./posts-world.ts";

export type Posts = readonly WorldPost[];
type Range = Readonly<Record<"start" | "end", string>>;
type Numbers = Readonly<Record<string, number | null>>;

export const grains = ["day", "week", "month", "quarter"];
const calendar = [...grains, "weekday"];
export const parts = ["type", "post_labels", "profile", "profile_label", "hour", ...calendar];
export const isGrain = (part: string): boolean => grains.includes(part);

/** The column of a CSV that names the groups of a part. */
export const columnOf = (part: string): string =>
  isGrain(part) ? `date.${part}` : part === "profile" ? "profile_name" : part;

/** The name of the group of a row. @param more after the column of a grain: `:before`. */
export const nameIn = (row: CsvRow, by: readonly string[], more = ""): string =>
  by.map((part) => row.get(`${columnOf(part)}${isGrain(part) ? more : ""}`)).join(" & ");

function daysIn({ start, end }: Range): string[] {
  const days: string[] = [];
  for (let time = Date.parse(start); time <= Date.parse(end); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}

const dayNames = (range: Range, part: string): string[] => [
  ...new Set(daysIn(range).map((day) => dayKeys(day)[part] ?? "")),
];

/** Groups that exist without posts, where one part groups. */
function known(part: string, range: Range): string[] {
  if (calendar.includes(part)) return dayNames(range, part);
  if (part === "profile") return profiles.map(({ name }) => name);
  return part === "profile_label" ? ["Even", "Third", "(no label)"] : [];
}

const namesOf = ({ keys }: WorldPost, by: readonly string[]): string[] =>
  by
    .map((part) => keys[part] ?? [])
    .reduce<string[][]>(
      (groups, names) => groups.flatMap((group) => names.map((name) => [...group, name])),
      [[]],
    )
    .map((names) => names.join(" & "));

export function groupedPosts(
  posts: Posts,
  by: readonly string[],
  range: Range,
): Map<string, WorldPost[]> {
  const groups = new Map<string, WorldPost[]>();
  for (const name of by.length === 1 ? known(by[0] ?? "", range) : []) groups.set(name, []);
  for (const post of posts)
    for (const name of namesOf(post, by)) groups.set(name, [...(groups.get(name) ?? []), post]);
  return groups;
}

export const fieldOf = (posts: Posts, field: "interactions" | "insights_reach"): number[] =>
  posts.flatMap(({ post }) => post[field] ?? []);
export const sumOf = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0);
export const meanOf = (list: readonly number[]): number | null =>
  list.length === 0 ? null : sumOf(list) / list.length;
export function medianOf(list: readonly number[]): number | null {
  const sorted = list.toSorted((left, right) => left - right);
  const [low, high] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
function rateOf(posts: Posts): number | null {
  const both = posts.filter(({ post }) => post.insights_reach !== null);
  return both.length === 0
    ? null
    : sumOf(fieldOf(both, "interactions")) / sumOf(fieldOf(both, "insights_reach"));
}

/** The columns of {@link metrics}. */
export const numbersOf = (posts: Posts): Numbers => ({
  posts: posts.length,
  "interactions sum": sumOf(fieldOf(posts, "interactions")),
  "interactions mean": meanOf(fieldOf(posts, "interactions")),
  "interactions median": medianOf(fieldOf(posts, "interactions")),
  "insights_reach mean": meanOf(fieldOf(posts, "insights_reach")),
  "insights_reach median": medianOf(fieldOf(posts, "insights_reach")),
  rate: rateOf(posts),
});
export const metrics =
  "&metrics=interactions&metrics=insights_reach&metrics=rate%20%3D%20interactions%20%2F%20insights_reach";

/** Two ranges of the world, and the names of the rows of time that are at the same places. */
export interface Ranges {
  readonly now: Range;
  readonly before: Range;
}

/** The name in the later range of a group of the earlier one; empty where a row of time has none. */
export function laterName({ now, before }: Ranges, by: readonly string[], name: string): string {
  return name
    .split(" & ")
    .map((text, at) => {
      const part = by[at] ?? "";
      if (!isGrain(part)) return text;
      return dayNames(now, part)[dayNames(before, part).indexOf(text)] ?? "";
    })
    .join(" & ");
}

/** The days of a row in a range, and whether the range has a part of its week or month. */
export function rowDays(
  row: CsvRow,
  by: readonly string[],
  range: Range,
  more: string,
): { readonly days: number; readonly isCut: boolean } {
  const isOf = (part: string, day: string): boolean =>
    dayKeys(day)[part] === nameIn(row, [part], more);
  const dated = by.filter((part) => calendar.includes(part));
  const year = daysIn({ start: "2026-07-01", end: "2027-01-31" });
  return {
    days: daysIn(range).filter((day) => dated.every((part) => isOf(part, day))).length,
    isCut: dated.some((part) => {
      const dayCount = daysIn(range).filter((day) => isOf(part, day)).length;
      return isGrain(part) && year.filter((day) => isOf(part, day)).length > dayCount;
    }),
  };
}

/** The numbers of a row of a comparison: counts and sums at equal days, means as they are. */
export function comparedNumbers(
  row: CsvRow,
  by: readonly string[],
  { now, before }: Ranges,
  [late, early]: readonly [Posts, Posts],
): Numbers {
  const [lateSpan, earlySpan] = [rowDays(row, by, now, ""), rowDays(row, by, before, ":before")];
  const [values, earlier] = [numbersOf(late), numbersOf(early)];
  const weekdays = ["", ":before"].map((more) => dayKeys(nameIn(row, ["day"], more))["weekday"]);
  const hasPercent = !by.includes("day") || weekdays[0] === weekdays[1];
  const numbers: Record<string, number | null> = {};
  for (const column of Object.keys(values)) {
    const isTotal = column === "posts" || column.endsWith(" sum");
    const value = lateSpan.days === 0 ? null : (values[column] ?? null);
    const past = earlySpan.days === 0 ? null : (earlier[column] ?? null);
    const base = past === null || !isTotal ? past : (past * lateSpan.days) / earlySpan.days;
    const isAlike =
      !isTotal || lateSpan.days === earlySpan.days || !(lateSpan.isCut || earlySpan.isCut);
    const change = value !== null && base !== null && isAlike ? value - base : null;
    const isInPercent = column !== "rate" && hasPercent && (base ?? 0) > 0;
    numbers[column] = value;
    numbers[`${column}:before`] = past;
    numbers[`${column}:change`] = change;
    numbers[`${column}:change_percent`] =
      change !== null && isInPercent ? (100 * change) / (base ?? 0) : null;
  }
  return numbers;
}

/** The cells of a row that are others than those expected: column, text, expected number. */
export const wrongIn = (row: CsvRow, expected: Numbers): unknown[] =>
  Object.entries(expected).flatMap(([column, value]) => {
    const figure = numberIn(row, column);
    const isSame =
      figure === null || value === null
        ? figure === value
        : Math.abs(figure - value) <= 1e-9 * Math.max(1, Math.abs(value));
    return isSame ? [] : [[column, row.get(column), value]];
  });
