/** Posts as they are kept: a row per post, a column per field or per key of a field, every text inert. */
import { upstreamFailed } from "../errors/tool-error.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { ProfileNetwork } from "../catalog/networks.ts";
import { canBeTotalled, postFieldNotes, type PostField } from "../catalog/post-fields.ts";
import { plainText } from "../text/plain.ts";

/** Undefined is missing; a list is as the API has it, its texts inert. */
export type PostCell = string | number | boolean | readonly unknown[] | undefined;

export interface PostColumn {
  /** The field, or `field.key`. */
  readonly name: string;
  readonly field: string;
  readonly type: Exclude<PostField["type"], "object">;
  /** Its numbers may be added up over posts. */
  readonly adds: boolean;
  /** What a reader must know of it. */
  readonly note?: string;
}

export interface PostsResult {
  readonly network: ProfileNetwork;
  /** `YYYY-MM-DD`, both included, in each profile's timezone. */
  readonly start: string;
  readonly end: string;
  readonly profileCount: number;
  /** What was left out or follows: as true of any piece of it. */
  readonly remarks: readonly string[];
  readonly columns: readonly PostColumn[];
  readonly rows: readonly (readonly PostCell[])[];
  /** Whether posts' ids are shown; the CSV has them always. */
  readonly showsIds: boolean;
  /** Names of the profiles asked for, by id. */
  readonly profileNames: ReadonlyMap<string, string>;
  /** About how much memory the rows take. */
  readonly bytes: number;
}

export interface PostsShape {
  /** What was asked; left out: whatever the records hold. */
  readonly fields?: readonly string[] | undefined;
  /** Whether to keep what the records hold beyond it: where names are not known, answers may differ from them. */
  readonly keepsOthers?: boolean;
  /** What is known of fields; the type of others is taken from their values. */
  readonly known: readonly PostField[];
}

