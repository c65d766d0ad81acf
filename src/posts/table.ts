/** Posts as text: one row per post, totals below, and the texts of authors in a quotation block. */
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { required } from "../errors/tool-error.ts";
import { plainText } from "../text/sanitize.ts";
import { quotedBlock } from "../text/quoted.ts";
import { cell, plural, some } from "../text/words.ts";
import { formatNumber } from "../text/numbers.ts";
import { constantOf, listText, shownColumns, writtenCell, type Shown } from "./cells.ts";
import { cellsOf, isQuoted, profileColumn, totalsOf, type Totals } from "./columns.ts";
import { fitsTokens } from "../text/tokens.ts";

/** Wider tables are hard to read. */
const maxColumns = 30;

export interface PostsText {
  readonly text: string;
  /** States what was omitted to fit the budget; undefined if everything is shown. */
  readonly condensed?: string;
}

/**
 * The most complete form within `maxTokens`: first with shorter texts, then without texts, then with fewer rows.
 * @param top the number of posts to show; all (default). Totals are over all.
 */
export function postsText(
  result: PostsResult,
  maxTokens: number,
  top = result.rows.length,
): PostsText {
  const all = Math.min(top, result.rows.length);
  const layout = layoutOf(result);
  // Even the shortest quotation takes some tokens.
  const isHopeless = all * layout.quoted.length * 5 > maxTokens;
  const lengths = isHopeless ? [] : all <= 5 ? [2000, 200, 80] : [200, 80];
  for (const textLength of lengths) {
    const text = render(layout, all, textLength);
    if (fitsTokens(text, maxTokens)) return { text };
  }
  // Even the shortest row takes two tokens.
  let rows = Math.min(all, Math.ceil(maxTokens / 2));
  let text = render(layout, rows, 0);
  while (rows > 0 && !fitsTokens(text, maxTokens)) {
    rows = Math.floor(rows * 0.8);
    text = render(layout, rows, 0);
  }
  const condensed =
    rows === all
      ? "texts are omitted"
      : `texts and ${plural(all - rows, "post")} after the first ${rows} are omitted; totals are over all ${result.rows.length}`;
  return { text, condensed };
}

type Layout = ReturnType<typeof layoutOf>;

/** Computes the parts of the text that do not depend on the number of rows or the length of texts. */
function layoutOf(result: PostsResult) {
  const columns = shownColumns(result).map((one) => ({ one, constant: constantOf(result, one) }));
  const varying = columns.flatMap(({ one, constant }) => (constant === undefined ? [one] : []));
  const shown = varying.slice(0, maxColumns);
  const head = [
    ...shown.flatMap(({ header, prefix }) =>
      prefix === undefined ? [] : [`${header}: each begins with ${writtenCell(prefix)}`],
    ),
    ...columns.flatMap(({ one, constant }) =>
      constant === undefined ? [] : [`${one.header}: ${constant} in every post.`],
    ),
  ];
  const profile = profileColumn(result);
  const quoted = result.columns.flatMap((one, column) =>
    isQuoted(one) && !repeatsProfile(result, column, profile) ? [column] : [],
  );
  const texts = (column: number): number => new Set(cellsOf(result, column).map(quotedText)).size;
  const same = quoted.filter((column) => result.rows.length > 2 && texts(column) === 1);
  return {
    result,
    shown,
    head,
    totals: totals(result, shown),
    left: varying.length - shown.length,
    same,
    quoted: quoted.filter((column) => !same.includes(column)),
  };
}

/** @param rows the number of posts in the table. @param textLength the maximum characters of a text; 0 omits the texts. */
function render(layout: Layout, rows: number, textLength: number): string {
  const { result, shown, left } = layout;
  const lines = result.rows
    .slice(0, rows)
    .map((row, index) => [index + 1, ...shown.map((one) => one.written(row[one.column]))]);
  const table = [["#", ...shown.map(({ header }) => header)], ...lines, ...layout.totals];
  return [
    ...layout.head,
    table.map((cells) => cells.join("|")).join("\n"),
    ...(left > 0
      ? [`${plural(left, "more column")}: use read_result with metrics, or the CSV.`]
      : []),
    ...(textLength === 0 ? [] : quotations(layout, rows, textLength)),
  ].join("\n");
}

/** A row of sums, for columns that can be totalled, and a row of averages. */
function totals(result: PostsResult, shown: readonly Shown[]): string[][] {
  const each = shown.map(({ column }) => totalsOf(result, column));
  const line = (name: string, of: (total: Totals) => number | undefined): string[][] => {
    const cells = each.map((total) => {
      const value = total === undefined ? undefined : of(total);
      return value === undefined ? "" : formatNumber(value);
    });
    return cells.some((text) => text !== "" && text !== "–") ? [[name, ...cells]] : [];
  };
  if (result.rows.length < 2) return [];
  return [...line("sum", ({ sum }) => sum), ...line("average", ({ average }) => average)];
}

/** True if the column repeats the name of the profile, which each row contains. */
function repeatsProfile(result: PostsResult, column: number, profile: number): boolean {
  if (profile === -1) return false;
  const nameOf = (row: readonly PostCell[]): string | undefined =>
    result.profileNames.get(String(row[profile]));
  return result.rows.every((row) => row[column] === nameOf(row));
}

const quotedText = (value: PostCell): string =>
  typeof value === "object" ? listText(value) : String(value);

function quotations({ result, same, quoted }: Layout, rows: number, length: number): string[] {
  let cut = false;
  const nameOf = (column: number): string =>
    cell(required(result.columns[column], "a column").name);
  const line = (who: string, column: number, value: PostCell): string[] => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const whole = quotedText(value);
    const text = plainText(whole, length);
    cut ||= text !== whole;
    return [`${who} ${nameOf(column)}: ${text}`];
  };
  const lines = [
    ...same.flatMap((column) => line("every post", column, result.rows[0]?.[column])),
    ...result.rows
      .slice(0, rows)
      .flatMap((row, index) =>
        quoted.flatMap((column) => line(String(index + 1), column, row[column])),
      ),
  ];
  if (lines.length === 0) return [];
  const names = some([...same, ...quoted].map(nameOf), 8);
  const about = `Texts (${names}) by the number of their post${cut ? `, cut at ${length} characters` : ""}.`;
  return ["", quotedBlock(about, lines)];
}
