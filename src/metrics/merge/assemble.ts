/** Folds the merged parts to the asked dimensions and joins them into one grid. Pure. */
import type { Axis, RowValue } from "../../cells/axis.ts";
import { upstreamFailed } from "../../errors/tool-error.ts";
import { bucketStart, bucketsOf, monthName, type Grain } from "../../time/grains.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { Accumulator } from "../../cells/accumulator.ts";
import type { Cells } from "../../cells/cells.ts";
import type { FoldedAxis } from "../../cells/fold.ts";
import { fold, unfolded } from "../../cells/fold.ts";
import type { Labels } from "../question/labels.ts";
import type { Answered, KeyOf } from "./merge.ts";
import { unionOf } from "./merge.ts";
import type { Query } from "../question/question.ts";
import { dateDimensionOf } from "../question/question.ts";

/** What folding needs to know beside the numbers. */
export interface FoldingRows {
  readonly grain: Grain;
  /** The API's own names of the asked grain's rows, in order, where they were seen. */
  readonly names: readonly RowValue[] | undefined;
  readonly labels: Labels | undefined;
}

export function foldPart(query: Query, cells: Cells, rows: FoldingRows): Cells {
  const axes = query.dimensions.map((type) => foldedAxis(query, cells, type, rows));
  const stays = axes.every(({ axis }, index) => axis === cells.axes[index]);
  return stays && axes.length === cells.axes.length ? cells : fold(cells, axes);
}

function foldedAxis(query: Query, cells: Cells, type: Dimension, rows: FoldingRows): FoldedAxis {
  const from = cells.axes.findIndex((axis) => axis.type === type);
  const axis = cells.axes[from];
  if (axis !== undefined) return unfolded(axis, from);
  return type === "profile_label"
    ? labelAxis(query, cells, rows.labels)
    : bucketAxis(query, cells, type, rows);
}

function labelAxis(query: Query, cells: Cells, labels: Labels | undefined): FoldedAxis {
  const from = cells.axes.findIndex((axis) => axis.type === "profile");
  const ids = (cells.axes[from]?.rows ?? []).map((row) => {
    const profile = query.profiles.find(({ id }) => id === row);
    return profile === undefined ? [] : (labels?.of(profile) ?? []);
  });
  const distinct = [...new Set(ids.flat())];
  const places = new Map(distinct.map((id, place) => [id, place]));
  return {
    axis: { type: "profile_label", rows: distinct },
    from,
    rows: ids.map((some) => some.flatMap((id) => places.get(id) ?? [])),
  };
}

/** @throws ToolError `upstream_failed` where the API's rows are not the calendar's buckets: nothing is guessed. */
function bucketAxis(query: Query, cells: Cells, type: Dimension, rows: FoldingRows): FoldedAxis {
  const from = cells.axes.findIndex((axis) => axis.type === "date.day");
  const days = (cells.axes[from]?.rows ?? []).map(String);
  const buckets = bucketsOf(query.start, query.end, rows.grain);
  const names = rows.names ?? buckets.map(monthName);
  if (names.length !== buckets.length) {
    throw upstreamFailed(
      `the API has ${names.length} rows of ${type} where the calendar has ${buckets.length}, so they cannot be folded here`,
      askOtherwise,
    );
  }
  const places = new Map(buckets.map((bucket, place) => [bucket, place]));
  return {
    axis: { type, rows: names },
    from,
    rows: days.map((day) => [places.get(bucketStart(day, rows.grain)) ?? 0]),
  };
}

/**
 * Folds one profile's days of one metric as the others are folded, and compares with what the API says of them.
 * @throws ToolError `upstream_failed` where they differ: the API's rows then hold other days than we take them to.
 */
export function checkRows(
  query: Query,
  parts: readonly Cells[],
  rows: FoldingRows,
  named: readonly Answered[],
): void {
  const [sample] = named;
  const name = sample?.request.metrics[0];
  const profile = sample?.request.profiles[0];
  const part = parts.find(({ metrics }) => metrics.some((metric) => metric.name === name));
  const type = dateDimensionOf(query.dimensions);
  if (part === undefined || type === undefined) return;
  if (part.axes.some((axis) => axis.type !== "profile" && axis.type !== "date.day")) return;
  const axes = part.axes.flatMap((axis, from): FoldedAxis[] =>
    axis.type === "profile"
      ? [
          {
            axis: { ...axis, rows: [""] },
            from,
            rows: axis.rows.map((id) => (id === profile ? [0] : [])),
          },
        ]
      : [bucketAxis(query, part, type, rows)],
  );
  const { values, metrics } = fold(part, axes);
  const column = metrics.findIndex((metric) => metric.name === name);
  const ours = Array.from(values).filter((_, at) => at % metrics.length === column);
  const theirs = named.flatMap(({ answer }) => Array.from(answer.values));
  const differ = ours.some((value, row) => !isClose(value, theirs[row] ?? Number.NaN));
  if (!differ) return;
  throw upstreamFailed(
    `the API's rows of ${type} hold other days than they are known to, so they cannot be folded here`,
    askOtherwise,
  );
}

const isClose = (left: number, right: number): boolean =>
  Number.isNaN(left)
    ? Number.isNaN(right)
    : Math.abs(left - right) <= 1e-6 * Math.max(1, Math.abs(left));

const askOtherwise = "Ask by date.day instead, or for at most one request's worth of profiles.";

/** The row values of the asked grain that some part was answered with. */
export function seenNames(query: Query, parts: readonly Cells[]): readonly RowValue[] | undefined {
  const type = dateDimensionOf(query.dimensions);
  return parts.flatMap(({ axes }) => axes).find((axis) => axis.type === type)?.rows;
}

/** Puts the metrics of all parts side by side, in the asked order. */
export function join(query: Query, parts: readonly Cells[], keyOf: KeyOf): Cells {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const axes = query.dimensions.map((type, index): Axis => {
    const lists = parts.map((part) => part.axes[index]?.rows ?? []);
    return { type, rows: unionOf(type, lists, keyOf) };
  });
  const places = axes.map(
    ({ type, rows }) => new Map(rows.map((row, place) => [keyOf(type, row), place])),
  );
  const joined = new Accumulator(axes, query.metrics);
  for (const part of parts) {
    const mappings = part.axes.map(({ type, rows }, from) => ({
      from,
      rows: rows.map((row) => [places[from]?.get(keyOf(type, row)) ?? 0]),
    }));
    const columns = part.metrics.map((metric) => query.metrics.indexOf(metric));
    joined.add({ ...part, columns }, mappings);
  }
  return joined.finish();
}
