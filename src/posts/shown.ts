/** Posts as text: a first line that says what they are, the table, the notes, the cursor, the result's id. */
import type { PostsResult } from "./rows.ts";
import { totalsOf } from "./columns.ts";
import { postsText } from "./table.ts";
import type { Table } from "../replies/table.ts";
import { estimateTokens } from "../text/tokens.ts";
import { cell, plural, some } from "../text/words.ts";
import type { Reply, StoredResult } from "../replies/reply.ts";
import { resultLine } from "../replies/links.ts";

export interface ShownPosts {
  readonly result: PostsResult;
  /** The whole that is stored. */
  readonly stored: StoredResult;
  readonly state: string;
  readonly notes: readonly string[];
  readonly goOn?: string;
}

/** Posts with their table, notes and links, within the budget. */
export function shownPosts(
  { result, stored, state, notes, goOn }: ShownPosts,
  maxTokens: number,
): Reply {
  const { network, start, end, profileCount } = result;
  const opening = `${network} posts, ${plural(profileCount, "profile")}, ${start === end ? start : `${start} to ${end}`}, profile time, ${state}`;
  const after = [
    ...notes,
    ...fieldNotes(result),
    ...(goOn === undefined ? [] : [goOn]),
    resultLine(stored),
  ].join("\n");
  const room = maxTokens - estimateTokens(opening) - estimateTokens(after) - 80;
  const { text, condensed } = postsText(result, room);
  const rung =
    condensed === undefined
      ? ""
      : `\nThe whole does not fit: ${condensed}. read_result ${stored.id} gives any piece of it, top and offset some of its rows.`;
  const body = result.rows.length === 0 ? "" : `${text}\n\n`;
  return {
    text: `${opening}${rung}\n\n${body}${after}`,
    table: () => tableOf(result),
    result: stored,
  };
}

export const tableOf = ({ columns, rows }: PostsResult): Table => ({
  columns: columns.map(({ name }) => name),
  rows: rows.map((row) =>
    row.map((value) => {
      if (value === undefined) return null;
      return typeof value === "object" ? JSON.stringify(value) : value;
    }),
  ),
});

/** What is missing, what does not add up, what units there are. */
function fieldNotes(result: PostsResult): string[] {
  const all = result.rows.length;
  if (all === 0) return [];
  const each = result.columns.map((column, index) => ({
    name: cell(column.name),
    totals: totalsOf(result, index),
    isEmpty: result.rows.every((row) => row[index] === undefined),
  }));
  const empty = each.filter(({ isEmpty }) => isEmpty).map(({ name }) => name);
  const partly = each.flatMap(({ name, totals }) =>
    totals === undefined || totals.missing === 0 || totals.missing === all
      ? []
      : [`${name} in ${totals.missing}`],
  );
  const apart = each.flatMap(({ name, totals }) =>
    totals === undefined || totals.sum !== undefined || totals.missing === all ? [] : [name],
  );
  const noted = result.columns.flatMap(({ field, note }) =>
    note === undefined ? [] : [`${field}: ${note}`],
  );
  return [
    ...(empty.length === 0 ? [] : [`No post has a value of: ${some(empty, 10)}.`]),
    ...(partly.length === 0
      ? []
      : [
          `Missing (–), which is not 0, and in no sum or average: ${some(partly, 10)} of ${all} posts.`,
        ]),
    ...(apart.length === 0 || all < 2
      ? []
      : [`Not added up, since ratios, lengths and people do not: ${some(apart, 8)}.`]),
    ...(noted.length === 0 ? [] : [`${some(noted, 8)}.`]),
  ];
}