/** Columns in the order of the fields, those of an object's keys in the order they are first seen. */
export function postsTable(
  records: readonly JsonObject[],
  { fields, keepsOthers = false, known }: PostsShape,
): Pick<PostsResult, "columns" | "rows" | "bytes"> {
  const isKept = (field: string): boolean =>
    fields === undefined || keepsOthers || fields.includes(field);
  const flat = withoutWideFields(
    records,
    records.map((record) => flatten(record, isKept)),
  );
  const keys = namesByField(flat, fields);
  const all = new Set([...keys.values()].flatMap((names) => [...names]));
  const cellsOf = (name: string): PostCell[] => flat.map((record) => record.get(name)?.cell);
  const columns = [...keys].flatMap(([field, names]) => {
    // `stats.likes` may have been asked, and `stats` come with `likes` in it.
    if (names.size === 0 && all.has(field)) return [];
    return (names.size === 0 ? [field] : [...names]).map((name) =>
      columnOf({ name, field }, cellsOf(name), known),
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

/** Deeper objects than this become their JSON. */
const maxDepth = 3;
/** So does a field of more keys than this. */
const maxKeys = 300;

/** More fields than this are no description of a post. */
const maxFields = 500;

/** @param fields stand first, with or without names. */
function namesByField(
  flat: readonly ReadonlyMap<string, Flat>[],
  fields: readonly string[] = [],
): Map<string, Set<string>> {
  const byField = new Map<string, Set<string>>(fields.map((field) => [field, new Set()]));
  for (const record of flat) {
    for (const [name, { field }] of record) {
      const names = byField.get(field);
      if (names === undefined) byField.set(field, new Set([name]));
      else names.add(name);
    }
  }
  if (byField.size > maxFields)
    throw upstreamFailed(`the API's posts have more than ${maxFields} different fields`);
  return byField;
}

function withoutWideFields(
  records: readonly JsonObject[],
  flat: readonly Map<string, Flat>[],
): readonly Map<string, Flat>[] {
  const names = namesByField(flat);
  const wide = new Set([...names].flatMap(([field, own]) => (own.size > maxKeys ? [field] : [])));
  if (wide.size === 0) return flat;
  return flat.map((record, index) => {
    const narrow = new Map([...record].filter(([, { field }]) => !wide.has(field)));
    for (const [key, value] of Object.entries(records[index] ?? {})) {
      const field = fieldName(key);
      if (wide.has(field)) narrow.set(field, { field, cell: JSON.stringify(inert(value)) });
    }
    return narrow;
  });
}

const fieldName = (key: string): string => plainText(key, 100);

function flatten(record: JsonObject, isKept: (field: string) => boolean): Map<string, Flat> {
  const cells = new Map<string, Flat>();
  const add = (name: string, field: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return;
    if (isObject(value) && depth < maxDepth) {
      for (const [key, inner] of Object.entries(value)) {
        add(`${name}.${plainText(key, 60)}`, field, inner, depth + 1);
      }
      return;
    }
    // Keys that look the same once they are inert are kept apart.
    let free = name;
    for (let copy = 2; cells.has(free); copy += 1) free = `${name} (${copy})`;
    cells.set(free, { field, cell: cellOf(value) });
  };
  for (const [key, value] of Object.entries(record)) {
    const field = fieldName(key);
    if (isKept(field)) add(field, field, value, 0);
  }
  return cells;
}

function cellOf(value: unknown): Flat["cell"] {
  if (typeof value === "string") return plainText(value, ourLimits.postTextLength);
  if (typeof value === "number" && !Number.isFinite(value))
    throw upstreamFailed("the API's posts hold a number that is none");
  if (typeof value === "number" || typeof value === "boolean") return value;
  return Array.isArray(value) ? value.map((one) => inert(one)) : JSON.stringify(inert(value));
}

/** Every text within made inert, keys included; what is nested deeper than it has a reason to be is left out. */
function inert(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return plainText(value, ourLimits.postTextLength);
  if (typeof value !== "object" || value === null) return value;
  if (depth > 8) return null;
  if (Array.isArray(value)) return value.map((inner) => inert(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [plainText(key, 60), inert(inner, depth + 1)]),
  );
}

function columnOf(
  { name, field }: Pick<PostColumn, "name" | "field">,
  all: readonly PostCell[],
  known: readonly PostField[],
): PostColumn {
  const cells = all.filter((cell) => cell !== undefined);
  const row = known.find((one) => one.name === field);
  const seen = typeOf(name, cells);
  if (row === undefined) {
    // Counts are whole numbers; what has fractions is a share of something.
    const adds = canBeTotalled(name) && cells.every((cell) => Number.isInteger(cell));
    return { name, field, type: seen, adds };
  }
  const type = row.type === "object" ? seen : row.type;
  // A field that does not hold what the specification says is shown as what it holds.
  const isOther = cells.length > 0 && (type === "number" ? seen !== "number" : seen === "text");
  const note = postFieldNotes[field];
  return {
    name,
    field,
    type: isOther ? seen : type,
    adds: row.adds === true,
    ...(note === undefined ? {} : { note }),
  };
}

const dateTime =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)?$/i;
/** Ids, one-word kinds, addresses: too short or too strict to speak to a reader. */
const word = /^([\w.:+-]{0,40}|https?:\/\/[\w.:/?=&%#@~+-]{0,190})$/;

function typeOf(name: string, cells: readonly PostCell[]): PostColumn["type"] {
  const every = (type: string): boolean => cells.every((cell) => typeof cell === type);
  if (cells.some((cell) => Array.isArray(cell))) return "list";
  if (cells.length === 0) return "word";
  if (every("number") && /(^|[._])id$/.test(name)) return "word";
  if (every("number") && name === "created_time") return "time";
  if (every("number")) return "number";
  if (every("boolean")) return "flag";
  const texts = cells.map(String);
  if (texts.every((text) => dateTime.test(text))) return "time";
  return texts.every((text) => word.test(text)) ? "word" : "text";
}
