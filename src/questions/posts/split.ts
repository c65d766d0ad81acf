/** Posts in two groups: those that have a value of a field, and the others of the same profiles (`split`). */
import { inputError } from "../../base/errors/tool-error.ts";
import { cell, plural, some } from "../../base/text/words.ts";
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
  const profile = profileColumn(result);
  if (field.startsWith("profile") || result.columns[profile]?.name === field)
    throw inputError(
      `split divides the posts of each profile, and ${field} does not`,
      "Write a field of posts, such as type or post_labels; group_by profile or profile_label compares profiles.",
    );
  const namesOf = groupNames(result, field);
  const match = matchOf([...new Set(result.rows.flatMap(namesOf))], field, wanted);
  const having = result.rows.filter((row) => namesOf(row).includes(match));
  const ids = new Set(having.map((row) => row[profile]));
  if (profile === -1 && result.profileCount > 1)
    throw inputError(
      "the posts do not name their profile, so that the others of the same profiles are unknown",
      "Ask for the posts of one profile at a time.",
    );
  if (profile !== -1) ids.delete(undefined);
  const rows = result.rows.filter((row) => ids.has(row[profile]));
  const isWith = new Set(having);
  const column = { name: "split", field: "split", type: "word", adds: false } as const;
  return {
    ...result,
    columns: [...result.columns, column],
    rows: rows.map((row) => [...row, isWith.has(row) ? "with" : "without"]),
    split: {
      title: `${field} ${match}`,
      names: { with: "", without: `, same ${plural(ids.size, "profile")}` },
    },
  };
}

/** The name that equals the value of a field, in capitals or not. @throws ToolError `invalid_input` where none does. */
function matchOf(names: readonly string[], field: string, wanted: string): string {
  const value = cell(wanted);
  const match =
    names.find((name) => name === value) ??
    names.find((name) => name.toLowerCase() === value.toLowerCase());
  if (match !== undefined) return match;
  const quoted = names.map((name) => JSON.stringify(name));
  throw inputError(
    `no post has ${field} ${wanted.slice(0, 80)}`,
    `Choose from ${some(quoted, 20)}.`,
  );
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
