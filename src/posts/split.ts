/** Posts in two groups: those that have a value of a field, and the others of the same profiles (`split`). */
import { inputError } from "../errors/tool-error.ts";
import { plural, some } from "../text/words.ts";
import { profileColumn } from "./columns.ts";
import { groupNames } from "./group-names.ts";
import type { PostsResult } from "./rows.ts";

/** Fields that say whether a post was promoted. */
const promotionFields = ["insights_paid_status", "ppd_status"];

/** @throws ToolError `invalid_input` for a text without a field and a value, and for a value that no post has. */
export function splitPosts(result: PostsResult, text: string): PostsResult {
  const [, field = "", wanted = ""] = /^\s*([\w.]+)\s*[=:]+\s*(.+?)\s*$/.exec(text) ?? [];
  if (wanted === "")
    throw inputError(
      `split ${JSON.stringify(text.slice(0, 80))} names no field and value`,
      'Write the field, = and the value: "post_labels = Campaign".',
    );
  const namesOf = groupNames(result, field);
  const names = [...new Set(result.rows.flatMap(namesOf))];
  const found =
    names.find((name) => name === wanted) ??
    names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  if (found === undefined)
    throw inputError(
      `no post has ${field} ${wanted.slice(0, 80)}`,
      `Choose from ${some(names, 20)}.`,
    );
  const profile = profileColumn(result);
  const having = result.rows.filter((row) => namesOf(row).includes(found));
  const ids = new Set(having.map((row) => row[profile]));
  const rows = result.rows.filter((row) => ids.has(row[profile]));
  const isWith = new Set(having);
  const column = { name: "split", field: "split", type: "word", adds: false } as const;
  return {
    ...result,
    columns: [...result.columns, column],
    rows: rows.map((row) => [...row, isWith.has(row) ? "with" : "without"]),
    split: {
      title: `${field} ${found}`,
      names: { with: "", without: `, same ${plural(ids.size, "profile")}` },
    },
  };
}

/** The groupings of a split: alone, and by whether posts were promoted, where the posts say so. */
export function splitBy({ columns }: PostsResult, groupBy: string | undefined): string {
  if (groupBy !== undefined)
    return groupBy
      .split(",")
      .map((by) => `split+${by.trim()}`)
      .join(",");
  const promotion = promotionFields.find((field) => columns.some(({ name }) => name === field));
  return promotion === undefined ? "split" : `split,split+${promotion}`;
}
