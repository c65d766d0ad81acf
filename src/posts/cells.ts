/** Columns of posts as text: names instead of ids, times in UTC, common prefixes in the header. */
import { ourLimits } from "../catalog/limits.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { plainText } from "../text/sanitize.ts";
import { cell, some } from "../text/words.ts";
import { formatNumber } from "../text/numbers.ts";
import { cellsOf, isQuoted, profileColumn, utcTime } from "./columns.ts";

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
  return result.columns.flatMap((one, column): Shown[] => {
    if (isQuoted(one) || (one.name === "id" && !result.showsIds)) return [];
    if (column === profile) {
      const written = (value: PostCell): string =>
        writtenCell(result.profileNames.get(String(value)) ?? value);
      return [{ column, header: "profile", written }];
    }
    const values = cellsOf(result, column);
    const isTime = (value: PostCell): boolean =>
      value === undefined || utcTime(value) !== undefined;
    if (one.type === "time" && values.every(isTime)) {
      const written = (value: PostCell): string => utcTime(value) ?? "–";
      return [{ column, header: `${cell(one.name)} (UTC)`, written }];
    }
    if (one.type === "number") return [{ column, header: cell(one.name), written: writtenCell }];
    return [{ column, header: cell(one.name), ...shortened(values) }];
  });
}

/** Finds the common prefix of addresses, which the header states once. */
function shortened(values: readonly PostCell[]): Pick<Shown, "prefix" | "written"> {
  const all = values.filter((value) => typeof value === "string");
  const [first = ""] = all;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !all.every((text) => text.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf("/", length - 2) + 1;
  }
  if (length < 16 || all.length < 3) return { written: writtenCell };
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
