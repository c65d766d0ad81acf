/** Combines the days of a result into a table of some dimensions: all tables are made here, by the methods that `methods.ts` decides on. */
import { itemAt } from "../cells/item-at.ts";
import { areProfileDays, isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { done, each, type Work } from "../../base/async/work.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import {
  firstPlace,
  heldDays,
  listOf,
  rowsPerProfile,
  type DayValues,
} from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { hasTotal } from "../meaning/methods.ts";
import { holdsLeftOut } from "../meaning/time-rows.ts";
import type { Range } from "../../base/time/grains.ts";
import {
  columnsOf,
  dimensionsOf,
  timeOf,
  timeRowsOf,
  withoutBreaks,
  type TableTime,
} from "./columns.ts";
import { foldColumn, type Folding, type Weights } from "./fold-column.ts";
import { layOut, type Rows } from "./rows.ts";
import { bytesPerNumber, emptyNumbers, lateRow, withheldColumn } from "./table.ts";
import type { Column, NumberColumn, Numbers, Table } from "./table.ts";

export interface Combining {
  /** The metric to make columns of; all of the result (default). The rows are those of all in any case. */
  readonly only?: Metric | undefined;
  /** Of a single metric, how often the values of each profile count; once (default). */
  readonly weights?: Weights | undefined;
}

/** The table of a result at some dimensions: any that its days can be folded to. */
export function combine(
  result: Result,
  dimensions: readonly Dimension[],
  { only, weights }: Combining = {},
): Table {
  const time = timeRowsOf(result, dimensions);
  const rows = layOut(result, dimensionsOf(result, dimensions, time));
  const values = dimensions.some((type) => isBreakdown(type))
    ? (result.split ?? result.days)
    : result.days;
  const combinesProfiles = !dimensions.includes("profile") && result.profileCount > 1;
  const isSingle = areProfileDays(dimensions, result.profileCount);
  const isOrdered = !dimensions.includes("date.weekday");
  const columns: NumberColumn[] = [];
  for (const column of columnsOf(result, dimensions)) {
    const { metric } = column;
    if (only !== undefined && metric.name !== only.name) continue;
    const columnTime = timeOf(result, column, time);
    const shared = { result, rows, values, isOrdered, combinesProfiles, weights };
    const folding = { ...shared, time: columnTime };
    const numbers = isSingle ? singleNumbers(folding, column) : foldColumn(column, folding);
    const numberColumn = {
      ...column,
      ...markLate(numbers, rows, time, (days) => holdsLeftOut(result, metric, days)),
      values: withoutBreaks(result, metric, rows, numbers.values),
    };
    columns.push(
      combinesProfiles && !hasTotal(metric) ? withheldColumn(numberColumn) : numberColumn,
    );
  }
  const { keys, rowCount } = rows;
  return { dimensions: rows.dimensions, keys, rowCount, columns };
}

/**
 * The table of a result as `fold` makes it, with a pause after each metric: a large one does not keep the process from
 * others. Before it begins, it yields the bytes of the table.
 */
export function* foldEach(
  result: Result,
  dimensions: readonly Dimension[],
  fold: (result: Result, dimensions: readonly Dimension[], combining: Combining) => Table,
): Work<Table> {
  const bytes = tableBytes(result, dimensions);
  yield bytes;
  const [first] = result.days.lists;
  const bytesOfDays = (first?.byteLength ?? 0) * result.metrics.length;
  if (Math.max(bytes, bytesOfDays) < leastDivided) return fold(result, dimensions, {});
  const tables = yield* each(result.metrics, (only) => done(fold(result, dimensions, { only })));
  return { ...required(tables[0], "a metric"), columns: tables.flatMap(({ columns }) => columns) };
}

/** The bytes of a table, or of its days, from which it is made metric by metric: the rows are laid out again for each. */
const leastDivided = 4_000_000;

/** The bytes of a table, before it is made. */
const tableBytes = (result: Result, dimensions: readonly Dimension[]): number =>
  layOut(result, dimensionsOf(result, dimensions, timeRowsOf(result, dimensions))).rowCount *
  result.metrics.length *
  bytesPerNumber;

/** Marks the rows of time that hold days which do not count. */
function markLate(
  numbers: Numbers,
  { dimensions, keys, rowCount }: Rows,
  time: TableTime | undefined,
  isMarked: (days: Range) => boolean,
): Numbers {
  if (time === undefined || time.type === "date.weekday") return numbers;
  const late = time.rows.map(isMarked);
  if (!late.includes(true)) return numbers;
  const places = keys[dimensions.findIndex(({ type }) => type === time.type)];
  const hasSinglesAlone = numbers.pending.length === 0;
  const pending = hasSinglesAlone ? new Uint8Array(rowCount) : numbers.pending;
  for (let row = 0; row < rowCount; row += 1)
    if (itemAt(late, itemAt(places, row)) === true) pending[row] = lateRow;
  return { ...numbers, pending };
}

/** Single profiles and days are shown as they are. */
function singleNumbers({ result, rows, values }: Folding, { metric }: Column): Numbers {
  const profileList = required(listOf(result.days, metric), metric.name);
  const list = required(listOf(values, metric), metric.name);
  const { dimensions, keys, rowCount } = rows;
  const isSplit = values !== result.days;
  if (!isSplit && dimensions.at(-1)?.type === "date.day" && heldDays(values) === values.dayCount)
    return { ...emptyNumbers(0), values: list };
  const keyOf = (matches: (type: Dimension) => boolean): ((row: number) => number) => {
    const dimensionKeys = keys[dimensions.findIndex(({ type }) => matches(type))];
    return (row) => dimensionKeys?.[row] ?? 0;
  };
  const profileAt = keyOf((type) => type === "profile");
  const lineAt = keyOf(isBreakdown);
  const dayAt = keyOf((type) => type === "date.day");
  const placeOf = (row: number, days: DayValues, line: number): number =>
    firstPlace(days, profileAt(row) * rowsPerProfile(days) + line) + dayAt(row);
  const numbers = emptyNumbers(isSplit ? rowCount : 0);
  const shown = new Float64Array(rowCount);
  for (let row = 0; row < rowCount; row += 1) {
    shown[row] = numberAt(list, placeOf(row, values, lineAt(row)));
    if (!isSplit) continue;
    numbers.expected[row] = 1;
    numbers.profiles[row] = Number.isNaN(shown[row]) ? 0 : 1;
    numbers.covered[row] = Number.isNaN(profileList[placeOf(row, result.days, 0)]) ? 0 : 1;
  }
  return { ...numbers, values: shown };
}
