/** Posts as rows and columns: one row per post, one column per field or key of a field, every text inert. */
import type { ProfileNetwork } from "../../catalog/networks.ts";
import { canBeTotalled, postFieldNotes, type PostField } from "../../catalog/post-fields.ts";
import { upstreamError } from "../../base/errors/tool-error.ts";
import type { Work } from "../../base/async/work.ts";
import { isObject, type JsonObject } from "../../base/text/json.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range, Weekday } from "../../base/time/grains.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { cellOf, checkSize, idName, type PostCell } from "./values.ts";

export interface PostColumn {
  /** The field, or `field.key`. */
  readonly name: string;
  readonly field: string;
  readonly type: Exclude<PostField["type"], "object">;
  /** True if the numbers can be totalled over posts. */
  readonly adds: boolean;
  /** The columns of the numerator and the denominator of a ratio. */
  readonly parts?: readonly [number, number];
  /** The ratio of all rows, where the columns of its parts are omitted. */
  readonly total?: number;
  readonly note?: string | undefined;
}

export type PostRow = readonly PostCell[];

export interface PostsResult {
  readonly network: ProfileNetwork;
  /** `YYYY-MM-DD`, both included, in the time zone of each profile. */
  readonly start: Day;
  readonly end: Day;
  /** The first day that is not over in the zones of all profiles. */
  readonly today: Day;
  /** The first day of weeks. */
  readonly weekStart: Weekday;
  readonly profileCount: number;
  /** Notes that hold for every piece of the result. */
  readonly remarks: readonly string[];
  /** Profiles that were left out: a piece of some profiles does not name them. */
  readonly skipped?: readonly string[];
  readonly columns: readonly PostColumn[];
  readonly rows: readonly PostRow[];
  /** Of a comparison, the earlier range and its posts, with the same columns. */
  readonly before?: (Range & { readonly rows: readonly PostRow[] }) | undefined;
  /** Of posts in two groups (`split`): the condition, and what follows the name of each group. */
  readonly split?: { readonly title: string; readonly names: Readonly<Record<string, string>> };
  /** True if the text shows the ids of posts; the CSV always has them. */
  readonly showsIds: boolean;
  /** Names of the requested profiles, by id. */
  readonly profileNames: ReadonlyMap<string, string>;
  /** By id of a profile, the names of its labels; undefined where they are not known. */
  readonly labels?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Says which part of the posts it has; undefined for all. The first line of each piece states it. */
  readonly part?: string | undefined;
  /** The field and the value of the filter: `type photo`. */
  readonly filter?: string | undefined;
  /** True if the posts before the first row are not stored any more. */
  readonly lacksFirst?: boolean;
  /** The number of posts that a page counted and later pages did not return. */
  readonly vanished?: number;
  /** The fingerprint of the question: only its further posts are added. */
  readonly question: string;
  /** The approximate memory that the rows take. */
  readonly bytes: number;
}

/**
 * Makes columns in the order of the fields; those of an object's keys are in the order of first occurrence.
 * @param fields the requested fields; undefined for all fields of the records.
 * @param specified the fields in the specification; undefined if it lists none. Then the records may name fields in
 * another way than the request, so all their fields become columns, with types inferred from the values.
 */
export function* postsTable(
  records: readonly JsonObject[],
  fields: readonly string[] | undefined,
  specified: readonly PostField[] | undefined,
): Work<Pick<PostsResult, "columns" | "rows" | "bytes">> {
  const isSelected = (field: string): boolean =>
    fields === undefined || specified === undefined || fields.includes(field);
  const flatRecords: Map<string, Flat>[] = [];
  for (const record of records) {
    flatRecords.push(flatten(record, isSelected));
    yield;
  }
  const wide = [...namesByField(flatRecords)].flatMap(([field, columnNames]) =>
    columnNames.size > maxKeys ? field : [],
  );
  const flat =
    wide.length === 0
      ? flatRecords
      : records.map((record) => flatten(record, isSelected, new Set(wide)));
  const keys = namesByField(flat, fields);
  const names = new Set([...keys.values()].flatMap((columnNames) => [...columnNames]));
  const cellsOf = (name: string): PostCell[] => flat.map((record) => record.get(name)?.cell);
  const columns = [...keys].flatMap(([field, columnNames]) => {
    // The request may name `stats.likes`, and the record contain `stats` with the key `likes`.
    if (columnNames.size === 0 && names.has(field)) return [];
    return (columnNames.size === 0 ? [field] : [...columnNames]).map((name) =>
      columnOf(name, field, cellsOf(name), specified),
    );
  });
  const rows = flat.map((record) => columns.map(({ name }) => record.get(name)?.cell));
  const bytes = rows.reduce((sum, row) => sum + JSON.stringify(row).length * 2, 0);
  return { columns, rows, bytes };
}

