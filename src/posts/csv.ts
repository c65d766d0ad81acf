/** The CSV of posts: one row per post, one column per field or key of a field. */
import { type Csv, lineEnd, textCell } from "../replies/csv.ts";
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { profileColumn } from "./columns.ts";

/** Adds the column `profile_name` after the column of the profile's id. */
export function postsCsv(result: PostsResult): Csv {
  const { columns, rows, profileNames } = result;
  const profile = profileColumn(result);
  const header = columns.flatMap(({ name }, column) =>
    column === profile ? [textCell(name), "profile_name"] : [textCell(name)],
  );
  const lineOf = (row: readonly PostCell[]): string => {
    const cells = row.flatMap((value, column) =>
      column === profile
        ? [cellText(value), textCell(profileNames.get(String(value)) ?? "")]
        : [cellText(value)],
    );
    return cells.join(",") + lineEnd;
  };
  return {
    header: header.join(",") + lineEnd,
    rowCount: rows.length,
    lines: (from, to) => rows.slice(from, to).map(lineOf),
    widths: () => (row) => {
      const line = lineOf(rows[row] ?? []);
      return { bytes: Buffer.byteLength(line), escaped: Buffer.byteLength(JSON.stringify(line)) };
    },
  };
}

/** A missing value is empty; a list is its minified JSON. */
function cellText(value: PostCell): string {
  if (value === undefined) return "";
  if (typeof value === "string") return textCell(value);
  return Array.isArray(value) ? textCell(JSON.stringify(value)) : String(value);
}
