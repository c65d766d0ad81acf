/** Selects and ranks posts of a result. */
import { orMissing } from "../../numbers/cells/states.ts";
import { groupBy } from "../../numbers/cells/group-by.ts";
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import { checkOptions, type Piece } from "../../answers/replies/reply.ts";
import type { Note } from "../../answers/replies/layout.ts";
import { within } from "../../answers/replies/window.ts";
import { namedIn } from "../../suite/connection/names.ts";
import { cell, some } from "../../base/text/words.ts";
import type { Range } from "../../base/time/grains.ts";
import { rangeWithin } from "../../base/time/resolve.ts";
import {
  creationTimes,
  localColumn,
  profileColumn,
  ratioOf,
  timeColumn,
  timeOf,
} from "./columns.ts";
import type { PostColumn, PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";
import { splitPosts } from "./split.ts";
import { matchingPosts } from "./where.ts";
import { nameTakenError, readRatio, type NamedRatio } from "../../numbers/meaning/ratios.ts";

/** The posts that a piece selects, in its order. */
export interface SelectedPosts {
  readonly ranked: PostsResult;
  /** The number of posts before them in their order. */
  readonly offset: number;
  /** The posts before the selection by rank. */
  readonly selected: PostsResult;
  /** The columns that the piece names. */
  readonly metrics: readonly string[] | undefined;
  readonly sortBy: string | undefined;
  /** What was selected, and how. */
  readonly said: readonly string[];
  /** The same sentences, and the remarks of the result. */
  readonly notes: readonly Note[];
}

/** Arguments that list the posts of a comparison, which is a line of all posts without them. */
const listing = ["sortBy", "order", "top", "offset"] as const;

/** True for a piece of a comparison that is the line of all posts. */
export const isTotalOf = ({ before }: PostsResult, piece: Piece): boolean =>
  before !== undefined &&
  piece.groupBy === undefined &&
  listing.every((name) => piece[name] === undefined);

/** @throws ToolError `invalid_input` for an argument that posts do not have, and for a name that the result does not hold. */
export function selectPosts(result: PostsResult, piece: Piece): SelectedPosts {
  const { profiles, dateStart, dateEnd, split } = piece;
  const isGrouped = (piece.groupBy ?? split) !== undefined || isTotalOf(result, piece);
  const kind = result.before === undefined ? "groups" : "compared posts";
  checkOptions(piece, isGrouped ? kind : "posts");
  const nameOf = (text: string): string => readRatio(text)?.name ?? text;
  const metrics = piece.metrics?.map(nameOf);
  const sortBy = piece.sortBy === undefined ? undefined : nameOf(piece.sortBy);
  const isCut = dateStart !== undefined || dateEnd !== undefined;
  const days = isCut ? rangeWithin(result, piece) : undefined;
  const texts = [...(piece.metrics ?? []), piece.sortBy ?? ""];
  const select = (posts: PostsResult): ReturnType<typeof matchingPosts> => {
    const rated = withRatios(posts, texts);
    const chosen = profiles === undefined ? rated : ofNamed(rated, profiles);
    return matchingPosts(days === undefined ? chosen : createdWithin(chosen, days), piece.where);
  };
  const { result: matches, note: condition = false } = select(result);
  const past = result.before && select({ ...result, rows: result.before.rows });
  const earlier = past?.result.rows;
  const both = { ...matches, before: result.before && { ...result.before, rows: earlier ?? [] } };
  const selected = split === undefined ? both : splitPosts(both, split);
  // Ranks before it selects columns, so that a column which is not shown can rank the posts.
  // The best of each group have an order of their own.
  const choosesGroups = piece.best !== undefined && piece.top === undefined;
  const { ranked, note } = rankPosts(
    selected,
    { ...piece, sortBy: choosesGroups ? undefined : sortBy },
    isGrouped,
  );
  const count = ranked.rows.length + (isGrouped ? (earlier?.length ?? 0) : 0);
  const wider = result.part === undefined ? "" : ", or continue the list";
  const before = past?.note === undefined ? false : `Before: ${past.note}`;
  const said = [condition, before, note].filter((text) => typeof text === "string");
  const notes: Note[] = [
    count === 0 && `No post of the result matches: widen the selection${wider}.`,
    ...said,
    ...(profiles === undefined ? (result.skipped ?? []) : []),
    ...result.remarks,
  ];
  return { ranked, offset: piece.offset ?? 0, selected, metrics, sortBy, said, notes };
}

/** Selects columns by name, or all columns of a field. Always keeps the columns that identify a post. */
export function withColumns(result: PostsResult, names: readonly string[]): PostsResult {
  const { columns } = result;
  const unknown = names.find(
    (name) => !columns.some((column) => [column.name, column.field].includes(name)),
  );
  if (unknown !== undefined) throw noColumnError(result, unknown, "They have");
  const identity = [profileColumn(result), timeColumn(result), localColumn(result)];
  const isSelected = ({ name, field }: PostColumn): boolean =>
    ["id", "url", ...names].includes(name) || names.includes(field);
  const selected = [...columns.entries()].filter(
    ([index, column]) => identity.includes(index) || isSelected(column),
  );
  return {
    ...result,
    columns: selected.map(([, column]) => {
      if (column.parts === undefined) return column;
      return { ...column, total: orMissing(ratioOf(result.rows, column.parts)) };
    }),
    rows: result.rows.map((row) => selected.map(([index]) => row[index])),
  };
}

function noColumnError({ columns }: PostsResult, name: string, choose: string): ToolError {
  const names = columns.map((column) => cell(column.name));
  return inputError(`the posts have no ${name.slice(0, 80)}`, `${choose} ${some(names, 60)}.`);
}

function ofNamed(result: PostsResult, wanted: readonly string[]): PostsResult {
  const list = Array.from(result.profileNames, ([id, name]) => ({ id, name }));
  return ofProfiles(result, new Set(namedIn(list, wanted).map(({ id }) => id)));
}

/** The posts of some profiles, by their ids. @throws ToolError `invalid_input` for posts that do not name theirs. */
export function ofProfiles(result: PostsResult, ids: ReadonlySet<string>): PostsResult {
  if ([...result.profileNames.keys()].every((id) => ids.has(id))) return result;
  const column = profileColumn(result);
  if (column === -1 && result.rows.length > 0) {
    throw inputError(
      "the posts do not name their profile",
      "Repeat the question with the field page_id.",
    );
  }
  const rows = result.rows.filter((row) => ids.has(String(row[column])));
  const profileNames = new Map([...result.profileNames].filter(([id]) => ids.has(id)));
  return { ...result, rows, profileNames, profileCount: profileNames.size };
}

/** Selects posts by their day of creation in the zone of their profile. */
function createdWithin(result: PostsResult, { start, end }: Range): PostsResult {
  const timeIn = creationTimes(result);
  if (timeIn === undefined)
    throw inputError("the posts have no created_time", "Leave the dates out.");
  const rows = result.rows.filter((row) => {
    const day = timeIn(row)?.slice(0, 10);
    return day !== undefined && day >= start && day <= end;
  });
  return { ...result, rows, start, end };
}

/** Sorts the posts and selects rows; the note states the order and the number of posts. */
function rankPosts(
  result: PostsResult,
  { sortBy, order = "desc", top = Infinity, offset = 0 }: Piece,
  isGrouped: boolean,
): { readonly ranked: PostsResult; readonly note: string | false } {
  // Groups have an order of their own.
  if ((sortBy === undefined || isGrouped) && top === Infinity && offset === 0)
    return { ranked: result, note: false };
  const sorted = sortBy === undefined ? result.rows : sortedRows(result, sortBy, order);
  const postCount = sorted.length;
  const rows = within(sorted, { top, offset }, "post");
  const by =
    sortBy === undefined
      ? "In the order of the result"
      : `Ranked by ${sortBy}, ${firstWord(sortBy, order)} first`;
  const totals = isGrouped ? "only these" : "all";
  const rest = rows.length < postCount ? `, from rank ${offset + 1}; totals cover ${totals}` : "";
  // Groups have no rows with numbers of their own.
  const hasRows = sortBy !== undefined && !isGrouped;
  const shared = hasRows ? sharedRanks({ ...result, rows }, sortBy, offset) : "";
  return {
    ranked: { ...result, rows },
    note: `${by}: ${rows.length} of ${postCount} posts${rest}.${shared}`,
  };
}

function firstWord(sortBy: string, order: "asc" | "desc"): string {
  const [down, up] = sortBy === "created_time" ? ["newest", "oldest"] : ["highest", "lowest"];
  return order === "asc" ? up : down;
}

/** Names the posts of equal value by their numbers in the table. */
function sharedRanks({ columns, rows }: PostsResult, sortBy: string, offset: number): string {
  const column = columns.findIndex(({ name }) => name === sortBy);
  const places = [...rows.keys()].filter((place) => typeof rows[place]?.[column] === "number");
  const shared = groupBy(places, (place) => String(rows[place]?.[column]))
    .filter((group) => group.length > 1)
    .map((group) => `# ${group.map((place) => offset + place + 1).join(", ")}`);
  return shared.length === 0 ? "" : ` Equal values share a rank: ${some(shared, 6, "; ")}.`;
}

/** The place of the column that sorts posts. @throws ToolError `invalid_input` for one that they do not have. */
export function sortingColumn(result: PostsResult, sortBy: string): number {
  const column = result.columns.findIndex(({ name }) => name === sortBy);
  if (column === -1) throw noColumnError(result, sortBy, "Sort by one of");
  return column;
}

/** Posts without a value are last. */
export function sortedRows(
  result: PostsResult,
  sortBy: string,
  order: "asc" | "desc",
): PostsResult["rows"] {
  const column = sortingColumn(result, sortBy);
  const sign = order === "asc" ? 1 : -1;
  const isTime = result.columns[column]?.type === "time";
  const keyOf = (row: readonly PostCell[]): PostCell =>
    (isTime ? timeOf(row[column]) : undefined) ?? row[column];
  return result.rows.toSorted((left, right) => {
    const [leftKey, rightKey] = [keyOf(left), keyOf(right)];
    if (leftKey === undefined || rightKey === undefined)
      return Number(leftKey === undefined) - Number(rightKey === undefined);
    const areNumbers = typeof leftKey === "number" && typeof rightKey === "number";
    return (
      sign *
      (areNumbers ? leftKey - rightKey : String(leftKey).localeCompare(String(rightKey), "en"))
    );
  });
}

/** The posts with a column for each ratio among the texts. */
function withRatios(result: PostsResult, texts: readonly string[]): PostsResult {
  return texts.flatMap((text) => readRatio(text) ?? []).reduce(withRatio, result);
}

/** @throws ToolError `invalid_input` for parts that are not columns of numbers, and for a name that another column has. */
function withRatio(result: PostsResult, { name, above, below }: NamedRatio): PostsResult {
  const placeOf = (part: string): number => {
    const place = result.columns.findIndex((column) => column.name === part);
    if (result.columns[place]?.type === "number") return place;
    const numbers = result.columns.filter(({ type }) => type === "number");
    const names = numbers.map((column) => column.name).join(", ");
    throw inputError(
      `the posts have no numbers ${part}, which ${name} needs`,
      `Choose from ${names}; other fields must be among the fields of the question.`,
    );
  };
  const parts = [placeOf(above), placeOf(below)] as const;
  const named = result.columns.find((column) => [column.name, column.field].includes(name));
  if (named?.parts?.join() === parts.join()) return result;
  if (named !== undefined) throw nameTakenError(name);
  const column: PostColumn = { name, field: name, type: "number", adds: false, parts };
  const rows = result.rows.map((row) => [...row, ratioOf([row], parts)]);
  return { ...result, columns: [...result.columns, column], rows };
}
