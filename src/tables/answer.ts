/** The numbers of all rows, a line per metric: the total, and over time the change and the extremes. */
import type { Work } from "../async/work.ts";
import { isBreakdown, isDateDimension, type Dimension } from "../catalog/dimensions.ts";
import type { Result } from "../cells/result.ts";
import { onlyLabelled } from "../cells/select.ts";
import { numberAt } from "../cells/number-at.ts";
import { required } from "../errors/tool-error.ts";
import { changesOf, isCompared, type Change } from "../meaning/change.ts";
import { combine, waysOf } from "../meaning/combine.ts";
import { differsMuch } from "../meaning/coverage.ts";
import { extremesOf, type Extreme } from "../meaning/extremes.ts";
import { isNumber, isWithheld, withheld, type Column, type Figures } from "../meaning/figures.ts";
import { halvesOf } from "../meaning/halves.ts";
import { hasTotal } from "../meaning/methods.ts";
import type { Block } from "../replies/layout.ts";
import { formatDifference, formatNumber, formatPercent, percent } from "../text/numbers.ts";
import { cell } from "../text/words.ts";
import type { Range } from "../time/grains.ts";
import { columnTitle, dayName, namesOf, rangeName, totalHead } from "./names.ts";
import type { Shown } from "./shown.ts";

export interface Answer {
  /** Totals, and over time changes and extremes. */
  readonly full: readonly Block[];
  readonly totalsOnly: readonly Block[];
  readonly totals: Figures;
}

/** Undefined where rows of a breakdown, or other numbers, have no total. */
export function* answerOf(shown: Shown): Work<Answer | undefined> {
  const { dimensions, matched, isStatistic } = shown;
  const ways = waysOf(shown.result);
  const population = shown.population ?? (matched && shown.result);
  if (isStatistic === true || dimensions.some((type) => isBreakdown(type))) return undefined;
  const result = onlyLabelled(matched ?? shown.result, dimensions);
  const totals = yield* totalsOf(result, ways);
  if (totals.values.every(isWithheld)) return undefined;
  const course = yield* courseOf(result, totals, dimensions, ways);
  const all = result.profileCount;
  // A piece of some profiles is shown beside all of them.
  const whole = population && onlyLabelled(population, dimensions);
  const ofAll =
    whole === undefined || whole.profileCount === all ? undefined : yield* totalsOf(whole);
  const which = ofAll === undefined ? "all" : matched === undefined ? "these" : "match";
  const beside = ofAll === undefined ? [] : [`all ${whole?.profileCount}`];
  const head = [totalHead(all, which), "total", ...beside];
  const lines = totals.columns.map((column, place) => [
    columnTitle(column, result),
    formatNumber(numberAt(totals.values, place)),
    ...(ofAll === undefined ? [] : [formatNumber(totalOf(ofAll, column))]),
  ]);
  // A short range has no change, and a single row of time no extremes.
  const given = course.filter(({ cells }) => cells.some((one) => one.isNumber));
  const block = (added: readonly CourseColumn[]): Block[] => {
    const heads = [...head, ...added.map(({ name: title }) => title)];
    const rows = lines.map((line, at) => [
      ...line,
      ...added.map(({ cells }) => cells[at]?.text ?? ""),
    ]);
    return [{ rows: [heads, ...rows] }];
  };
  return { full: block(given), totalsOnly: block([]), totals };
}

/** The numbers of all rows. Metrics that cannot be totalled over profiles have no total over days either. */
export function* totalsOf(result: Result, ways = waysOf(result)): Work<Figures> {
  const figures = yield* combine(result, [], { ways });
  const values = figures.values.map((value, place) =>
    hasTotal(required(figures.columns[place], "a column").metric) ? value : withheld,
  );
  return { ...figures, values };
}

const totalOf = ({ columns, values }: Figures, { metric, segment }: Column): number => {
  const place = columns.findIndex(
    (one) => one.metric.name === metric.name && one.segment.start === segment.start,
  );
  return numberAt(values, place);
};

