/** Request body and answer of the metrics endpoint (spec, Version 3: profile metrics). */
import { isDay, type Day } from "../../base/time/days.ts";
import type { ProfileId } from "./records.ts";
import { type RowValue, rowKey, type Axis } from "../../numbers/cells/axis.ts";
import { packed, type PackedNumbers } from "../../numbers/cells/packed-numbers.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { type JsonObject, isObject } from "../../base/text/json.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { ApiVersion, MetricNetwork } from "../../catalog/networks.ts";

/** One request, without the credentials. Dates are `YYYY-MM-DD`, both included. */
export interface MetricsRequest {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  readonly start: Day;
  readonly end: Day;
  readonly profiles: readonly ProfileId[];
  readonly metrics: readonly string[];
  readonly dimensions: readonly Dimension[];
}

export const bodyOf = (request: MetricsRequest): JsonObject => ({
  date_start: request.start,
  date_end: request.end,
  profiles: request.profiles,
  metrics: request.metrics,
  dimensions: request.dimensions.map((type) => ({ type })),
});

/**
 * A flattened answer: the numbers in the order of the axes, with the metrics innermost.
 * A missing number is NaN, never 0.
 */
export interface MetricsAnswer {
  readonly axes: readonly Axis[];
  /** Metric names, in the order of the request. */
  readonly metrics: readonly string[];
  readonly values: PackedNumbers;
}

/** Contents of an answer that are not accepted as numbers. */
export const surprises = {
  value: "a value that is not a number",
  row: "a row that was not asked for, or that has another name",
  shape: "a header that does not fit the request or the numbers",
} as const;
export type Surprise = keyof typeof surprises;
const isSurprise = (name: string): name is Surprise => Object.hasOwn(surprises, name);
export const surpriseNames: readonly Surprise[] = Object.keys(surprises).filter(isSurprise);

/** `upstream_failed`. It is counted: an answer of this kind is a defect of the API, or of what this server assumes. */
export class SurprisingAnswer extends ToolError {
  constructor(
    readonly surprise: Surprise,
    problem: string,
  ) {
    super("upstream_failed", problem);
  }
}

const errorOf =
  (surprise: Surprise) =>
  (problem: string): SurprisingAnswer =>
    new SurprisingAnswer(surprise, problem);
const [valueError, rowError, shapeError] = [errorOf("value"), errorOf("row"), errorOf("shape")];

/** Reads an answer. @throws SurprisingAnswer if header, nesting and request do not match. */
export function readMetricsAnswer(record: JsonObject, request: MetricsRequest): MetricsAnswer {
  const header = record["header"];
  if (!Array.isArray(header)) throw shapeError("the API's answer has no header");
  const entries = header.map(headerEntry);
  const metricEntry = entries.pop();
  if (metricEntry?.type !== "metric") throw shapeError("the API's header does not end with metric");
  const axes = request.dimensions.map((type, index): Axis => {
    const entry = entries[index];
    if (entry?.type !== type)
      throw shapeError(`the API's header does not have ${type} in the requested place`);
    return { type, rows: entry.rows };
  });
  if (entries.length !== axes.length)
    throw shapeError("the API's header has more dimensions than requested");
  for (const axis of axes) checkRows(axis, request);

  const columns = columnsOf(metricEntry.rows, request.metrics);
  const cells = axes.reduce((count, axis) => count * axis.rows.length, 1);
  if (cells * columns.length > ourLimits.answerJson.values)
    throw shapeError("the API's header names more numbers than its answer has");
  const values = new Float64Array(cells * columns.length);
  let at = 0;
  const lengths = [...axes, metricEntry].map(({ rows }) => rows.length);
  const copy = (level: unknown, depth: number): void => {
    if (!Array.isArray(level) || level.length !== lengths[depth])
      throw shapeError("the nesting of the API's answer does not match its header");
    if (depth < axes.length) {
      for (const inner of level) copy(inner, depth + 1);
      return;
    }
    for (const column of columns) {
      const value: unknown = level[column];
      if (value === null) values[at++] = Number.NaN;
      else if (typeof value === "number" && Number.isFinite(value)) values[at++] = value;
      else if (typeof value === "string" && numberText.test(value)) values[at++] = Number(value);
      else throw valueError("the API's answer contains a value that is not a number");
    }
  };
  copy(record["data"], 0);
  return { axes, metrics: request.metrics, values: packed(values) };
}

/** A number that was sent as a text: as JSON has it, and no larger than one can be. */
const numberText = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;

/** Far more than profiles, days or rows of a breakdown of one request. */
const maxRows = 100_000;

function headerEntry(value: unknown): { type: unknown; rows: RowValue[] } {
  const rows = isObject(value) ? value["rows"] : undefined;
  if (!isObject(value) || !Array.isArray(rows)) throw shapeError("the API's header is malformed");
  if (rows.length > maxRows) throw shapeError(`the API's header has more than ${maxRows} rows`);
  for (const row of rows) {
    if (typeof row !== "string" && typeof row !== "number" && !isObject(row))
      throw rowError("the API's header has a row that is not a string, number or object");
  }
  return { type: value["type"], rows };
}

function checkRows({ type, rows }: Axis, request: MetricsRequest): void {
  if (new Set(rows.map(rowKey)).size !== rows.length)
    throw rowError(`the API repeats a ${type} row`);
  if (type === "profile") {
    const requested = new Set<string>(request.profiles);
    if (!rows.every((row) => requested.has(rowKey(row))))
      throw rowError("the API answered for a profile not requested");
  }
  if (type === "date.day") {
    const inside = (row: RowValue): boolean =>
      typeof row === "string" && isDay(row) && row >= request.start && row <= request.end;
    if (!rows.every(inside)) throw rowError("the API answered for a day not requested");
  }
}

/** Returns the index of each requested metric in the innermost arrays of the answer. */
function columnsOf(rows: readonly RowValue[], metrics: readonly string[]): number[] {
  return metrics.map((metric) => {
    const column = rows.indexOf(metric);
    if (column === -1) throw rowError(`the API's answer lacks the metric ${metric}`);
    return column;
  });
}
