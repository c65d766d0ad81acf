/** The columns of posts: their meaning (profile, time, quotation, totals), and their values as text. */
import { orMissing } from "../../numbers/cells/states.ts";
import { done, each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { isRateName } from "../../numbers/meaning/methods.ts";
import { formatNumber, formatShare } from "../../base/text/numbers.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { cell, some } from "../../base/text/words.ts";
import { localTimes } from "../../base/time/zones.ts";
import type { PostColumn, PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

export const cellsOf = ({ rows }: PostsResult, column: number): PostCell[] =>
  rows.map((row) => row[column]);

/** Fields that contain the id of a post's profile, the likeliest first. */
const profileFields = ["page_id", "profile_id", "author_id"];

/** Returns the index of the column of profile ids, or -1. */
export function profileColumn({ columns, profileNames, rows, before }: PostsResult): number {
  // The posts of either range name them; without a post the field is enough.
  const posts = rows.length > 0 ? rows : (before?.rows ?? []);
  const names = (column: number): boolean =>
    posts.length === 0 || posts.some((row) => profileNames.has(String(row[column])));
  const candidates = profileFields.map((field) => columns.findIndex(({ name }) => name === field));
  const likely = candidates.find((column) => column !== -1 && names(column));
  if (likely !== undefined) return likely;
  if (posts.length === 0) return -1;
  return columns.findIndex(
    ({ type }, column) =>
      (type === "word" || type === "text") &&
      names(column) &&
      posts.every((row) => row[column] === undefined || profileNames.has(String(row[column]))),
  );
}

/** Returns the index of the column of creation times, or -1. */
export const timeColumn = ({ columns }: PostsResult): number =>
  columns.findIndex(({ name }) => name === "created_time");

/** The column of creation times in the time zone of each profile, which stands after that in UTC. */
const localName = "created_local";

/** Returns the index of the column of local creation times, or -1. */
export const localColumn = ({ columns }: PostsResult): number =>
  columns.findIndex(({ name }) => name === localName);

/** Returns the time at which a post was created, `2026-10-03 14:05`: in its profile's zone, else in UTC. */
export function creationTimes(
  result: PostsResult,
): ((row: readonly PostCell[]) => string | undefined) | undefined {
  const [utc, local] = [timeColumn(result), localColumn(result)];
  if (utc === -1) return undefined;
  return (row) => {
    const inZone = row[local];
    return typeof inZone === "string" ? inZone : utcTime(row[utc]);
  };
}

/** Adds the local times of posts. @param zones by profile id: those that are known. */
export function* withLocalTimes(
  result: PostsResult,
  zones: ReadonlyMap<string, string>,
): Work<PostsResult> {
  const [utc, profile] = [timeColumn(result), profileColumn(result)];
  const byZone = new Map([...new Set(zones.values())].map((zone) => [zone, localTimes(zone)]));
  const formats = new Map([...zones].map(([id, zone]) => [id, byZone.get(zone)]));
  const [only] = formats.size === 1 ? formats.keys() : [];
  if (utc === -1 || (profile === -1 && only === undefined)) return result;
  const localOf = (row: readonly PostCell[]): string | undefined => {
    const time = timeOf(row[utc]);
    const id = profile === -1 ? only : String(row[profile]);
    return time === undefined ? undefined : formats.get(id ?? "")?.(time);
  };
  const column: PostColumn = { name: localName, field: "created_time", type: "word", adds: false };
  return {
    ...result,
    columns: result.columns.toSpliced(utc + 1, 0, column),
    rows: yield* each(result.rows, (row) => done(row.toSpliced(utc + 1, 0, localOf(row)))),
  };
}

/** True for a column that authors wrote, alone or within a list: it is shown only as a quotation. */
export const isQuoted = ({ type, field }: PostColumn): boolean =>
  type === "text" || (type === "list" && !ownLists.test(field));

/** Lists that authors did not write: labels of the account, graphs of the network. */
const ownLists = /^(post_labels|insights_.*)$/;

/** True for a ratio whose name ends in `rate`: its numbers are written in percent. */
export const isRate = ({ name, parts }: PostColumn): boolean =>
  parts !== undefined && isRateName(name);

/** The sum and average of a column of numbers, without missing values. */
interface Totals {
  /** Undefined if the numbers cannot be totalled. */
  readonly sum: number | undefined;
  readonly average: number;
}

/** Returns undefined for a column without numbers. */
export function totalsOf(result: PostsResult, column: number): Totals | undefined {
  const { type, adds, parts, total } = result.columns[column] ?? {};
  if (type !== "number") return undefined;
  if (total !== undefined) return { sum: undefined, average: total };
  if (parts !== undefined)
    return { sum: undefined, average: orMissing(ratioOf(result.rows, parts)) };
  const numbers = cellsOf(result, column).filter((value) => typeof value === "number");
  const sum = numbers.reduce((subtotal, number) => subtotal + number, 0);
  return {
    sum: adds === true && numbers.length > 0 ? sum : undefined,
    average: sum / numbers.length,
  };
}

/** The sum of one column over that of another, of the posts that have both; undefined for a division by 0. */
export function ratioOf(
  rows: PostsResult["rows"],
  [above, below]: readonly [number, number],
): number | undefined {
  let [numerator, denominator] = [0, 0];
  for (const row of rows) {
    const [dividend, divisor] = [row[above], row[below]];
    if (typeof dividend !== "number" || typeof divisor !== "number") continue;
    numerator += dividend;
    denominator += divisor;
  }
  return denominator === 0 ? undefined : numerator / denominator;
}

/** True if a number of the column, or the sum of its numbers, is too large to be exact. */
export function isInexact(result: PostsResult, column: number): boolean {
  const numbers = cellsOf(result, column).filter((value) => typeof value === "number");
  return numbers.reduce((sum, number) => sum + Math.abs(number), 0) > Number.MAX_SAFE_INTEGER;
}

/** A zone after the time of day: `Z`, `+02`, `+02:00`, `+0200`, `UTC`. */
const zone = /:\d{2}.*?\s*(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)\b/i;

/** Parses a time to milliseconds. A time without a zone is UTC, as the API writes it. Undefined for other values. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value > 1e11 ? value : value * 1000;
  if (typeof value !== "string") return undefined;
  const text = zone.test(value)
    ? value.replace(/([+-]\d{2})$/, "$1:00")
    : `${value.replace(" ", "T")}Z`;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns `2026-10-03 14:05` in UTC. */
function utcTime(value: PostCell): string | undefined {
  const time = timeOf(value);
  if (time === undefined || Math.abs(time) > 8e15) return undefined;
  return new Date(time).toISOString().slice(0, 16).replace("T", " ");
}

export interface Shown {
  readonly column: number;
  readonly header: string;
  /** A prefix of every text of the column, which `written` omits. */
  readonly prefix?: string;
  readonly written: (value: PostCell) => string;
}

/** Returns the text of a column that has the same value in every row, if there are several rows. */
export function constantOf(
  result: PostsResult,
  { column, prefix, written }: Shown,
): string | undefined {
  if (result.rows.length < 2 || result.columns[column]?.type === "number") return undefined;
  const values = cellsOf(result, column);
  const [only] = values;
  if (only === undefined || new Set(values.map((value) => JSON.stringify(value))).size > 1)
    return undefined;
  return prefix === undefined ? written(only) : writtenCell(only);
}

/** Returns the columns of the table. Quotations are not among them: they have a block of their own. */
export function shownColumns(result: PostsResult): Shown[] {
  const profile = profileColumn(result);
  const hasLocal = localColumn(result) !== -1;
  return result.columns.flatMap((postColumn, column): Shown[] => {
    if (hasLocal && postColumn.name === "created_time") return [];
    if (isQuoted(postColumn) || (postColumn.name === "id" && !result.showsIds)) return [];
    if (column === profile) {
      const written = (value: PostCell): string =>
        writtenCell(result.profileNames.get(String(value)) ?? value);
      return [{ column, header: "profile", written }];
    }
    const values = cellsOf(result, column);
    const header = cell(postColumn.name);
    if (
      postColumn.type === "time" &&
      values.every((value) => value === undefined || utcTime(value))
    )
      return [{ column, header: `${header} (UTC)`, written: (value) => utcTime(value) ?? "–" }];
    if (postColumn.type === "number" && isRate(postColumn)) {
      const written = (value: PostCell): string =>
        typeof value === "number" ? formatShare(100 * value) : writtenCell(value);
      return [{ column, header: `${header} %`, written }];
    }
    if (postColumn.type === "number") return [{ column, header, written: writtenCell }];
    return [{ column, header, ...shortened(values) }];
  });
}

/** Finds the common prefix of addresses, which the header states once. */
function shortened(values: readonly PostCell[]): Pick<Shown, "prefix" | "written"> {
  const texts = values.filter((value) => typeof value === "string");
  const [first = ""] = texts;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !texts.every((text) => text.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf("/", length - 2) + 1;
  }
  if (length < 16 || texts.length < 3) return { written: writtenCell };
  const written = (value: PostCell): string =>
    writtenCell(typeof value === "string" ? value.slice(length) : value);
  return { prefix: first.slice(0, length), written };
}

export function writtenCell(value: PostCell): string {
  if (value === undefined) return "–";
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return cell(plainText(typeof value === "string" ? value : listText(value), ourLimits.textLength));
}

export const listText = (list: readonly unknown[]): string => some(list.map(nameText), 10, "; ");

/** The name or title of an object, else its JSON; a simple value as it is. */
export function nameText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const name = "name" in value ? value.name : "title" in value ? value.title : undefined;
  return typeof name === "string" ? name : JSON.stringify(value);
}
