/** Posts as they are kept: a row per post, a column per field or per key of a field, every text inert. */
import { isObject, type JsonObject } from "../api/envelope.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { ProfileNetwork } from "../catalog/networks.ts";
import { addsUp, postFieldNotes, type PostField } from "../catalog/post-fields.ts";
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
  readonly kind: "posts";
  readonly id: string;
  readonly network: ProfileNetwork;
  /** `YYYY-MM-DD`, both included, in each profile's timezone. */
  readonly start: string;
  readonly end: string;
  readonly profileCount: number;
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
  /** What is known of fields; the type of others is taken from their values. */
  readonly known: readonly PostField[];
}

/** Columns in the order of the fields, those of an object's keys in the order they are first seen. */
export function postsTable(
  records: readonly JsonObject[],
  { fields, known }: PostsShape,
): Pick<PostsResult, "columns" | "rows" | "bytes"> {
  const flat = records.map((record) => flatten(record, fields));
  const keys = new Map<string, Set<string>>((fields ?? []).map((name) => [name, new Set()]));
  for (const record of flat) {
    for (const [name, { field }] of record) {
      keys.set(field, (keys.get(field) ?? new Set()).add(name));
    }
  }
  const cellsOf = (name: string): PostCell[] => flat.map((record) => record.get(name)?.cell);
  const columns = [...keys].flatMap(([field, names]) =>
    (names.size === 0 ? [field] : [...names]).map((name) =>
      columnOf({ name, field }, cellsOf(name), known),
    ),
  );
  const rows = flat.map((record) => columns.map(({ name }) => record.get(name)?.cell));
  return { columns, rows, bytes: JSON.stringify(rows).length * 2 };
}

interface Flat {
  readonly field: string;
  readonly cell: Exclude<PostCell, undefined>;
}

/** Deeper objects than this become their JSON. */
const maxDepth = 3;

function flatten(record: JsonObject, fields: readonly string[] | undefined): Map<string, Flat> {
  const cells = new Map<string, Flat>();
  const add = (name: string, field: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return;
    if (isObject(value) && depth < maxDepth) {
      for (const [key, inner] of Object.entries(value)) {
        add(`${name}.${plainText(key, 60)}`, field, inner, depth + 1);
      }
      return;
    }
    cells.set(name, { field, cell: cellOf(value) });
  };
  for (const [key, value] of Object.entries(record)) {
    const field = plainText(key, 100);
    if (fields === undefined || fields.includes(field)) add(field, field, value, 0);
  }
  return cells;
}

function cellOf(value: unknown): Flat["cell"] {
  if (typeof value === "string") return plainText(value, ourLimits.postTextLength);
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
  if (row === undefined) return { name, field, type: seen, adds: addsUp(name) };
  const type = row.type === "object" ? seen : row.type;
  // A field that does not hold what the specification says is shown as what it holds.
  const isOther = type === "number" && cells.length > 0 && seen !== "number";
  const note = postFieldNotes[field];
  return {
    name,
    field,
    type: isOther ? seen : type,
    adds: row.adds === true,
    ...(note === undefined ? {} : { note }),
  };
}

const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
/** Ids, addresses, one-word kinds: nothing that speaks to a reader. */
const word = /^[\w.:/?=&%#@~+-]{0,200}$/;

function typeOf(name: string, cells: readonly PostCell[]): PostColumn["type"] {
  const every = (type: string): boolean => cells.every((cell) => typeof cell === type);
  if (cells.some((cell) => Array.isArray(cell))) return "list";
  if (cells.length === 0) return "word";
  if (every("number")) return "number";
  if (every("boolean")) return "flag";
  const texts = cells.map(String);
  if (texts.every((text) => dateTime.test(text)) && name !== "id") return "time";
  return texts.every((text) => word.test(text)) ? "word" : "text";
}
