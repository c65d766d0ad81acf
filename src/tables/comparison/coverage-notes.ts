/** Notes on the coverage of both sides of a comparison. */
import { each, type Work } from "../../async/work.ts";
import { isCalendarDate } from "../../catalog/dimensions.ts";
import { coveredProfiles } from "../../meaning/coverage.ts";
import { percent } from "../../text/numbers.ts";
import { cell, plural, some } from "../../text/words.ts";
import type { Note } from "../notes.ts";
import { isUneven } from "./cells.ts";
import { combinedNames, type ShownComparison } from "./rows.ts";

/** Rows whose sides have values for different shares of their profile-days. */
export function coverageNote({ comparison, compared, dimensions, order }: ShownComparison): Note {
  if (dimensions.some(isCalendarDate)) return false;
  const names = combinedNames(comparison, compared.axes);
  const shown = order && new Set(order);
  const rows = compared.metrics.flatMap((metric) =>
    names.flatMap((name, row) => {
      const [now = Number.NaN, before = Number.NaN] = metric.coverage.map((list) => list[row]);
      const text = `${cell(name)} ${percent(now)} against ${percent(before)} (${metric.metric.name})`;
      const isShown = isUneven(metric, row) && now > 0 && before > 0 && shown?.has(row) !== false;
      return isShown ? [{ text, difference: Math.abs(now - before) }] : [];
    }),
  );
  const largest = rows.toSorted((one, other) => other.difference - one.difference);
  const texts = largest.map(({ text }) => text);
  return rows.length > 0 && `Profile-days covered, now against before: ${some(texts, 6, "; ")}.`;
}

/** Profiles with values in one range only, which sums over profiles show as a change. */
export function* joinedNotes({ comparison, dimensions, compared }: ShownComparison): Work<Note[]> {
  if (dimensions.includes("profile") || comparison.now.profileCount === 1) return [];
  if (comparison.now.days === undefined || comparison.before.days === undefined)
    return [
      "Gaps are not visible here, so profiles that have values in one range only cannot be told from changes: compare by profile.",
    ];
  const sides = yield* each([comparison.now, comparison.before], coveredProfiles);
  const [now, before] = sides;
  return compared.metrics.map(({ metric: { name, kind }, parts }) => {
    const [one, other] = [now?.get(name), before?.get(name)];
    const isCombined = kind.overProfiles !== "sum" || parts.length > 0;
    if (one === undefined || other === undefined || isCombined) return false;
    // A range before the data starts has no values of any profile.
    if (one.size === 0 || other.size === 0) return false;
    const onlyNow = [...one].filter((id) => !other.has(id)).length;
    const onlyBefore = [...other].filter((id) => !one.has(id)).length;
    const texts = [
      onlyNow > 0 && `${plural(onlyNow, "profile")} only now`,
      onlyBefore > 0 && `${plural(onlyBefore, "profile")} only before`,
    ].filter((text) => text !== false);
    return (
      texts.length > 0 &&
      `${name} has values of ${texts.join(" and ")}: the changes of sums include them. Compare by profile to see them apart.`
    );
  });
}
