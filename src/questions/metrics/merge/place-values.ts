/** Puts values by profile and day together: each has exactly one source, an answer of this call or a cached one. Pure. */
import type { Work } from "../../../base/async/work.ts";
import type { MetricsAnswer } from "../../../suite/api/metrics-answer.ts";
import type { ProfileId } from "../../../suite/api/records.ts";
import { ourLimits } from "../../../catalog/limits.ts";
import { rowKey, type Axis, type RowValue } from "../../../numbers/cells/axis.ts";
import {
  evidenceAt,
  heldDays,
  rowsPerProfile,
  type DayValues,
} from "../../../numbers/cells/day-values.ts";
import { profileDays } from "../../../numbers/cells/profile-days.ts";
import { numberAt } from "../../../numbers/cells/number-at.ts";
import { internalError, required, ToolError } from "../../../base/errors/tool-error.ts";
import { dayNumber, daysBetween } from "../../../base/time/days.ts";
import type { Range } from "../../../base/time/grains.ts";
import type { CachedCells, Part } from "../plan/steps.ts";
import { includedProfiles, profilesFor, type Question } from "../question/question.ts";

/** An answer, and the cells that are taken from it. */
export interface Source {
  readonly box: Omit<CachedCells, "answer">;
  readonly answer: MetricsAnswer;
}

/** Metrics of a question, and the answers that hold their cells. */
export interface Sources {
  readonly metrics: Part["metrics"];
  readonly sources: readonly Source[];
}

/** Marks a value that has no source yet. The API's numbers are finite. */
const open = Number.POSITIVE_INFINITY;

/**
 * The rows of a breakdown are those with a value, so that they do not depend on the boxes of the answers.
 * @param fetched the days of the question, and those of evidence.
 * @param breakdown the third dimension of the answers, if they have one.
 * @throws ToolError `internal_error` for a value with two sources, or with none, and `limit_exceeded` for more than a
 * result can hold.
 */
export function* assign(
  question: Question,
  fetched: Range,
  breakdown: Axis["type"] | undefined,
  parts: readonly Sources[],
): Work<DayValues> {
  const profiles = includedProfiles(question).map(({ id }) => id);
  const names = new Set(parts.flatMap(({ metrics }) => metrics.map(({ name }) => name)));
  const metrics = question.metrics.filter(({ name }) => names.has(name));
  const rows = breakdown && (yield* rowsIn(parts.flatMap(({ sources }) => sources)));
  const shape = {
    metrics,
    profiles,
    dayCount: daysBetween(question.start, question.end),
    leadIn: daysBetween(fetched.start, question.start) - 1,
    after: daysBetween(question.end, fetched.end) - 1,
    breakdown: breakdown && rows && { type: breakdown, rows },
  };
  const count = profiles.length * rowsPerProfile(shape) * heldDays(shape);
  checkCount(count * metrics.length);
  yield count * metrics.length * Float64Array.BYTES_PER_ELEMENT;
  const days = { ...shape, lists: metrics.map(() => new Float64Array(count).fill(open)) };
  // Once for all sources: there are as many as requests, and thousands of profiles.
  const places = new Map(profiles.map((id, place) => [id, place]));
  for (const { metrics: partMetrics, sources } of parts) {
    const requested = new Set<string>(profilesFor(question, partMetrics).map(({ id }) => id));
    fillMissing(days, partMetrics, (id) => !requested.has(id));
    for (const source of sources) yield* copy(source, fetched, days, places);
  }
  if (days.lists.some((list) => list.includes(open)))
    throw internalError("a number of the answer has no source");
  return days;
}

/** The values of profiles that are not asked for. */
function fillMissing(
  days: DayValues,
  metrics: Sources["metrics"],
  isMissing: (profile: string) => boolean,
): void {
  const size = rowsPerProfile(days) * heldDays(days);
  for (const [place, profile] of days.profiles.entries()) {
    if (!isMissing(profile)) continue;
    for (const metric of metrics)
      days.lists[days.metrics.indexOf(metric)]?.fill(Number.NaN, place * size, (place + 1) * size);
  }
}

