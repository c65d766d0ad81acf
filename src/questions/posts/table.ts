/** Posts as a table: totals first, one row per post, and the texts of authors in a quotation block. */
import type { PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { required } from "../../base/errors/tool-error.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { quotedBlock } from "../../base/text/quoted.ts";
import { cell, plural, some } from "../../base/text/words.ts";
import { cellsOf, constantOf, isQuoted, listText, profileColumn, shownColumns } from "./columns.ts";
import { totalsOf, writtenCell, type Shown as ShownColumn } from "./columns.ts";
import { fits, forAgents, type Body } from "../../answers/replies/layout.ts";

/** Wider tables are hard to read. */
const maxColumns = 30;

interface Shown {
  /** The number of posts to show; all (default). Totals are over all. */
  readonly top?: number | undefined;
  /** The number of posts before them; 0 (default). */
  readonly from?: number | undefined;
  /** The number of posts before those of the result; 0 (default). */
  readonly offset?: number | undefined;
  /** The posts that totals are of; those of the result (default). */
  readonly fullResult?: PostsResult;
}

/** The most complete form within `maxTokens`: first with shorter texts, then without texts, then with fewer rows. */
export function postsBody(
  result: PostsResult,
  maxTokens: number,
  { top = Infinity, from = 0, offset = 0, fullResult = result }: Shown = {},
): Body {
  if (result.rows.length === 0) return {};
  const rowCount = Math.min(top, result.rows.length - from);
  const layout = layoutOf(result, fullResult, from, offset);
  // Even the shortest quotation takes some tokens.
  const isHopeless = rowCount * layout.quoted.length * 5 > maxTokens;
  const lengths = isHopeless ? [] : rowCount <= 5 ? [2000, 200, 80] : [200, 80];
  for (const textLength of lengths) {
    const body = render(layout, rowCount, textLength);
    if (isFitting(body, maxTokens)) return body;
  }
  // Even the shortest row takes two tokens.
  let rows = Math.min(rowCount, Math.ceil(maxTokens / 2));
  while (rows > 0 && !isFitting(render(layout, rows, 0), maxTokens)) rows = Math.floor(rows * 0.8);
  const omitted =
    rows === rowCount
      ? "texts are omitted"
      : `texts and ${plural(rowCount - rows, "post")} after number ${offset + from + rows} are omitted; totals are over all ${fullResult.rows.length}`;
  const note = `Not all fits: ${omitted}. read_result gives any rows: top and offset select them.`;
  return {
    ...render(layout, rows, 0),
    notes: [forAgents((layout.quoted.length + layout.same.length > 0 || rows < rowCount) && note)],
  };
}

const isFitting = ({ table = [], quoted }: Body, maxTokens: number): boolean =>
  fits([...table, { rows: [[quoted || ""]] }], maxTokens);

type Layout = ReturnType<typeof layoutOf>;

/** Computes the parts of the text that do not depend on the number of rows or the length of texts. */
function layoutOf(result: PostsResult, fullResult: PostsResult, from: number, offset: number) {
  const profile = profileColumn(result);
  const columns = shownColumns(result).map((shownColumn) => ({
    shownColumn,
    constant: constantOf(result, shownColumn),
  }));
  const varying = columns.flatMap(({ shownColumn, constant }) =>
    constant === undefined ? [shownColumn] : [],
  );
  const shown = varying.slice(0, maxColumns);
  const head = [
    ...shown.flatMap(({ header, prefix }) =>
      prefix === undefined ? [] : [`${header}: each begins with ${writtenCell(prefix)}`],
    ),
    ...columns.flatMap(({ shownColumn, constant }) =>
      constant === undefined || (shownColumn.column === profile && result.profileCount === 1)
        ? []
        : [`${shownColumn.header}: ${constant} in every post.`],
    ),
  ];
  const quoted = result.columns.flatMap((postColumn, column) =>
    isQuoted(postColumn) && !repeatsProfile(result, column, profile) ? [column] : [],
  );
  const texts = (column: number): number => new Set(cellsOf(result, column).map(quotedText)).size;
  const same = quoted.filter((column) => result.rows.length > 2 && texts(column) === 1);
  return {
    result,
    from,
    offset,
    shown,
    head,
    totals: totals(fullResult, shown),
    left: varying.length - shown.length,
    same,
    quoted: quoted.filter((column) => !same.includes(column)),
  };
}

/** @param rows the number of posts in the table. @param textLength the maximum characters of a text; 0 omits the texts. */
function render(layout: Layout, rows: number, textLength: number): Body {
  const { result, from, offset, shown, left, head, totals: sums } = layout;
  const lines = result.rows
    .slice(from, from + rows)
    .map((row, index) => [
      String(offset + from + index + 1),
      ...shown.map((shownColumn) => shownColumn.written(row[shownColumn.column])),
    ]);
  const block = {
    title: head.join("\n"),
    rows: [["#", ...shown.map(({ header }) => header)], ...sums, ...lines],
    below: [
      left > 0 && `${plural(left, "more column")}: use read_result with metrics, or the CSV.`,
    ],
  };
  return { table: [block], quoted: textLength > 0 && quotations(layout, rows, textLength) };
}

/** A row of sums, for columns that can be totalled, and a row of averages. */
function totals(result: PostsResult, shown: readonly ShownColumn[]): string[][] {
  if (result.rows.length < 2) return [];
  const each = shown.map(({ column, written }) => ({ total: totalsOf(result, column), written }));
  return (["sum", "average"] as const).flatMap((name) => {
    const cells = each.map(({ total, written }) => {
      const value = total?.[name];
      return value === undefined ? "" : written(value);
    });
    return cells.some((text) => text !== "" && text !== "–") ? [[name, ...cells]] : [];
  });
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

function quotations(layout: Layout, rows: number, length: number): string | false {
  const { result, from, offset, same, quoted } = layout;
  let cut = false;
  const nameOf = (column: number): string =>
    cell(required(result.columns[column], "a column").name);
  const line = (who: string, column: number, value: PostCell): string[] => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const fullText = quotedText(value);
    const text = plainText(fullText, length);
    cut ||= text !== fullText;
    return [`${who} ${nameOf(column)}: ${text}`];
  };
  const lines = [
    ...same.flatMap((column) => line("every post", column, result.rows[0]?.[column])),
    ...result.rows
      .slice(from, from + rows)
      .flatMap((row, index) =>
        quoted.flatMap((column) => line(String(offset + from + index + 1), column, row[column])),
      ),
  ];
  if (lines.length === 0) return false;
  const names = some([...same, ...quoted].map(nameOf), 8);
  const about = `Texts (${names}) by the number of their post${cut ? `, cut at ${length} characters` : ""}.`;
  return quotedBlock(about, lines);
}
