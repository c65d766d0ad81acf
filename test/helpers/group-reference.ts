/** Which profiles of a comparison have values throughout both ranges, computed apart from the server. */
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { SideReference } from "./side-reference.ts";

interface Asked {
  readonly metric: string;
  readonly dimensions: readonly string[];
  readonly now: SideReference;
  readonly before: SideReference;
}

/** The longest range whose gaps are seen by day. */
const longest = 92;

const isLong = ({ now, before }: Asked): boolean =>
  Math.max(now.days.length, before.days.length) > longest;

/** Means over long ranges are the API's, which hide gaps. */
export function areGapsHidden(asked: Asked): boolean {
  const { metric, dimensions, now } = asked;
  const row = metricsOf(now.network, 3).find(({ name }) => name === metric);
  const isMean =
    now.reference.kind(metric) === "people" &&
    !now.reference.hasWindow(metric) &&
    row?.aggregation === "average";
  return isMean && isLong(asked) && !dimensions.includes("profile_label");
}

/** Whether a profile has a value on each day of a side, or in the month of the day. */
function courseOf(side: SideReference, asked: Asked, profile: string): boolean[] {
  const { reference } = side;
  const days = reference.applicable(asked.metric, side.days);
  const has = (day: string): boolean => reference.combined(asked.metric, [profile], [day]) !== null;
  if (!isLong(asked)) return days.map(has);
  const months = new Set(days.filter(has).map((day) => day.slice(0, 7)));
  return days.map((day) => months.has(day.slice(0, 7)));
}

export function isLikeForLike(asked: Asked, profile: string): boolean {
  const { metric, now, before } = asked;
  const { reference } = now;
  if (reference.isLast(metric) || reference.hasWindow(metric))
    return [now, before].every(
      (side) => reference.combined(metric, [profile], side.days.slice(-7)) !== null,
    );
  const courses = [now, before].map((side) => courseOf(side, asked, profile));
  const isThroughout = courses.every((course) => {
    const margin = Math.min(27, Math.max(1, Math.floor(course.length / 20)));
    return (
      course.includes(true) &&
      course.indexOf(true) <= margin &&
      course.lastIndexOf(true) >= course.length - 1 - margin
    );
  });
  const missing = courses.map((course) => course.filter((has) => !has).length);
  const [one = 0, other = 0] = missing.map((count, side) => count / (courses[side]?.length ?? 1));
  const isSingleDay = Math.abs((missing[0] ?? 0) - (missing[1] ?? 0)) <= 1;
  return isThroughout && (isSingleDay || Math.abs(one - other) <= 0.05 + 1e-9);
}
