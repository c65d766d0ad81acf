/** Posts as text: an opening line, the table, the notes, the cursor and the result's id. */
import { done, type Work } from "../async/work.ts";
import { resultLine, resultLineTokens } from "../replies/links.ts";
import type { Reply, StoredResult } from "../replies/reply.ts";
import type { Table } from "../replies/table.ts";
import { estimateTokens } from "../text/tokens.ts";
import { inexactText } from "../text/numbers.ts";
import { cell, plural, some } from "../text/words.ts";
import { isInexact, profileColumn, totalsOf } from "./columns.ts";
import type { PostsResult } from "./rows.ts";
import { postsText } from "./table.ts";

/** A note; false if it does not apply. */
type Note = string | false;

export interface ShownPosts {
  readonly result: PostsResult;
  /** The stored result that `result` is a piece of. */
  readonly stored: StoredResult;
  readonly state: string;
  readonly notes: readonly Note[];
  /** The number of posts to show; all (default). */
  readonly top?: number | undefined;
  readonly goOn?: Note;
}

export function* shownPosts(
  { result, stored, state, notes, top, goOn = false }: ShownPosts,
  maxTokens: number,
): Work<Reply> {
  const opening = postsHeadline(result, state);
  const after = [...notes, ...fieldNotes(result), goOn].filter((note) => note !== false).join("\n");
  const room = maxTokens - estimateTokens(opening) - estimateTokens(after) - resultLineTokens - 80;
  const { text, condensed } = postsText(result, room, top);
  const hint =
    condensed === undefined
      ? ""
      : `\nThe reply is condensed to fit: ${condensed}. read_result gives any rows of it: top and offset select them.`;
  const body = result.rows.length === 0 ? "" : `${text}\n\n`;
  const last = [...(after === "" ? [] : [after]), yield* resultLine(stored)].join("\n");
  return {
    text: `${opening}${hint}\n\n${body}${last}`,
    table: () => done(tableOf(result)),
    result: stored,
  };
}

export function postsHeadline(result: PostsResult, state: string): string {
  const { network, start, end, profileCount } = result;
  const range = start === end ? start : `${start} to ${end}`;
  return `${network} posts, ${plural(profileCount, "profile")}, ${range}, profile time, ${state}`;
}

export const tableOf = ({ columns, rows }: PostsResult): Table => ({
  columns: columns.map(({ name }) => name),
  rows: rows.map((row) =>
    row.map((value) => (typeof value === "object" ? JSON.stringify(value) : (value ?? null))),
  ),
});

/** Notes on missing values, columns without a total, and units. */
function fieldNotes(result: PostsResult): Note[] {
  const all = result.rows.length;
  if (all === 0) return [];
  const each = result.columns.map(({ name }, index) => ({
    name: cell(name),
    missing: result.rows.filter((row) => row[index] === undefined).length,
    totals: totalsOf(result, index),
  }));
  const empty = each.filter(({ missing }) => missing === all).map(({ name }) => name);
  const numbers = each.filter(({ totals, missing }) => totals !== undefined && missing < all);
  const partly = numbers.filter(({ missing }) => missing > 0);
  const missing = partly.map((column) => `${column.name} in ${column.missing}`);
  const apart = numbers.filter(({ totals }) => totals?.sum === undefined).map(({ name }) => name);
  const noted = result.columns.flatMap(({ field, note }) =>
    note === undefined ? [] : `${field}: ${note}`,
  );
  const inexact = result.columns.filter((_, index) => isInexact(result, index));
  return [
    result.profileCount > 1 &&
      profileColumn(result) === -1 &&
      "The posts do not name their profile: ask for one profile at a time.",
    inexact.length > 0 && inexactText(inexact.map(({ name }) => cell(name))),
    empty.length > 0 && `No post has a value of: ${some(empty, 10)}.`,
    missing.length > 0 &&
      `Missing values (–) are not 0, and no sum or average includes them: ${some(missing, 10)} of ${all} posts.`,
    apart.length > 0 &&
      all > 1 &&
      `Not totalled, because ratios, lengths and counts of people cannot be totalled: ${some(apart, 8)}.`,
    noted.length > 0 && `${some(noted, 8)}.`,
  ];
}
