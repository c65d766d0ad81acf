/** Posts as an answer: what was asked and what came, the table, what one must know, how to go on. */
import type { Walked } from "./walk.ts";
import type { PostsQuestion } from "./question.ts";
import type { PostsResult } from "./rows.ts";
import { totalsOf } from "./columns.ts";
import { postsText } from "./table.ts";
import type { Table } from "../replies/table.ts";
import { estimateTokens } from "../text/tokens.ts";
import { cell, plural, some } from "../text/words.ts";
import type { Answer } from "../replies/reply.ts";
import { csvLinks, resultLine } from "../replies/links.ts";

export interface PostsAnswerParts {
  readonly result: PostsResult;
  readonly question: PostsQuestion;
  readonly walked: Walked;
  /** Whether profiles or days are missing from it. */
  readonly completeness: string;
  /** It begins with the first post. */
  readonly isFirst: boolean;
  readonly cursor: string | undefined;
  readonly spent: string;
  readonly notes: readonly string[];
}

export function postsAnswer(parts: PostsAnswerParts, maxTokens: number): Answer {
  const { result, question, walked, cursor, spent, notes } = parts;
  const said = [
    ...(result.rows.length === 0 ? [emptyNote(parts)] : []),
    ...notes,
    ...(walked.doubled === 0
      ? []
      : [`The API gave ${plural(walked.doubled, "post")} twice; each is listed once.`]),
    ...(question.version === 3 && question.fields !== undefined
      ? ["Field names were passed on as given: the API's specification does not list them."]
      : []),
  ];
  const shown = {
    result,
    kept: result,
    state: `${orderOf(question)}. ${stateOf(parts)} ${spent}`,
    notes: said,
    ...(cursor === undefined
      ? {}
      : { goOn: `To go on, repeat the call with the same arguments and cursor ${cursor}` }),
  };
  return { ...shownPosts(shown, maxTokens), cursor };
}

function orderOf({ sort }: PostsQuestion): string {
  if (sort === undefined) return "in the API's order";
  const [up, down] = sort.field === "created_time" ? ["oldest", "newest"] : ["lowest", "highest"];
  return `by ${cell(sort.field)}, ${sort.order === "asc" ? up : down} first`;
}

/** A part is never shown as the whole. */
function stateOf({ walked, isFirst, cursor, completeness }: PostsAnswerParts): string {
  const count = plural(walked.posts.length, "post");
  const ofThese = "sums and averages are over the posts listed here.";
  if (cursor === undefined && isFirst)
    return completeness === "Complete."
      ? `Complete: ${count}.`
      : `${count}, no more follow. ${completeness}`;
  if (cursor === undefined) return `${count}, the last ones: ${ofThese}`;
  const more =
    walked.remaining === undefined ? "more may follow" : `${walked.remaining} more follow`;
  return `${count}, ${more}: ${ofThese}`;
}

/** The likely causes in order, and the next call to try. */
function emptyNote({ question: { filter }, isFirst }: PostsAnswerParts): string {
  if (!isFirst) return "No posts follow.";
  const causes = [
    ...(filter === undefined ? [] : [`no post passes the filter on ${filter.field}`]),
    "nothing was published in these days",
    "the profile was connected later",
  ];
  return `No posts. Likely causes, the likeliest first: ${causes.join("; ")}. Try ${filter === undefined ? "" : "without the filter, or "}with period last_90_days; list_profiles shows the profiles.`;
}

export interface ShownPosts {
  readonly result: PostsResult;
  /** The whole that stays under its id. */
  readonly kept: PostsResult;
  readonly state: string;
  readonly notes: readonly string[];
  readonly goOn?: string;
}

/** Posts with their table, notes and links, within the budget. */
export function shownPosts(
  { result, kept, state, notes, goOn }: ShownPosts,
  maxTokens: number,
): Answer {
  const { network, start, end, profileCount } = result;
  const links = csvLinks(kept);
  const opening = `${network} posts, ${plural(profileCount, "profile")}, ${start === end ? start : `${start} to ${end}`}, profile time, ${state}`;
  const after = [
    ...notes,
    ...fieldNotes(result),
    ...(goOn === undefined ? [] : [goOn]),
    resultLine(kept, links),
  ].join("\n");
  const room = maxTokens - estimateTokens(opening) - estimateTokens(after) - 80;
  const { text, condensed } = postsText(result, room);
  const rung =
    condensed === undefined
      ? ""
      : `\nThe whole does not fit: ${condensed}. read_result ${kept.id} gives any piece of it, top and offset some of its rows.`;
  const body = result.rows.length === 0 ? "" : `${text}\n\n`;
  return {
    text: `${opening}${rung}\n\n${body}${after}`,
    table: () => tableOf(result),
    result: kept,
    links,
  };
}

const tableOf = ({ columns, rows }: PostsResult): Table => ({
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
