/** Posts as a reply: a subject, the table, the texts of authors, the notes, the cursor and the result's id. */
import { done, type Work } from "../../base/async/work.ts";
import { tableCsv } from "../../answers/replies/csv.ts";
import { layOut, type Content, type Note } from "../../answers/replies/layout.ts";
import { resultLinks } from "../../answers/replies/links.ts";
import type { Reply, StoredResult } from "../../answers/replies/reply.ts";
import type { Table, TableCell } from "../../answers/replies/table.ts";
import { inexactText } from "../../base/text/numbers.ts";
import { rangesText } from "../../answers/report/subject.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { isInexact, profileColumn, totalsOf } from "./columns.ts";
import { postFigures } from "./figures.ts";
import type { PostsResult } from "./rows.ts";
import { postsBody } from "./table.ts";

export interface ShownPosts extends Pick<Content, "coverage" | "cost"> {
  readonly result: PostsResult;
  /** The posts that totals are of; those of the result (default). */
  readonly fullResult?: PostsResult;
  /** The stored result that `result` is a piece of. */
  readonly stored: StoredResult;
  /** The order of the posts (default: that of the result). */
  readonly order?: string;
  readonly notes: readonly Note[];
  /** The number of posts to show; all (default). */
  readonly top?: number | undefined;
  /** The number of posts before those to show; 0 (default). */
  readonly from?: number;
  /** The number of posts before those of the result; 0 (default). */
  readonly offset?: number;
  readonly goOn?: Note;
}

export function* shownPosts(
  {
    result,
    fullResult = result,
    stored,
    notes,
    order,
    top,
    from,
    offset,
    goOn = false,
    ...said
  }: ShownPosts,
  maxTokens: number,
): Work<Reply> {
  const frame = {
    subject: postsSubject(result, order),
    ...said,
    cautions: [...notes, ...fieldNotes(result)],
    links: [goOn, ...(yield* resultLinks(stored))],
  };
  return {
    content: yield* layOut(frame, maxTokens, (room) =>
      done(postsBody(result, room, { top, from, offset, fullResult })),
    ),
    csv: () => tableCsv(tableOf(result)),
    figures: () => done(postFigures(result, fullResult)),
    result: stored,
  };
}

export function postsSubject(result: PostsResult, order?: string): string {
  const { network, before, profileCount, profileNames, filter } = result;
  const [only] = profileNames.values();
  const who =
    profileCount === 1 && profileNames.size === 1 && only !== undefined
      ? cell(only)
      : plural(profileCount, "profile");
  const what = filter === undefined ? `${network} posts` : `${network} posts with ${filter}`;
  const parts = [what, who, rangesText(result, before), "profile time", order ?? []].flat();
  return `${parts.join(", ")}.`;
}

/** Every post with its fields, those of the later range first; the id of its profile is followed by the name. */
export function tableOf(result: PostsResult): Table {
  const { before } = result;
  if (before === undefined) return listTable(result);
  const [now, earlier] = [
    listTable({ ...result, before: undefined }),
    listTable({ ...result, rows: before.rows }),
  ];
  const named = (range: string, rows: Table["rows"]): Table["rows"] =>
    rows.map((row) => [range, ...row]);
  return {
    columns: ["range", ...now.columns],
    rows: [...named("now", now.rows), ...named("before", earlier.rows)],
  };
}

function listTable(result: PostsResult): Table {
  const profile = profileColumn(result);
  const withName = <Cell>(cells: readonly Cell[], name: Cell): readonly Cell[] =>
    profile === -1 ? cells : cells.toSpliced(profile + 1, 0, name);
  const names = result.columns.map(({ name }) => name);
  return {
    columns: withName(names, "profile_name"),
    rows: result.rows.map((row) => {
      const cells = row.map((value): TableCell =>
        typeof value === "object" ? JSON.stringify(value) : (value ?? null),
      );
      return withName(cells, result.profileNames.get(String(row[profile])) ?? null);
    }),
  };
}

/** Notes on missing values, columns without a total, and units. */
function fieldNotes(result: PostsResult): Note[] {
  const postCount = result.rows.length;
  if (postCount === 0) return [];
  const each = result.columns.map(({ name }, index) => ({
    name: cell(name),
    missing: result.rows.filter((row) => row[index] === undefined).length,
    totals: totalsOf(result, index),
  }));
  const empty = each.filter(({ missing }) => missing === postCount).map(({ name }) => name);
  const numbers = each.filter(({ totals, missing }) => totals !== undefined && missing < postCount);
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
      `Missing values (–) are not 0, and no sum or average includes them: ${some(missing, 10)} of ${postCount} posts.`,
    apart.length > 0 &&
      postCount > 1 &&
      `Not totalled, because ratios, lengths and counts of people cannot be totalled: ${some(apart, 8)}.`,
    noted.length > 0 && `${some(noted, 8)}.`,
  ];
}
