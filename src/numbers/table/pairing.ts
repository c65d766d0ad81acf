/**
 * Pairs the days of both sides of a comparison. A change is at equal days: the values of the earlier side are scaled, for
 * each profile and row of time, to the number of covered days of the later side.
 */
import { itemAt } from "../cells/item-at.ts";
import { isCalendarDate, type Dimension } from "../../catalog/dimensions.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { numberAt } from "../cells/number-at.ts";
import type { Comparison, Result } from "../cells/result.ts";
import { required } from "../../base/errors/tool-error.ts";
import { isLast } from "../meaning/methods.ts";
import type { TimeRow } from "../meaning/time-rows.ts";
import { carrier } from "./carried.ts";
import { columnsOf, timeOf, timeRowsOf } from "./columns.ts";
import { carriesValues, type Weights } from "./fold-column.ts";
import { lineReader } from "./profile-line.ts";

export interface Pairing {
  readonly now: Weights;
  readonly before: Weights;
  /** The earlier side at the days of the later one. */
  readonly base: Weights;
  /** Every profile has as many days on both sides, so that the base is the number before. */
  readonly hasEqualDays: boolean;
  /** The number of profiles that lack days on a side. */
  readonly lacking: number;
}

/** In a row of time, a profile needs this share of its days on both sides. */
const leastOfRow = 0.5;

/** The days of one side that can be compared. */
interface SideDays {
  /** By profile and row of time, the days with a value; 1 for a last value. NaN where the row lacks too many. */
  readonly days: Float64Array;
  readonly rows: readonly TimeRow[];
  readonly placeOf: ReadonlyMap<string, number>;
  /** By profile, 1 where a day has no value. */
  readonly lacks: Uint8Array;
}

/**
 * @param ids the profiles to compare; others are left out.
 * @example a page with 30 days before and 28 now: its base is 28 / 30 of its sum before
 */
export function pairingOf(
  { now, before }: Comparison,
  dimensions: readonly Dimension[],
  metric: Metric,
  ids: readonly string[],
): Pairing {
  const [late, early] = [
    daysOfSide(now, dimensions, metric),
    daysOfSide(before, dimensions, metric),
  ];
  const placesBefore = pairedRows(late.rows, early.rows, dimensions.includes("date.weekday"));
  const [isInNow, isInBefore, daysNow] = [emptyDays(late), emptyDays(early), emptyDays(early)];
  const aloneBefore = [...early.rows.keys()].filter((time) => !placesBefore.includes(time));
  let hasEqualDays = true;
  for (const id of ids) {
    const [first, firstBefore] = [firstPlaceOf(late, id), firstPlaceOf(early, id)];
    for (const [time, timeBefore] of placesBefore.entries()) {
      const [place, placeBefore] = [first + time, firstBefore + timeBefore];
      const [days, daysBefore] = [late.days[place] ?? 0, early.days[placeBefore] ?? 0];
      // A row of time in one range alone keeps its number, without a change.
      if (days > 0 && Number.isNaN(timeBefore)) isInNow[place] = 1;
      if (!(days > 0 && daysBefore > 0)) continue;
      isInNow[place] = 1;
      isInBefore[placeBefore] = 1;
      daysNow[placeBefore] = days;
      hasEqualDays &&= days === daysBefore;
    }
    for (const time of aloneBefore)
      if ((early.days[firstBefore + time] ?? 0) > 0) isInBefore[firstBefore + time] = 1;
  }
  return {
    now: { times: isInNow },
    before: { times: isInBefore },
    base: { times: daysNow, over: early.days },
    hasEqualDays,
    lacking: ids.filter((id) => [late, early].some((side) => lacksDays(side, id))).length,
  };
}

const emptyDays = ({ days }: SideDays): Float64Array =>
  new Float64Array(days.length).fill(Number.NaN);

/** The place of the first row of time of a profile; NaN for one that the side does not have. */
const firstPlaceOf = ({ placeOf, rows }: SideDays, id: string): number =>
  (placeOf.get(id) ?? Number.NaN) * rows.length;

const lacksDays = ({ placeOf, lacks }: SideDays, id: string): boolean =>
  itemAt(lacks, placeOf.get(id)) === 1;

/** By row of time, the place of the one that it is compared with; NaN for none. Weekdays are paired by name, others by place. */
const pairedRows = (
  rows: readonly TimeRow[],
  rowsBefore: readonly TimeRow[],
  hasWeekdays: boolean,
): number[] =>
  rows.map(({ row }, at) => {
    if (!hasWeekdays) return at < rowsBefore.length ? at : Number.NaN;
    const place = rowsBefore.findIndex((before) => before.row === row);
    return place === -1 ? Number.NaN : place;
  });

function daysOfSide(result: Result, dimensions: readonly Dimension[], metric: Metric): SideDays {
  const timeRows = timeRowsOf(result, dimensions);
  const column = required(
    columnsOf(result, dimensions).findLast(({ metric: { name } }) => name === metric.name),
    metric.name,
  );
  const time = timeOf(result, column, timeRows);
  const { rows } = time;
  const isRatioOfLast = column.parts?.denominator === "last";
  const carries = carriesValues(column, timeRows?.type !== "date.weekday");
  const carry = carrier(result, metric, rows, isRatioOfLast);
  const read = lineReader({ result, values: result.days, time }, column, carries);
  const least = timeRows !== undefined && isCalendarDate(timeRows.type) ? leastOfRow : 0;
  const { profiles } = result.days;
  const days = new Float64Array(profiles.length * rows.length).fill(Number.NaN);
  const lacks = new Uint8Array(profiles.length);
  for (const profile of profiles.keys()) {
    const line = read(profile, profile);
    const carried = carries ? carry(line).values : undefined;
    for (const at of rows.keys()) {
      const [covered, expected] = [numberAt(line.covered, at), numberAt(line.expected, at)];
      if (!carries && covered < expected) lacks[profile] = 1;
      const hasDays = carried
        ? carried[at] !== undefined
        : covered > 0 && covered >= least * expected;
      if (!hasDays) continue;
      days[profile * rows.length + at] = isLast(column.method) || isRatioOfLast ? 1 : covered;
    }
  }
  return { days, rows, placeOf: new Map(profiles.map((id, place) => [id, place])), lacks };
}
