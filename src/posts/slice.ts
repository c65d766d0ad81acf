/** Cuts a piece out of kept posts, and ranks it: no request is needed for either. */
import type { Piece } from "../replies/reply.ts";
import { readRange } from "../time/range.ts";
import { invalidInput } from "../errors/tool-error.ts";
import type { PostCell, PostsResult } from "./rows.ts";
import { cell, some } from "../text/words.ts";
import { profileColumn, timeColumn, timeOf, utcTime } from "./columns.ts";

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function slicePosts(result: PostsResult, wanted: Piece): PostsResult {
  let piece = result;
  if (wanted.profiles !== undefined) piece = ofProfiles(piece, wanted.profiles);
  if (wanted.dateStart !== undefined || wanted.dateEnd !== undefined) piece = within(piece, wanted);
  return wanted.metrics === undefined ? piece : withColumns(piece, wanted.metrics);
}

/** A field brings all its keys; what tells posts apart stays. */
function withColumns(result: PostsResult, names: readonly string[]): PostsResult {
  const { columns } = result;
  const unknown = names.find(
    (name) => !columns.some((column) => [column.name, column.field].includes(name)),
  );
  if (unknown !== undefined) {
    const held = columns.map((column) => cell(column.name));
    throw invalidInput(`the posts have no ${unknown.slice(0, 80)}`, `They have ${some(held, 60)}.`);
  }
  const identity = [profileColumn(result), timeColumn(result)];
  const kept = columns.flatMap(({ name, field }, column) =>
    identity.includes(column) ||
    ["id", "url"].includes(name) ||
    names.includes(name) ||
    names.includes(field)
      ? [column]
      : [],
  );
  return {
    ...result,
    columns: kept.flatMap((column) => columns[column] ?? []),
    rows: result.rows.map((row) => kept.map((column) => row[column])),
  };
}

function ofProfiles(result: PostsResult, wanted: readonly string[]): PostsResult {
  const column = profileColumn(result);
  if (column === -1 && result.rows.length > 0) {
    throw invalidInput("the posts do not name their profile", "Ask again with the field page_id.");
  }
  const ids = wanted.map((text) => {
    if (result.profileNames.has(text)) return text;
    const named = [...result.profileNames].find(([, name]) => name === text || cell(name) === text);
    if (named !== undefined) return named[0];
    const names = [...result.profileNames.values()];
    throw invalidInput(
      `the result has no profile ${JSON.stringify(text.slice(0, 80))}`,
      `It was asked for ${some(names, 20)}.`,
    );
  });
  const rows = result.rows.filter((row) => ids.includes(String(row[column])));
  return { ...result, rows, profileCount: new Set(ids).size };
}

/** By the day of creation in UTC, as tables show it. */
function within(result: PostsResult, { dateStart, dateEnd }: Piece): PostsResult {
  const { start, end } = readRange(dateStart ?? "1900-01-01", dateEnd ?? "2199-12-31");
  const column = timeColumn(result);
  if (column === -1) throw invalidInput("the posts hold no created_time", "Leave dates out.");
  const rows = result.rows.filter((row) => {
    const day = utcTime(row[column])?.slice(0, 10);
    return day !== undefined && day >= start && day <= end;
  });
  return { ...result, rows };
}

export interface RankedPosts {
  readonly result: PostsResult;
  readonly note?: string;
}

/** @throws ToolError `invalid_input` for a column that is not there, or an offset beyond the last row. */
export function rankPosts(
  result: PostsResult,
  { sortBy, order = "desc", top, offset = 0 }: Piece,
): RankedPosts {
  if (sortBy === undefined && top === undefined && offset === 0) return { result };
  const rows = sortBy === undefined ? result.rows : sorted(result, sortBy, order);
  const all = rows.length;
  if (offset > 0 && offset >= all)
    throw invalidInput(`offset ${offset} is beyond the ${all} posts`, "Choose a smaller offset.");
  const shown = rows.slice(offset, top === undefined ? undefined : offset + top);
  const by =
    sortBy === undefined
      ? "In the order of the result"
      : `Ranked by ${sortBy}, ${order === "asc" ? "lowest" : "highest"} first`;
  return {
    result: { ...result, rows: shown },
    note: `${by}: ${shown.length} of ${all} posts${shown.length < all ? `, from rank ${offset + 1}; totals are of these` : ""}.`,
  };
}

/** Those without a value stand last. */
function sorted(result: PostsResult, sortBy: string, order: "asc" | "desc"): PostsResult["rows"] {
  const column = result.columns.findIndex(({ name }) => name === sortBy);
  if (column === -1) {
    const held = result.columns.map(({ name }) => cell(name));
    throw invalidInput(
      `the posts have no ${sortBy.slice(0, 80)}`,
      `Sort by one of ${some(held, 60)}.`,
    );
  }
  const sign = order === "asc" ? 1 : -1;
  const isTime = result.columns[column]?.type === "time";
  return result.rows.toSorted((left, right) => {
    const [one, other] = [left[column], right[column]].map((value) =>
      isTime ? (timeOf(value) ?? value) : value,
    );
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return sign * compare(one, other);
  });
}

function compare(one: PostCell, other: PostCell): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en");
}
