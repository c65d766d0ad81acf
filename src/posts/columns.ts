/** What the columns of posts stand for. */
import type { PostCell, PostColumn, PostsResult } from "./rows.ts";

export const cellsOf = ({ rows }: PostsResult, column: number): PostCell[] =>
  rows.map((row) => row[column]);

/** Fields that name a post's profile, the likeliest first. */
const profileFields = ["page_id", "profile_id", "author_id"];

/** The column that holds ids of the profiles asked for; -1 where there is none. */
export function profileColumn(result: PostsResult): number {
  const { columns, profileNames } = result;
  const names = (column: number): boolean =>
    cellsOf(result, column).some((cell) => profileNames.has(String(cell)));
  const known = profileFields.map((field) => columns.findIndex(({ name }) => name === field));
  const likely = known.find((column) => column !== -1 && names(column));
  if (likely !== undefined) return likely;
  return columns.findIndex(
    ({ type }, column) =>
      (type === "word" || type === "text") &&
      names(column) &&
      cellsOf(result, column).every((cell) => cell === undefined || profileNames.has(String(cell))),
  );
}

/** Where the posts' creation time stands; -1 where it does not. */
export const timeColumn = ({ columns }: PostsResult): number =>
  columns.findIndex(({ name }) => name === "created_time");

/** What an author wrote, alone or within a list: never shown but as a quotation. */
export const isQuoted = ({ type, field }: PostColumn): boolean =>
  type === "text" || (type === "list" && !ownLists.test(field));

/** Lists that no author wrote: the account's labels, the network's graphs. */
const ownLists = /^(post_labels|insights_.*)$/;

/** Sums and averages of a column of numbers over the posts that have one. */
export interface Totals {
  /** Undefined where the numbers may not be added up. */
  readonly sum: number | undefined;
  readonly average: number;
  readonly missing: number;
}

/** Undefined for a column that holds no numbers. */
export function totalsOf(result: PostsResult, column: number): Totals | undefined {
  const { type, adds } = result.columns[column] ?? {};
  if (type !== "number") return undefined;
  const numbers = cellsOf(result, column).filter((cell) => typeof cell === "number");
  const sum = numbers.reduce((all, number) => all + number, 0);
  return {
    sum: adds === true && numbers.length > 0 ? sum : undefined,
    average: sum / numbers.length,
    missing: result.rows.length - numbers.length,
  };
}

/** After the hours: `Z`, `+02`, `+02:00`, `+0200`, `UTC`. */
const zone = /:\d{2}.*?\s*(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)\b/i;

/** Milliseconds; a time without a zone is taken as UTC, as the API writes it. Undefined for what is no time. */
export function timeOf(value: PostCell): number | undefined {
  if (typeof value === "number") return value > 1e11 ? value : value * 1000;
  if (typeof value !== "string") return undefined;
  const text = zone.test(value)
    ? value.replace(/([+-]\d{2})$/, "$1:00")
    : `${value.replace(" ", "T")}Z`;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** `2026-10-03 14:05` in UTC. */
export function utcTime(value: PostCell): string | undefined {
  const time = timeOf(value);
  if (time === undefined || Math.abs(time) > 8e15) return undefined;
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