/** The rows of the last axis of an answer; one for an answer without a breakdown. */
const rowsOf = ({ axes: [, , axis] }: Pick<MetricsAnswer, "axes">): readonly RowValue[] =>
  axis === undefined ? [""] : axis.rows;

/** The rows with a value in the boxes, in an order of their own. */
function* rowsIn(sources: readonly Source[]): Work<RowValue[]> {
  const rows = new Map<string, RowValue>();
  for (const { box, answer } of sources) {
    const { axes, metrics, values } = answer;
    const places = profileDays(axes, metrics.length);
    const days = places.days(dayNumber(box.start), dayNumber(box.end)).filter((day) => day !== -1);
    const columns = box.metrics.map((name) => metrics.indexOf(name));
    const candidates = new Map(rowsOf(answer).map((row, at) => [rowKey(row), { row, at }]));
    for (const id of box.profiles) {
      const profile = places.profile(id);
      if (profile === undefined) continue;
      for (const [key, { row, at }] of candidates) {
        const first = profile + at * metrics.length;
        const hasValue = columns.some((column) =>
          days.some((day) => !Number.isNaN(values.at(first + day + column))),
        );
        if (!hasValue) continue;
        rows.set(key, row);
        candidates.delete(key);
      }
      yield;
    }
  }
  return [...rows.values()].toSorted(byName);
}

/** Numbers, such as hours, by their size. Neither the API's order nor the cuts of requests decide. */
const byName = (leftRow: RowValue, rightRow: RowValue): number => {
  const [left, right] = [rowKey(leftRow), rowKey(rightRow)];
  return Number(left) - Number(right) || (left < right ? -1 : Number(left > right));
};

/** @throws ToolError `limit_exceeded` for more numbers than a result can hold. */
function checkCount(count: number): void {
  if (count <= mostNumbers) return;
  throw new ToolError(
    "limit_exceeded",
    `the answer has ${count} numbers, and a result holds up to ${mostNumbers}`,
    "Ask for fewer profiles, metrics or days.",
  );
}

const mostNumbers = ourLimits.storedResultBytes / Float64Array.BYTES_PER_ELEMENT;

/** Rows that an answer does not have are missing. */
function* copy(
  { box, answer }: Source,
  { start }: Range,
  to: DayValues,
  toPlaces: ReadonlyMap<ProfileId, number>,
): Work<void> {
  const { axes, metrics, values } = answer;
  const from = profileDays(axes, metrics.length);
  const fromDays = from.days(dayNumber(box.start), dayNumber(box.end));
  const first = dayNumber(box.start) - dayNumber(start);
  const fromRows = new Map(rowsOf(answer).map((row, place) => [rowKey(row), place]));
  const rows = (to.breakdown?.rows ?? [""]).map((row) => fromRows.get(rowKey(row)));
  const columns = box.metrics.map((name) => {
    const place = to.metrics.findIndex((metric) => metric.name === name);
    return { column: metrics.indexOf(name), list: required(to.lists[place], `the metric ${name}`) };
  });
  for (const id of box.profiles) {
    const fromProfile = from.profile(id);
    const toProfile = required(toPlaces.get(id), `the profile ${id}`);
    for (const [place, row] of rows.entries()) {
      const isAbsent = fromProfile === undefined || row === undefined;
      const fromLine = isAbsent ? 0 : fromProfile + row * metrics.length;
      for (const { column, list } of columns) {
        const line = evidenceAt(to, list, toProfile * rows.length + place);
        for (let day = 0; day < fromDays.length; day += 1) {
          if (line[first + day] !== open) throw internalError("a number has two sources");
          const fromDay = numberAt(fromDays, day);
          const isMissing = isAbsent || fromDay === -1;
          line[first + day] = isMissing ? Number.NaN : values.at(fromLine + fromDay + column);
        }
      }
    }
    yield;
  }
}
