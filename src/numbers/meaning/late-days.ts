/** The rule by which the last days before today count as not delivered yet: many profiles lack values, or all are 0. */
import { isStanding } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { addDays, daysOf, type Day } from "../../base/time/days.ts";
import type { DayTotals, Known } from "./known-values.ts";

/** Of fewer profiles, nothing is said of the network: a day is late where none has a value, and zeros are delivered. */
export const leastOfNetwork = 5;
/** The fewest profiles, and the smallest share of them, that lack a day which is not delivered. */
const leastProfiles = 3;
const leastShare = 0.3;
/** That share is above a multiple of the usual one, by this much. */
const aboveUsual = { times: 3, more: 0.15 };
/** Days before today that can be late, and days before them that say what is usual. */
export const lateDays = 7;
const usualDays = 15;
/** The total of each of the days before zeros that are not delivered, and their number; of a standing count, one. */
const leastBeforeZeros = 100;
const daysBeforeZeros = 7;

/** Never of signed differences, and of paid metrics, whose campaigns end. */
export const canBeLateAsZeros = ({ kind, name, isSigned }: Metric): boolean =>
  isSigned !== true && !kind.isDifference && kind.overDays !== "quotient" && !name.includes("paid");

/** The last days before today that are held: they can be late. */
interface Recent {
  readonly from: Day;
  readonly to: Day;
}

/** The values of a metric, and their totals by day. */
interface Evidence {
  readonly known: Known;
  /** The values of the rows of a breakdown, if there is one. */
  readonly rows: Known | undefined;
  readonly totals: DayTotals;
}

/** The first day of those that are not delivered; undefined where all are. */
export function lateFrom(
  { known, rows, totals }: Evidence,
  { from, to }: Recent,
  metric: Metric,
): Day | undefined {
  const trailing = (isMet: (day: Day) => boolean): Day | undefined => {
    let first = addDays(to, 1);
    while (first > from && isMet(addDays(first, -1))) first = addDays(first, -1);
    return first > to ? undefined : first;
  };
  const lacksValues = lackingDays(known, from);
  const lacksRows = rows && lackingDays(rows, from);
  const isMissing = (day: Day): boolean => lacksValues(day) || lacksRows?.(day) === true;
  const isZero = (day: Day): boolean => {
    const at = known.placeOf(day);
    return (totals.counts[at] ?? 0) >= leastOfNetwork && totals.events[at] === 0;
  };
  const empty = trailing((day) => isMissing(day) || isZero(day));
  const areZeros = empty !== undefined && canBeLateAsZeros(metric);
  return areZeros && isBusyBefore(known, totals, metric, empty) ? empty : trailing(isMissing);
}

/**
 * Returns whether a day lacks values of many of the profiles that had one a week earlier. It depends on the days of evidence
 * that a question about yesterday has: a longer range says the same.
 * @param recent the first day that can be late.
 */
function lackingDays({ placeOf, lines }: Known, recent: Day): (day: Day) => boolean {
  const placesFrom = (first: Day, count: number): readonly number[] =>
    daysOf(first, addDays(first, count - 1)).map(placeOf);
  const before = placesFrom(addDays(recent, -usualDays), usualDays);
  const weekEarlier = placesFrom(addDays(recent, -usualDays - 7), usualDays);
  const judged = [...before, ...placesFrom(recent, lateDays)];
  const has = (values: Float64Array, place: number | undefined): boolean =>
    place !== undefined && !Number.isNaN(values[place]);
  const active = lines.filter(({ values }) => judged.some((place) => has(values, place)));
  const countOn = (place = -1, weekPlace = -1): { readonly had: number; readonly lack: number } => {
    let [had, lack] = [0, 0];
    for (const { values } of place === -1 ? [] : active) {
      if (!has(values, weekPlace)) continue;
      had += 1;
      lack += has(values, place) ? 0 : 1;
    }
    return { had, lack };
  };
  const usual = before.map((place, at) => countOn(place, weekEarlier[at]));
  const sum = (name: "had" | "lack"): number => usual.reduce((total, day) => total + day[name], 0);
  const usualShare = sum("lack") / Math.max(1, sum("had"));
  const least = Math.max(leastShare, aboveUsual.times * usualShare + aboveUsual.more);
  return (day) => {
    const place = placeOf(day);
    const { had, lack } = countOn(place, placeOf(addDays(day, -7)));
    // Of few profiles no value is left out.
    if (active.length < leastOfNetwork || had < leastProfiles)
      return had > 0 && active.every(({ values }) => !has(values, place));
    return lack >= leastProfiles && lack >= least * had;
  };
}

/** True where zeros from a day on would be unusual: each of the days before has a total. */
function isBusyBefore(
  { placeOf }: Known,
  { sums }: DayTotals,
  { kind }: Metric,
  from: Day,
): boolean {
  const before = daysOf(addDays(from, isStanding(kind) ? -1 : -daysBeforeZeros), addDays(from, -1));
  return before.every((day) => (sums[placeOf(day)] ?? 0) >= leastBeforeZeros);
}