interface CourseColumn {
  readonly name: string;
  /** By the columns of the totals. */
  readonly cells: readonly { readonly text: string; readonly isNumber: boolean }[];
}

/** The changes and the extremes of the numbers of all rows over time. */
function* courseOf(
  result: Result,
  { columns }: Figures,
  dimensions: readonly Dimension[],
  ways: ReturnType<typeof waysOf>,
): Work<CourseColumn[]> {
  const time = dimensions.find((type) => isDateDimension(type));
  if (time === undefined || time === "date.weekday") return [];
  const changes = yield* changesOf(result, ways);
  const overTime = yield* combine(result, [time], { ways });
  const rows = namesOf(result, required(overTime.axes.at(-1), "an axis of time"));
  const unit = time.replace("date.", "");
  const changed = columns.map((column, place) => {
    const change = required(changes[place], "a change");
    return { text: changeText(change, column, result), isNumber: isNumber(change.value) };
  });
  const extremes = columns.map((column) => {
    const own = overTime.columns.findIndex(({ metric }) => metric === column.metric);
    return extremesOf(overTime, column, own);
  });
  const cellsOf = (end: "low" | "high"): CourseColumn["cells"] =>
    extremes.map(({ [end]: one, low, high }) =>
      low.row === high.row && low.row !== -1
        ? { text: "", isNumber: false }
        : { text: extremeText(one, rows, result, time), isNumber: isNumber(one.value) },
    );
  return [
    { name: changeName(result, columns), cells: changed },
    { name: `lowest ${unit}`, cells: cellsOf("low") },
    { name: `highest ${unit}`, cells: cellsOf("high") },
  ];
}

/** The days that changes compare, where they are the same for all parts of the range. */
function changeName(result: Result, columns: readonly Column[]): string {
  const [ofEnds, ofHalves] = [true, false].map((isOfEnds) =>
    columns.filter(({ metric }) => (isCompared(metric) === "ends") === isOfEnds),
  );
  const halves = ofHalves?.flatMap(({ segment }) => halvesText(segment, result) ?? []);
  const [only, ...others] = new Set(halves);
  const means = others.length > 0 ? "later half against earlier half of each part" : only;
  const ends = means === undefined ? "first to last day" : "of last numbers, first to last day";
  const texts = [means, ofEnds?.length === 0 ? undefined : ends].filter(Boolean);
  return ["change", ...(texts.length === 0 ? [] : [texts.join("; ")])].join(", ");
}

function halvesText(range: Range, whole: Result): string | undefined {
  const halves = halvesOf(range);
  return halves && `${rangeName(halves.after, whole)} against ${rangeName(halves.before, whole)}`;
}

function extremeText(
  { value, row, coverage }: Extreme,
  names: readonly string[],
  range: Range,
  time: Dimension,
): string {
  const name = names[row];
  if (name === undefined) return formatNumber(value);
  const covered = coverage === undefined ? "" : `, ${percent(coverage)} covered`;
  const isDay = time === "date.day";
  const when = isDay ? `on ${dayName(name, range)}` : `in ${cell(name)}`;
  return `${formatNumber(value)} ${when}${covered}`;
}

function changeText(
  { value, form, coverage, days, after }: Change,
  { segment }: Column,
  range: Range,
): string {
  if (!isNumber(value)) return formatNumber(value);
  const isMean = form === "difference" && days === undefined;
  // Numbers that the API has aggregated change per day, not per profile.
  const unit = coverage.some(Number.isNaN) ? "day" : "profile-day";
  const text =
    form === "percent"
      ? `${formatPercent(value * 100)}%`
      : `${formatDifference(value, after)}${isMean ? ` per ${unit}` : ""}`;
  const [before, later] = coverage;
  const isWhole = days === undefined || (days[0] === segment.start && days[1] === segment.end);
  const notes = [
    !isWhole && `${dayName(days[0], range)} to ${dayName(days[1], range)}`,
    differsMuch(before, later) && `${percent(before)} covered, then ${percent(later)}`,
  ].filter((note) => note !== false);
  return [text, ...notes].join("; ");
}
