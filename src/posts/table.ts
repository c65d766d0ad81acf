/** Posts as text: a row each, totals under them, and what their authors wrote set apart as quotations. */
import type { PostCell, PostsResult } from "./rows.ts";
import { plainText } from "../text/plain.ts";
import { quotedBlock } from "../text/quoted.ts";
import { cell, plural, some } from "../text/words.ts";
import { formatNumber } from "../text/numbers.ts";
import { constantOf, listText, shownColumns, writtenCell, type Shown } from "./cells.ts";
import { cellsOf, isQuoted, profileColumn, totalsOf } from "./columns.ts";
import { estimateTokens } from "../text/tokens.ts";

/** More columns than this are hard to follow. */
const maxColumns = 30;

/** How much of it is shown. */
interface Extent {
  /** Posts, from the first. */
  readonly rows: number;
  /** Characters of each text; 0 shows none. */
  readonly textLength: number;
}

export interface PostsText {
  readonly text: string;
  /** What was done to make it fit; absent where all is shown. */
  readonly condensed?: string;
}

/** The fullest form within `maxTokens`: shorter texts first, then none, then fewer rows. */
export function postsText(result: PostsResult, maxTokens: number): PostsText {
  const all = result.rows.length;
  const layout = layoutOf(result);
  const fits = (extent: Extent): string | undefined => {
    const text = render(layout, extent);
    return estimateTokens(text) <= maxTokens ? text : undefined;
  };
  // A quotation takes some tokens, however short it is cut.
  const isHopeless = all * layout.quoted.length * 5 > maxTokens;
  const lengths = isHopeless ? [] : all <= 5 ? [2000, 200, 80] : [200, 80];
  for (const textLength of lengths) {
    const text = fits({ rows: all, textLength });
    if (text !== undefined) return { text };
  }
  // So does a row.
  let rows = Math.min(all, Math.ceil(maxTokens / 2));
  while (rows > 0 && fits({ rows, textLength: 0 }) === undefined) rows = Math.floor(rows * 0.8);
  const left = all - rows;
  return {
    text: render(layout, { rows, textLength: 0 }),
    condensed:
      left === 0
        ? "texts are left out"
        : `texts and ${plural(left, "post")} after the first ${rows} are left out; totals are over all ${all}`,
  };
}

/** What is the same however much of it is shown. */
interface Layout {
  readonly result: PostsResult;
  /** The columns that vary, as many as can be followed. */
  readonly shown: readonly Shown[];
  readonly head: readonly string[];
  readonly totals: readonly (readonly string[])[];
  /** How many columns are not shown. */
  readonly left: number;
  /** Columns of quotations: those of every post alike, and those of each. */
  readonly same: readonly number[];
  readonly quoted: readonly number[];
}

function layoutOf(result: PostsResult): Layout {
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
  const quoted = [...result.columns.keys()].filter(
    (column) => isQuotedAt(result, column) && !repeatsProfile(result, column, profile),
  );
  const same = quoted.filter((column) => isSame(result, column));
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

const isQuotedAt = ({ columns }: PostsResult, index: number): boolean => {
  const column = columns[index];
  return column !== undefined && isQuoted(column);
};

const isSame = (result: PostsResult, column: number): boolean =>
  result.rows.length > 2 && new Set(cellsOf(result, column).map(quotedText)).size === 1;

function render(layout: Layout, { rows, textLength }: Extent): string {
  const { result, shown, left } = layout;
  const lines = result.rows
    .slice(0, rows)
    .map((row, index) => [index + 1, ...shown.map((one) => one.written(row[one.column]))]);
  const table = [["#", ...shown.map(({ header }) => header)], ...lines, ...layout.totals];
  return [
    ...layout.head,
    table.map((cells) => cells.join("|")).join("\n"),
    ...(left > 0 ? [`${plural(left, "column")} more: read_result with metrics, or the CSV.`] : []),
    ...(textLength === 0 ? [] : quotations(layout, textLength)),
  ].join("\n");
}

/** A row of sums, of what may be added up, and one of averages. */
function totals(result: PostsResult, shown: readonly Shown[]): string[][] {
  const each = shown.map(({ column }) => totalsOf(result, column));
  const line = (
    name: string,
    of: (total: NonNullable<(typeof each)[number]>) => number | undefined,
  ) => {
    const cells = each.map((total) => {
      const value = total === undefined ? undefined : of(total);
      return value === undefined ? "" : formatNumber(value);
    });
    return cells.some((text) => text !== "" && text !== "–") ? [[name, ...cells]] : [];
  };
  if (result.rows.length < 2) return [];
  return [...line("sum", ({ sum }) => sum), ...line("average", ({ average }) => average)];
}

/** An author's name says nothing where it is the profile's, which each row has. */
function repeatsProfile(result: PostsResult, column: number, profile: number): boolean {
  if (profile === -1) return false;
  const nameOf = (row: readonly PostCell[]): string | undefined =>
    result.profileNames.get(String(row[profile]));
  return result.rows.every((row) => row[column] === nameOf(row));
}

const quotedText = (value: PostCell): string =>
  typeof value === "object" ? listText(value) : String(value);

function quotations({ result, same, quoted }: Layout, length: number): string[] {
  let cut = false;
  const nameOf = (column: number): string => cell(result.columns[column]?.name ?? "");
  const line = (who: string, column: number, value: PostCell): string[] => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const whole = quotedText(value);
    const text = plainText(whole, length);
    cut ||= text !== whole;
    return [`${who} ${nameOf(column)}: ${text}`];
  };
  const lines = [
    ...same.flatMap((column) => line("every post", column, result.rows[0]?.[column])),
    ...result.rows.flatMap((row, index) =>
      quoted.flatMap((column) => line(String(index + 1), column, row[column])),
    ),
  ];
  if (lines.length === 0) return [];
  const names = some([...same, ...quoted].map(nameOf), 8);
  const about = `Texts (${names}) by the number of their post${cut ? `, cut at ${length} characters` : ""}.`;
  return ["", quotedBlock(about, lines)];
}
