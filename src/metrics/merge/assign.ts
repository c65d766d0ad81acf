/** Puts cells by profile and day together: each has exactly one source, an answer of this call or a cached one. Pure. */
import type { Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import { rowKey, type Axis, type RowValue } from "../../cells/axis.ts";
import { cellCount, type Cells } from "../../cells/cells.ts";
import { PackedNumbers } from "../../cells/packed-numbers.ts";
import { profileDays, type ProfileDays } from "../../cells/day-grid.ts";
import { numberAt } from "../../cells/number-at.ts";
import { internalError, required } from "../../errors/tool-error.ts";
import { dayNumber, daysOf } from "../../time/days.ts";
import { cellsIn, type CachedCells, type Part } from "../plan/steps.ts";
import { includedProfiles, profilesFor, type Question } from "../question/question.ts";
import { byName, emptyCells, isWhole } from "./merge.ts";

/** An answer, and the cells that are taken from it. */
export interface Source {
  readonly box: Omit<CachedCells, "answer">;
  readonly answer: MetricsAnswer;
}

/** Marks a cell that has no source yet. The API's numbers are finite. */
const open = Number.POSITIVE_INFINITY;

/**
 * The rows of a breakdown are those with a value, so that they do not depend on the boxes of the answers.
 * @throws ToolError `internal_error` for a cell with two sources, or with none, and `limit_exceeded` for a grid that no
 * result can hold.
 */
export function* assign(
  question: Question,
  { metrics, dimensions }: Pick<Part, "metrics" | "dimensions">,
  sources: readonly Source[],
): Work<Cells> {
  const profiles = includedProfiles(question).map(({ id }) => id);
  const [, , breakdown] = dimensions;
  const axes: Axis[] = [
    { type: "profile", rows: profiles },
    { type: "date.day", rows: daysOf(question.start, question.end) },
    ...(breakdown === undefined ? [] : [{ type: breakdown, rows: yield* rowsIn(sources) }]),
  ];
  const [only, second] = sources;
  const names = metrics.map(({ name }) => name);
  const isAlone = only !== undefined && second === undefined;
  if (isAlone && cellsIn(only.box) === cellCount(axes.slice(0, 2), metrics.length))
    if (isWhole(only.answer, axes, metrics))
      return { axes, metrics, values: only.answer.values.unpacked() };
  const cells = emptyCells(axes, metrics);
  cells.values.fill(open);
  const requested = new Set(profilesFor(question, metrics).map(({ id }) => id));
  const { start, end } = question;
  const others = profiles.filter((id) => !requested.has(id));
  const nothing: Source = {
    box: { start, end, profiles: others, metrics: names },
    answer: { axes: [], metrics: [], values: new PackedNumbers(new Float64Array()) },
  };
  const places = profileDays(axes, names.length);
  for (const source of [nothing, ...sources]) yield* copy(source, cells, places);
  if (cells.values.includes(open)) throw internalError("a number of the answer has no source");
  return cells;
}

/** The rows of the last axis of an answer; one for an answer without a breakdown. */
const rowsOf = ({ axes: [, , axis] }: Pick<Cells, "axes">): readonly RowValue[] =>
  axis === undefined ? [""] : axis.rows;

/** The rows with a value in the boxes, in an order of their own. */
function* rowsIn(sources: readonly Source[]): Work<RowValue[]> {
  const rows = new Map<string, RowValue>();
  for (const { box, answer } of sources) {
    const { axes, metrics, values } = answer;
    const places = profileDays(axes, metrics.length);
    const days = places.days(dayNumber(box.start), dayNumber(box.end)).filter((day) => day !== -1);
    const columns = box.metrics.map((name) => metrics.indexOf(name));
    const others = new Map(rowsOf(answer).map((row, at) => [rowKey(row), { row, at }]));
    for (const id of box.profiles) {
      const profile = places.profile(id);
      if (profile === undefined) continue;
      for (const [key, { row, at }] of others) {
        const first = profile + at * metrics.length;
        const hasValue = columns.some((column) =>
          days.some((day) => !Number.isNaN(values.at(first + day + column))),
        );
        if (!hasValue) continue;
        rows.set(key, row);
        others.delete(key);
      }
      yield;
    }
  }
  return [...rows.values()].toSorted(byName);
}

/** Rows that an answer does not have are missing. */
function* copy({ box, answer }: Source, to: Cells, places: ProfileDays): Work<void> {
  const [first, last] = [dayNumber(box.start), dayNumber(box.end)];
  const from = profileDays(answer.axes, answer.metrics.length);
  const [fromDays, toDays] = [from.days(first, last), places.days(first, last)];
  const columnOf = new Map(to.metrics.map(({ name }, column) => [name, column]));
  const fromRows = new Map(rowsOf(answer).map((row, place) => [rowKey(row), place]));
  // The numbers of a profile and a day: each row, and each metric of it.
  const pairs = rowsOf(to).flatMap((row, place) =>
    box.metrics.map((name) => {
      const fromRow = fromRows.get(rowKey(row)) ?? -1;
      const column = required(columnOf.get(name), `the metric ${name}`);
      return [
        fromRow === -1 ? -1 : fromRow * answer.metrics.length + answer.metrics.indexOf(name),
        place * to.metrics.length + column,
      ] as const;
    }),
  );
  const fromPlaces = Int32Array.from(pairs, ([place]) => place);
  const toPlaces = Int32Array.from(pairs, ([, place]) => place);
  for (const id of box.profiles) {
    const fromProfile = from.profile(id) ?? -1;
    const toProfile = required(places.profile(id), `the profile ${id}`);
    for (let day = 0; day < toDays.length; day += 1) {
      const fromDay = numberAt(fromDays, day);
      const fromStart = fromProfile === -1 || fromDay === -1 ? -1 : fromProfile + fromDay;
      const toStart = toProfile + numberAt(toDays, day);
      for (let index = 0; index < toPlaces.length; index += 1) {
        const at = toStart + numberAt(toPlaces, index);
        if (to.values[at] !== open) throw internalError("a number has two sources");
        const place = numberAt(fromPlaces, index);
        const isMissing = fromStart === -1 || place === -1;
        to.values[at] = isMissing ? Number.NaN : answer.values.at(fromStart + place);
      }
    }
    yield;
  }
}
