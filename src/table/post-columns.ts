/** What the columns of posts stand for. */
import type { PostCell, PostColumn, PostsResult } from "../results/posts.ts";

export const cellsOf = ({ rows }: PostsResult, column: number): PostCell[] =>
  rows.map((row) => row[column]);

/** The first column that holds ids of the profiles asked for; -1 where there is none. */
export function profileColumn(result: PostsResult): number {
  return result.columns.findIndex(({ type }, column) => {
    if (type !== "word" && type !== "text") return false;
    const cells = cellsOf(result, column).filter((cell) => cell !== undefined);
    return cells.length > 0 && cells.every((cell) => result.profileNames.has(String(cell)));
  });
}

/** Where the posts' creation time stands; -1 where it does not. */
export const timeColumn = ({ columns }: PostsResult): number =>
  columns.findIndex(({ name }) => name === "created_time");

/** What an author wrote, alone or within a list: never shown but as a quotation. */
export const isQuoted = ({ type, field }: PostColumn): boolean =>
  type === "text" || field === "attachments";

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

/** `2026-10-03 14:05` in UTC; a time without a zone is taken as UTC, as the API writes it. */
export function utcTime(text: string): string | undefined {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const time = Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`);
  return Number.isNaN(time)
    ? undefined
    : new Date(time).toISOString().slice(0, 16).replace("T", " ");
}
