/** Posts as text: a row each, totals under them, and what their authors wrote set apart as quotations. */
import type { PostCell, PostsResult } from "../results/posts.ts";
import { ourLimits } from "../catalog/limits.ts";
import { plainText } from "../text/plain.ts";
import { quotedBlock } from "../text/quoted.ts";
import { cell, plural, some } from "../text/words.ts";
import { formatNumber } from "./numbers.ts";
import { cellsOf, isQuoted, profileColumn, totalsOf, utcTime } from "./post-columns.ts";
import { estimateTokens } from "./tokens.ts";

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
  const fits = (extent: Extent): string | undefined => {
    const text = render(result, extent);
    return estimateTokens(text) <= maxTokens ? text : undefined;
  };
  const lengths = all <= 5 ? [2000, 200, 80] : [200, 80];
  for (const textLength of lengths) {
    const text = fits({ rows: all, textLength });
    if (text !== undefined) return { text };
  }
  const bare = fits({ rows: all, textLength: 0 });
  if (bare !== undefined) return { text: bare, condensed: "texts are left out" };
  let rows = all;
  let text: string | undefined;
  while (text === undefined && rows > 0) {
    rows = Math.floor(rows * 0.8);
    text = fits({ rows, textLength: 0 });
  }
  return {
    text: text ?? "",
    condensed: `texts and ${plural(all - rows, "post")} after the first ${rows} are left out; totals are over all ${all}`,
  };
}

interface Shown {
  readonly column: number;
  readonly header: string;
  readonly written: (value: PostCell) => string;
}

function render(result: PostsResult, { rows, textLength }: Extent): string {
  const columns = shownColumns(result);
  const constants = columns.filter((one) => constantOf(result, one) !== undefined);
  const varying = columns.filter((one) => !constants.includes(one)).slice(0, maxColumns);
  const left = columns.length - constants.length - varying.length;
  const lines = result.rows
    .slice(0, rows)
    .map((row, index) => [index + 1, ...varying.map((one) => one.written(row[one.column]))]);
  const table = [
    ["#", ...varying.map(({ header }) => header)],
    ...lines,
    ...totals(result, varying),
  ];
  return [
    ...constants.map((one) => `${one.header}: ${constantOf(result, one)} in every post.`),
    table.map((cells) => cells.join("|")).join("\n"),
    ...(left > 0 ? [`${plural(left, "column")} more: read_result with metrics, or the CSV.`] : []),
    ...(textLength === 0 ? [] : texts(result, textLength)),
  ].join("\n");
}

/** The same text in every one of several rows. */
function constantOf(result: PostsResult, { column, written }: Shown): string | undefined {
  if (result.rows.length < 2 || result.columns[column]?.type === "number") return undefined;
  const values = new Set(cellsOf(result, column).map(written));
  const [only] = values;
  return values.size === 1 && only !== "" ? only : undefined;
}

/** Quotations have their own place. */
function shownColumns(result: PostsResult): Shown[] {
  const profile = profileColumn(result);
  return result.columns.flatMap((one, column): Shown[] => {
    if (isQuoted(one) || (one.name === "id" && !result.showsIds)) return [];
    if (column === profile) {
      const nameOf = (value: PostCell): string => result.profileNames.get(String(value)) ?? "";
      return [{ column, header: "profile", written: (value) => cell(nameOf(value)) }];
    }
    if (one.type === "time") {
      const times = cellsOf(result, column).filter((value) => value !== undefined);
      if (times.every((value) => utcTime(String(value)) !== undefined)) {
        const written = (value: PostCell): string => utcTime(String(value)) ?? "–";
        return [{ column, header: `${cell(one.name)} (UTC)`, written }];
      }
    }
    return [{ column, header: cell(one.name), written: writtenCell }];
  });
}

function writtenCell(value: PostCell): string {
  if (value === undefined) return "–";
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return cell(plainText(typeof value === "string" ? value : listText(value), ourLimits.textLength));
}

/** The names within a list, or its simple values. */
function listText(list: readonly unknown[]): string {
  return some(
    list.map((one) => {
      if (typeof one !== "object" || one === null) return String(one);
      const named = "name" in one ? one.name : "title" in one ? one.title : undefined;
      return typeof named === "string" ? named : JSON.stringify(one);
    }),
    10,
  );
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

function texts(result: PostsResult, length: number): string[] {
  const quoted = result.columns.flatMap((one, column) => (isQuoted(one) ? [{ one, column }] : []));
  let cut = false;
  const lines = result.rows.flatMap((row, index) =>
    quoted.flatMap(({ one, column }) => {
      const value = row[column];
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
      const whole = typeof value === "object" ? listText(value) : String(value);
      const text = plainText(whole, length);
      cut ||= text !== whole;
      return [`${index + 1} ${cell(one.name)}: ${text}`];
    }),
  );
  if (lines.length === 0) return [];
  const names = some(
    quoted.map(({ one }) => cell(one.name)),
    8,
  );
  const about = `Texts (${names}) by the number of their post${cut ? `, cut at ${length} characters` : ""}.`;
  return ["", quotedBlock(about, lines)];
}
