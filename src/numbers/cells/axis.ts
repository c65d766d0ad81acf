/** The rows of a grid: one axis per dimension (spec, Version 3: profile metrics). */
import type { Dimension } from "../../catalog/dimensions.ts";
import { upstreamError } from "../../base/errors/tool-error.ts";
import { isObject, type JsonObject } from "../../base/text/json.ts";

/** A string, a number or an object: the spec does not show the row values of most dimensions. */
export type RowValue = string | number | JsonObject;

export interface Axis {
  readonly type: Dimension;
  readonly rows: readonly RowValue[];
}

/** Returns a text that identifies a row value. An object becomes its JSON with sorted keys. */
export function rowKey(row: RowValue): string {
  return typeof row === "object" ? JSON.stringify(sorted(row, 0)) : String(row);
}

/** Rejects rows nested more deeply than any real row value. */
const maxDepth = 16;

function sorted(value: unknown, depth: number): unknown {
  if (depth > maxDepth)
    throw upstreamError("the API's header contains a row that is nested too deeply");
  if (Array.isArray(value)) return value.map((inner) => sorted(inner, depth + 1));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key], depth + 1)]));
}
