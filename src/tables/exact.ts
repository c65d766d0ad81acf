/** The exact table: time down, everything else across; without time, the longest dimension down. */
import { areProfileDays, isDateDimension } from "../catalog/dimensions.ts";
import { required } from "../errors/tool-error.ts";
import { isMissing } from "../meaning/figures.ts";
import { recentBreak } from "../meaning/segments.ts";
import { formatNumber } from "../text/numbers.ts";
import { cell } from "../text/words.ts";
import { addDays } from "../time/days.ts";
import { columnTitle, dayName, methodName } from "./names.ts";
import { totalWord, type TotalRow } from "./totals.ts";
import { placeAt, seriesName, valueAt, type Series, type View } from "./view.ts";

/** More columns than this are hard to follow: the table continues in a further block. */
const maxColumns = 30;

interface Shown {
  readonly series: Series;
  readonly index: number;
  readonly column: number;
}

export interface ExactOptions {
  readonly totals: readonly TotalRow[];
  /** Places of the rows that go down, in the order in which they are shown; all of them (default). */
  readonly order?: readonly number[] | undefined;
}

/** Every number of a view, and its totals; columns without any value are omitted. */
export function exactTable(
  view: View,
  { totals, order = [...view.rows.keys()] }: ExactOptions,
): string {
  const codes = codesOf(view);
  const legend = view.series.map(
    (series, index) => `${codes?.[index]} = ${cell(seriesName(series))}`,
  );
  const dayOf = lastDays(view);
  const down = (view.down ?? "").replace("date.", "");
  const blocks = blocksOf(view).map((columns) => {
    const rows = order.map((row) => [
      cell(required(view.rows[row], "a row")),
      ...columns.map(
        ({ series, column }) =>
          formatNumber(valueAt(view, series, row, column)) + dayOf(series, row, column),
      ),
    ]);
    const last = totals.map(({ label, valueOf }) => [
      label,
      ...columns.map(({ index, column }) => {
        const value = valueOf(index, column);
        return value === undefined ? "" : formatNumber(value);
      }),
    ]);
    const head = columns.map((one, place) => header(view, one, columns[place - 1], codes));
    const isList = view.series.length === 1 && view.figures.columns.length === 1;
    return [...(isList ? [] : [[down, ...head]]), ...rows, ...last]
      .map((cells) => (view.down === undefined ? cells.slice(1) : cells).join("|"))
      .join("\n");
  });
  return [
    ...(view.figures.columns.length === 1 ? [titleOf(view)] : []),
    ...(codes === undefined ? [] : [legend.join("; ")]),
    ...(blocks.length === 0 ? ["There is no value to show."] : blocks),
  ].join("\n");
}

/** Single profiles and days: the name of the method is that of the last row. */
const isSingle = ({ figures, result }: View): boolean =>
  areProfileDays(
    figures.axes.map(({ type }) => type),
    result.profileCount,
  );

/** The name of a metric with the method of its numbers, or of their total. */
function metricTitle(view: View, column: number): string {
  const own = required(view.figures.columns[column], "a column");
  if (!isSingle(view)) return columnTitle(own, view.result);
  if (view.rows.length === 1) return own.metric.name;
  return `${own.metric.name} (${totalWord({ ...own, method: own.totalMethod ?? own.method }, view.down ?? "profile")})`;
}

/** The title of a table with a single column: `fans_lifetime, last covered day`. */
function titleOf(view: View): string {
  const [own] = view.figures.columns;
  if (own === undefined || isSingle(view)) return metricTitle(view, 0);
  const divided = own.isPerProfile === true ? " per profile" : "";
  const method = own.method === "last" ? `last covered day${divided}` : methodName(own);
  const recent = recentBreak(view.result, own.metric);
  const meaning = recent === undefined ? "" : ` (${recent.after} since ${recent.date})`;
  return `${own.metric.name}, ${method}${meaning}`;
}

/** The metric is named by the first of its columns, the series by each. */
function header(
  view: View,
  { series, index, column }: Shown,
  before: Shown | undefined,
  codes: readonly string[] | undefined,
): string {
  const name = metricTitle(view, column);
  if (view.series.length === 1) return name;
  if (codes === undefined) return cell(seriesName(series));
  const own = required(codes[index], "a code");
  return before?.column === column ? own : `${name} ${own}`;
}

/** One block where all columns fit; otherwise blocks per column, of a limited number of series. */
function blocksOf(view: View): Shown[][] {
  const byColumn = view.figures.columns.map((_, column) =>
    view.series
      .map((series, index) => ({ series, index, column }))
      .filter(({ series }) =>
        view.rows.some((__, row) => !isMissing(valueAt(view, series, row, column))),
      ),
  );
  const all = byColumn.flat();
  if (all.length === 0) return [];
  if (all.length <= maxColumns) return [all];
  return byColumn.flatMap((columns) =>
    Array.from({ length: Math.ceil(columns.length / maxColumns) }, (_, index) =>
      columns.slice(index * maxColumns, (index + 1) * maxColumns),
    ),
  );
}

/** Short codes for the series, where columns must name both metric and series. */
function codesOf(view: View): string[] | undefined {
  const { length } = view.series;
  if (length === 1 || view.figures.columns.length === 1) return undefined;
  return view.series.map((_, index) =>
    length <= 26 ? String.fromCharCode(65 + index) : `s${index + 1}`,
  );
}

/** Returns a function that dates a number whose last covered day is earlier than those of others, as ` (01-29)`. */
function lastDays(view: View): (series: Series, row: number, column: number) => string {
  const { figures, result } = view;
  const isTimeDown = view.down !== undefined && isDateDimension(view.down);
  const dayAt = (series: Series, row: number, column: number): number =>
    figures.days[placeAt(view, series, row, column)] ?? -1;
  const latest = new Map<string, number>();
  // Rows of time are compared with the series of the same row only.
  const keyOf = (row: number, column: number): string => `${isTimeDown ? row : ""} ${column}`;
  if (!figures.days.some((day) => day !== -1)) return () => "";
  for (const series of view.series) {
    view.rows.forEach((_, row) => {
      figures.columns.forEach((__, column) => {
        const key = keyOf(row, column);
        latest.set(key, Math.max(latest.get(key) ?? -1, dayAt(series, row, column)));
      });
    });
  }
  return (series, row, column) => {
    const day = dayAt(series, row, column);
    return day === -1 || day >= (latest.get(keyOf(row, column)) ?? -1)
      ? ""
      : ` (${dayName(addDays(result.start, day), result)})`;
  };
}