interface Flat {
  readonly field: string;
  readonly cell: Exclude<PostCell, undefined>;
}

/** Deeper objects, and fields with more keys, become JSON. More fields are an error. */
const [maxDepth, maxKeys, maxFields] = [3, 300, 500];

/** Column names by field. The requested fields are first, also those without a column. */
function namesByField(
  flat: readonly ReadonlyMap<string, Flat>[],
  fields: readonly string[] = [],
): Map<string, Set<string>> {
  const byField = new Map<string, Set<string>>(fields.map((field) => [field, new Set()]));
  for (const record of flat) {
    for (const [name, { field }] of record) {
      byField.set(field, (byField.get(field) ?? new Set()).add(name));
    }
  }
  if (byField.size > maxFields)
    throw upstreamError(`the API's posts have more than ${maxFields} different fields`);
  return byField;
}

/** @param wide fields whose objects become JSON. */
function flatten(
  record: JsonObject,
  isSelected: (field: string) => boolean,
  wide?: ReadonlySet<string>,
): Map<string, Flat> {
  const cells = new Map<string, Flat>();
  const copies = new Map<string, number>();
  const add = (name: string, field: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return;
    if (isObject(value) && depth < maxDepth) {
      for (const [key, inner] of Object.entries(value)) {
        add(`${name}.${plainText(key, 60)}`, field, inner, depth + 1);
      }
      return;
    }
    // Different keys can have the same inert text.
    const copy = (copies.get(name) ?? 0) + 1;
    copies.set(name, copy);
    const free = copy === 1 && !cells.has(name) ? name : `${name} (${copy})`;
    cells.set(free, { field, cell: cellOf(name, value) });
  };
  checkSize(record);
  for (const [key, value] of Object.entries(record)) {
    const field = plainText(key, 100);
    if (isSelected(field)) add(field, field, value, wide?.has(field) ? maxDepth : 0);
  }
  return cells;
}

export function columnOf(
  name: string,
  field: string,
  values: readonly PostCell[],
  specified: readonly PostField[] = [],
): PostColumn {
  const cells = values.filter((cell) => cell !== undefined);
  const row = specified.find((postField) => postField.name === field);
  const seen = typeOf(name, cells);
  if (row === undefined) {
    // Counts are whole numbers; numbers with fractions are ratios.
    const adds = canBeTotalled(name) && cells.every((cell) => Number.isInteger(cell));
    return { name, field, type: seen, adds };
  }
  const type = row.type === "object" ? seen : row.type;
  // The values decide the type if they contradict the specification.
  const isOther = cells.length > 0 && (type === "number" ? seen !== "number" : seen === "text");
  const note = postFieldNotes[field];
  return { name, field, type: isOther ? seen : type, adds: row.adds === true, note };
}

const dateTime =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)?$/i;
/** Ids, one-word kinds and addresses. Their form leaves no room for instructions to a model. */
const word = /^([\w.:+-]{0,40}|https?:\/\/[\w.:/?=&%#@~+-]{0,190})$/;

function typeOf(name: string, cells: readonly PostCell[]): PostColumn["type"] {
  const every = (type: string): boolean => cells.every((cell) => typeof cell === type);
  if (cells.some((cell) => Array.isArray(cell))) return "list";
  if (cells.length === 0) return "word";
  if (every("number") && idName.test(name)) return "word";
  if (every("number") && name === "created_time") return "time";
  if (every("number")) return "number";
  if (every("boolean")) return "flag";
  const texts = cells.map(String);
  if (texts.every((text) => dateTime.test(text))) return "time";
  return texts.every((text) => word.test(text)) ? "word" : "text";
}
