/** The rows of a grid: one axis per dimension (spec, Version 3: profile metrics). */
import type { Dimension } from "../catalog/dimensions.ts";
import { upstreamFailed } from "../errors/tool-error.ts";
import { isObject, type JsonObject } from "../text/json.ts";

/** A row value is a string, a number or an object: the spec does not show it for most dimensions. */
export type RowValue = string | number | JsonObject;

export interface Axis {
  readonly type: Dimension;
  readonly rows: readonly RowValue[];
}

/** One text per row value, the same for the same value; objects by their JSON with sorted keys. */
export function rowKey(row: RowValue): string {
  return typeof row === "object" ? JSON.stringify(sorted(row, 0)) : String(row);
}

/** Deeper than any row value has a reason to be. */
const maxDepth = 16;

function sorted(value: unknown, depth: number): unknown {
  if (depth > maxDepth)
    throw upstreamFailed("the API's header holds a row that is nested too deep");
  if (Array.isArray(value)) return value.map((inner) => sorted(inner, depth + 1));
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key], depth + 1)]));
}
