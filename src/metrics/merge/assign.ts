/** Puts cells by profile and day together: each has exactly one source, an answer of this call or a cached one. Pure. */
import type { Work } from "../../async/work.ts";
import type { MetricsAnswer } from "../../api/metrics-answer.ts";
import type { Axis } from "../../cells/axis.ts";
import { cellCount, type Cells } from "../../cells/cells.ts";
import { PackedNumbers } from "../../cells/packed-numbers.ts";
import { profileDays, type ProfileDays } from "../../cells/day-grid.ts";
import { numberAt } from "../../cells/number-at.ts";
import { internalError, required } from "../../errors/tool-error.ts";
import { dayNumber, daysOf } from "../../time/days.ts";
import { cellsIn, type CachedCells, type Part } from "../plan/steps.ts";
import { includedProfiles, profilesFor, type Question } from "../question/question.ts";
import { isWhole } from "./merge.ts";

/** An answer, and the cells that are taken from it. */
export interface Source {
  readonly box: Omit<CachedCells, "answer">;
  readonly answer: MetricsAnswer;
}

/** Marks a cell that has no source yet. The API's numbers are finite. */
const open = Number.POSITIVE_INFINITY;

/** @throws ToolError `internal_error` for a cell with two sources, or with none. */
export function* assign(
  question: Question,
  { metrics, dimensions }: Pick<Part, "metrics" | "dimensions">,
  sources: readonly Source[],
): Work<Cells> {
  const profiles = includedProfiles(question).map(({ id }) => id);
  const axes = dimensions.map((type): Axis => ({
    type,
    rows: type === "profile" ? profiles : daysOf(question.start, question.end),
  }));
  const [only, second] = sources;
  const names = metrics.map(({ name }) => name);
  const count = cellCount(axes, metrics.length);
  const isAlone = only !== undefined && second === undefined && cellsIn(only.box) === count;
  if (isAlone && isWhole(only.answer, axes, metrics))
    return { axes, metrics, values: only.answer.values.unpacked() };
  const values = new Float64Array(count).fill(open);
  const target = { metrics: names, values };
  const requested = new Set(profilesFor(question, metrics).map(({ id }) => id));
  const { start, end } = question;
  const others = dimensions.includes("profile") ? profiles.filter((id) => !requested.has(id)) : [];
  const nothing: Source = {
    box: { start, end, profiles: others, metrics: names },
    answer: { axes: [], metrics: [], values: new PackedNumbers(new Float64Array()) },
  };
  const places = profileDays(axes, names.length);
  for (const source of [nothing, ...sources]) yield* copy(source, target, places);
  if (values.includes(open)) throw internalError("a number of the answer has no source");
  return { axes, metrics, values };
}

interface Target {
  readonly metrics: readonly string[];
  readonly values: Float64Array;
}

/** Rows that an answer does not have are missing. */
function* copy({ box, answer }: Source, target: Target, to: ProfileDays): Work<void> {
  const [first, last] = [dayNumber(box.start), dayNumber(box.end)];
  const from = profileDays(answer.axes, answer.metrics.length);
  const [fromDays, toDays] = [from.days(first, last), to.days(first, last)];
  const fromColumns = Int32Array.from(box.metrics, (name) => answer.metrics.indexOf(name));
  const toColumns = Int32Array.from(box.metrics, (name) => target.metrics.indexOf(name));
  for (const id of box.profiles) {
    const fromProfile = from.profile(id) ?? -1;
    const toProfile = required(to.profile(id), `the profile ${id}`);
    for (let day = 0; day < toDays.length; day += 1) {
      const fromDay = numberAt(fromDays, day);
      const fromStart = fromProfile === -1 || fromDay === -1 ? -1 : fromProfile + fromDay;
      const toStart = toProfile + numberAt(toDays, day);
      for (let index = 0; index < toColumns.length; index += 1) {
        const at = toStart + numberAt(toColumns, index);
        if (target.values[at] !== open) throw internalError("a number has two sources");
        const place = fromStart + numberAt(fromColumns, index);
        target.values[at] = fromStart === -1 ? Number.NaN : answer.values.at(place);
      }
    }
    yield;
  }
}
