/** Which profiles of a comparison have values throughout both ranges, computed apart from the server. */
import type { SideReference } from "./side-reference.ts";

interface Asked {
  readonly metric: string;
  readonly now: SideReference;
  readonly before: SideReference;
}

/** Whether a profile has a value on each day of a side. */
function courseOf(side: SideReference, asked: Asked, profile: string): boolean[] {
  const { reference } = side;
  const days = reference.applicable(asked.metric, side.days);
  return days.map((day) => reference.combined(asked.metric, [profile], [day]) !== null);
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
