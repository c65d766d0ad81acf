/** What a question needs of the API: values by profile and day, and with a breakdown also those of its rows. Pure. */
import { areProfileDays, dateDimensionOf, isBreakdown } from "../../catalog/dimensions.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import { ourLimits, type RequestLimits } from "../../catalog/limits.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { addDays, lastDayOver, later } from "../../time/days.ts";
import { windowsOf, type Range } from "../../time/grains.ts";
import { segmentsOf } from "../../meaning/segments.ts";
import type { Question } from "./question.ts";

/** Metrics that are requested at the same dimensions. */
export interface Need {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
}

export const profileDays = ["profile", "date.day"] as const satisfies readonly Dimension[];

/** The breakdown of a question, with the axes beneath it; undefined where it has none. */
export function splitOf({ dimensions }: Pick<Question, "dimensions">): Dimension[] | undefined {
  const breakdown = dimensions.find((type) => isBreakdown(type));
  return breakdown && [...profileDays, breakdown];
}

/** The dimensions of the API's own numbers, in the order of all requests. */
export const ownDimensions = ({ dimensions }: Pick<Question, "dimensions">): Dimension[] => [
  ...dimensions.filter((type) => type === "profile"),
  ...dimensions.filter((type) => type !== "profile"),
];

export function needsOf(question: Question, limits: RequestLimits): Need[] {
  const alone = question.metrics.filter((metric) => isOwnNumber(metric, question, limits));
  const metrics = question.metrics.filter((metric) => !alone.includes(metric));
  const split = splitOf(question);
  return [
    { metrics, dimensions: profileDays },
    ...(split === undefined ? [] : [{ metrics, dimensions: split }]),
    { metrics: alone, dimensions: ownDimensions(question) },
  ].filter((need) => need.metrics.length > 0);
}

/**
 * True for a metric whose kind is not known, where one request brings its number: that is never combined. Weeks of the API
 * can begin on another day, and its rows of labels lack the profiles without a label.
 */
function isOwnNumber(metric: Metric, question: Question, limits: RequestLimits): boolean {
  const { dimensions, profiles, start, end, cutFrom = start } = question;
  if (metric.isOpaque !== true || areProfileDays(dimensions, profiles.length)) return false;
  const date = dateDimensionOf(dimensions);
  if (dimensions.includes("profile_label") || (date !== undefined && !exactDates.includes(date)))
    return false;
  const isOfProfiles = dimensions.includes("profile") || profiles.length <= limits.profiles;
  const windows = windowsOf({ start: cutFrom, end }, limits.months, { unit: "day" });
  return isOfProfiles && (date !== undefined || windows.length === 1);
}

const exactDates: readonly Dimension[] = ["date.day", "date.month"];

/**
 * The days that a question needs. Levels without a dimension of time stand at the end of the range, and before each break,
 * where a value is carried for some days: earlier ones are not needed.
 */
export function neededRange(question: Question): Range {
  const { metrics, shown = [], dimensions, start, end, today } = question;
  const areLevels =
    metrics.every(({ kind, isOpaque }) => kind.overDays === "last" && isOpaque !== true) &&
    !shown.some(({ isDerived }) => isDerived);
  if (!areLevels || dateDimensionOf(dimensions) !== undefined) return { start, end };
  const over = lastDayOver(start, end, today);
  const ends = metrics.flatMap((metric) => segmentsOf(question, metric).map((side) => side.end));
  const first = [over, ...ends].toSorted()[0] ?? over;
  return { start: later(start, addDays(first, -ourLimits.carriedDays)), end };
}
