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
  let rows = Math.floor(all * 0.8);
  while (rows > 0 && fits({ rows, textLength: 0 }) === undefined) rows = Math.floor(rows * 0.8);
  return {
    text: render(result, { rows, textLength: 0 }),
    condensed: `texts and ${plural(all - rows, "post")} after the first ${rows} are left out; totals are over all ${all}`,
  };
}

interface Shown {
  readonly column: number;
  readonly header: string;
  /** What every text of the column begins with, and `written` leaves out. */
  readonly prefix?: string;
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
    ...varying.flatMap(({ header, prefix }) =>
      prefix === undefined ? [] : [`${header}: each begins with ${writtenCell(prefix)}`],
    ),
    ...constants.map((one) => `${one.header}: ${constantOf(result, one)} in every post.`),
    table.map((cells) => cells.join("|")).join("\n"),
    ...(left > 0 ? [`${plural(left, "column")} more: read_result with metrics, or the CSV.`] : []),
    ...(textLength === 0 ? [] : texts(result, textLength)),
  ].join("\n");
}

/** The same text in every one of several rows. */
function constantOf(result: PostsResult, { column, prefix, written }: Shown): string | undefined {
  if (result.rows.length < 2 || result.columns[column]?.type === "number") return undefined;
  const values = cellsOf(result, column);
  const [only] = values;
  if (only === undefined || new Set(values.map((value) => JSON.stringify(value))).size > 1)
    return undefined;
  return prefix === undefined ? written(only) : writtenCell(only);
}

/** Quotations have their own place. */
function shownColumns(result: PostsResult): Shown[] {
  const profile = profileColumn(result);
  return result.columns.flatMap((one, column): Shown[] => {
    if (isQuoted(one) || (one.name === "id" && !result.showsIds)) return [];
    if (column === profile) {
      const written = (value: PostCell): string =>
        writtenCell(result.profileNames.get(String(value)) ?? value);
      return [{ column, header: "profile", written }];
    }
    if (one.type === "time") {
      const times = cellsOf(result, column).filter((value) => value !== undefined);
      if (times.every((value) => utcTime(value) !== undefined)) {
        const written = (value: PostCell): string => utcTime(value) ?? "–";
        return [{ column, header: `${cell(one.name)} (UTC)`, written }];
      }
    }
    return [{ column, header: cell(one.name), ...shortened(cellsOf(result, column)) }];
  });
}

/** Addresses that begin alike: what they share stands in the header once. */
function shortened(values: readonly PostCell[]): Pick<Shown, "prefix" | "written"> {
  const all = values.filter((value) => typeof value === "string");
  const [first = ""] = all;
  let length = first.lastIndexOf("/") + 1;
  while (length > 0 && !all.every((text) => text.startsWith(first.slice(0, length)))) {
    length = first.lastIndexOf("/", length - 2) + 1;
  }
  if (length < 16 || all.length < 3) return { written: writtenCell };
  const written = (value: PostCell): string =>
    writtenCell(typeof value === "string" ? value.slice(length) : value);
  return { prefix: first.slice(0, length), written };
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
    "; ",
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

/** An author's name says nothing where it is the profile's, which each row has. */
function repeatsProfile(result: PostsResult, column: number): boolean {
  const profile = profileColumn(result);
  const nameOf = (row: readonly PostCell[]): string | undefined =>
    result.profileNames.get(String(row[profile]));
  return profile !== -1 && result.rows.every((row) => row[column] === nameOf(row));
}

function texts(result: PostsResult, length: number): string[] {
  const quoted = result.columns.flatMap((one, column) =>
    isQuoted(one) && !repeatsProfile(result, column) ? [{ one, column }] : [],
  );
  const textOf = (value: PostCell): string =>
    typeof value === "object" ? listText(value) : String(value);
  let cut = false;
  const line = (who: string, name: string, value: PostCell): string[] => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const whole = textOf(value);
    const text = plainText(whole, length);
    cut ||= text !== whole;
    return [`${who} ${cell(name)}: ${text}`];
  };
  const isSame = ({ column }: (typeof quoted)[number]): boolean =>
    result.rows.length > 2 && new Set(cellsOf(result, column).map(textOf)).size === 1;
  const same = quoted.filter(isSame);
  const own = quoted.filter((one) => !same.includes(one));
  const lines = [
    ...same.flatMap(({ one, column }) => line("every post", one.name, result.rows[0]?.[column])),
    ...result.rows.flatMap((row, index) =>
      own.flatMap(({ one, column }) => line(String(index + 1), one.name, row[column])),
    ),
  ];
  if (lines.length === 0) return [];
  const names = some(
    quoted.map(({ one }) => cell(one.name)),
    8,
  );
  const about = `Texts (${names}) by the number of their post${cut ? `, cut at ${length} characters` : ""}.`;
  return ["", quotedBlock(about, lines)];
}
