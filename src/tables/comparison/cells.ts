/** The columns of a comparison's table: each number apart, or now and change in one cell. */
import type { Compared, ComparedMetric, Comparison } from "../../meaning/comparison.ts";
import { numberAt } from "../../cells/number-at.ts";
import { required } from "../../errors/tool-error.ts";
import { differsMuch } from "../../meaning/coverage.ts";
import { isMissing, isNumber, isWithheld } from "../../meaning/figures.ts";
import { formatDifference, formatNumber, formatPercent } from "../../text/numbers.ts";
import { daysBetween } from "../../time/days.ts";
import { methodTitle } from "../names.ts";

/** A column of a table. */
export interface TextColumn {
  readonly title: string;
  /** The text of a row of the comparison, or of one that combines its rows. */
  readonly textAt: (compared: Compared, row: number) => string;
}

/** Sums over ranges of unequal length differ by the number of days. */
export interface Lengths {
  /** The ranges have the same number of days. */
  readonly areEqual: boolean;
  /** The metrics of which a row has a percentage per profile-day. */
  readonly perDay: ReadonlySet<ComparedMetric>;
}

export const haveEqualLengths = ({ now, before }: Comparison): boolean =>
  daysBetween(now.start, now.end) === daysBetween(before.start, before.end);

export function lengthsOf(comparison: Comparison, { metrics }: Compared): Lengths {
  const areEqual = haveEqualLengths(comparison);
  const hasPerDay = (own: ComparedMetric): boolean =>
    own.now.some((_, row) => isPerDay(own, { areEqual }, row));
  return { areEqual, perDay: new Set(metrics.filter(hasPerDay)) };
}

/** Changes that are no percentages: of nets and ratios. */
const hasPercent = ({ metric }: ComparedMetric): boolean => metric.kind.change === "percent";

export const comparedTitle = ({ metric, method }: ComparedMetric): string =>
  methodTitle({ metric, method, isDaily: true });

/** True where the sides have values for different shares of their profile-days. */
export function isUneven({ coverage }: ComparedMetric, row: number): boolean {
  const [now = Number.NaN, before = Number.NaN] = coverage.map((list) => list[row]);
  return differsMuch(now, before);
}

/** A percentage per profile-day is given where the sides have unequal numbers of them. */
const isPerDay = (
  compared: ComparedMetric,
  { areEqual }: Pick<Lengths, "areEqual">,
  row: number,
): boolean =>
  isNumber(numberAt(compared.percentPerDay, row)) &&
  (!areEqual || isUneven(compared, row) || hasOtherDays(compared, row));

/** The sides of a row can have values for different numbers of days. */
const hasOtherDays = ({ expected: [now, before] }: ComparedMetric, row: number): boolean =>
  now[row] !== before[row] && numberAt(now, row) > 0 && numberAt(before, row) > 0;

/**
 * A column per number: now, before, change, percent, contribution.
 * @param place that of the metric.
 */
export function fullColumns({ metrics }: Compared, place: number, lengths: Lengths): TextColumn[] {
  const own = required(metrics[place], "a metric");
  const { base } = own;
  const columns: (Column | false)[] = [
    { title: `${comparedTitle(own)}: now`, textOf: ({ now }, row) => textOfNumber(now, row) },
    { title: "before", textOf: ({ before }, row) => textOfNumber(before, row) },
    { title: "change", textOf: ({ change }, row) => formatDifference(numberAt(change, row)) },
    hasPercent(own) && { title: "change %", textOf: percentText },
    lengths.perDay.has(own) && {
      title: "change % per profile-day",
      textOf: ({ change, percentPerDay }, row) => {
        const value = numberAt(percentPerDay, row);
        return isMissing(value) && isNumber(numberAt(change, row)) ? "" : formatPercent(value);
      },
    },
    own.explained !== undefined && {
      title: "rate",
      textOf: ({ explained }, row) => formatDifference(explained?.rate[row] ?? Number.NaN),
    },
    own.explained !== undefined && {
      title: "mix",
      textOf: ({ explained }, row) => formatDifference(explained?.mix[row] ?? Number.NaN),
    },
    isNumber(base) &&
      own.now.length > 1 && {
        title: "contribution %",
        textOf: ({ contribution }, row) => formatPercent(contribution[row] ?? Number.NaN),
      },
  ];
  return columns.filter((column) => column !== false).map((column) => columnAt(place, column));
}

/** One column: now, and the change in percent, or the difference where there is no percentage. */
export function compactColumn(
  base: Compared,
  place: number,
  lengths: Lengths,
  of = "",
): TextColumn[] {
  const own = required(base.metrics[place], "a metric");
  const what = hasPercent(own) ? "change %" : "change";
  const perDay = lengths.perDay.has(own) ? " (per profile-day)" : "";
  const title = `${comparedTitle(own)}${of}: now, ${what}${perDay}`;
  const textOf = (compared: ComparedMetric, row: number): string =>
    compared === own && own.now.length > 1
      ? nowAndChange(compared, row, lengths)
      : totalText(compared, row, lengths);
  return [columnAt(place, { title, textOf })];
}

function nowAndChange(compared: ComparedMetric, row: number, lengths: Lengths): string {
  const { now, before, change, percentPerDay } = compared;
  const [one, other] = [numberAt(now, row), numberAt(before, row)];
  if (isMissing(one)) return isMissing(other) ? "–" : `– (was ${formatNumber(other)})`;
  if (isMissing(other)) return `${formatNumber(one)} –`;
  if (isWithheld(numberAt(change, row)))
    return isNumber(one) && isNumber(other)
      ? `${formatNumber(one)} · (was ${formatNumber(other)})`
      : `${formatNumber(one)} ·`;
  if (!hasPercent(compared))
    return `${formatNumber(one)} ${formatDifference(numberAt(change, row))}`;
  const perDay = isPerDay(compared, lengths, row)
    ? ` (${formatPercent(numberAt(percentPerDay, row))})`
    : "";
  const percent = percentText(compared, row) || `(was ${formatNumber(other)})`;
  return `${formatNumber(one)} ${percent}${perDay}`;
}

/** Rows that combine others have the number before and the difference too: a reader quotes them. */
function totalText(compared: ComparedMetric, row: number, lengths: Lengths): string {
  const { now, before, change, percent } = compared;
  const text = nowAndChange(compared, row, lengths);
  if (!isNumber(numberAt(change, row))) return text;
  if (!hasPercent(compared)) return `${text} (was ${textOfNumber(before, row)})`;
  const base = `(was ${textOfNumber(before, row)}, ${formatDifference(numberAt(change, row))})`;
  return isNumber(numberAt(percent, row)) ? `${text} ${base}` : `${textOfNumber(now, row)} ${base}`;
}

interface Column {
  readonly title: string;
  readonly textOf: (compared: ComparedMetric, row: number) => string;
}

const columnAt = (place: number, { title, textOf }: Column): TextColumn => ({
  title,
  textAt: ({ metrics }, row) => textOf(required(metrics[place], "a metric"), row),
});

/** The percentage and the number of profiles that it covers; empty where the base allows none. */
function percentText({ change, percent, like }: ComparedMetric, row: number): string {
  const value = numberAt(percent, row);
  if (!isNumber(value)) return isNumber(numberAt(change, row)) ? "" : textOfNumber(change, row);
  const [compared, all] = [like?.compared[row] ?? 0, like?.all[row] ?? 0];
  return `${formatPercent(value)}${compared < all ? ` (${compared} of ${all})` : ""}`;
}

const textOfNumber = (list: Float64Array, row: number): string => formatNumber(numberAt(list, row));
