/** The tables of a comparison: the answer, then its rows, as many as fit; rows of time where all of them do. */
import type { Work } from "../async/work.ts";
import { isCalendarDate } from "../catalog/dimensions.ts";
import { required } from "../errors/tool-error.ts";
import { compare } from "./compare.ts";
import { fits, type Block, type Note } from "../replies/layout.ts";
import { chosenRows } from "../replies/window.ts";
import { formatPercent } from "../text/numbers.ts";
import { cell, plural } from "../text/words.ts";
import { cutTotals, type Condensed } from "../report/condense.ts";
import { starNote } from "../report/notes.ts";
import { comparedAnswer } from "./answer.ts";
import { changeColumns, partColumns, sortedColumns } from "./columns.ts";
import { unequalRowsNote, withheldNote } from "./notes.ts";
import { comparedRanks, type ComparedRanks } from "./ranks.ts";
import { combinedRowNames, type ShownComparison } from "./table-rows.ts";

/** Numbers of rows to try, where more do not fit. */
const fewer = [Infinity, 100, 50, 25, 10, 4];

export function* condenseComparison(shown: ShownComparison, room: number): Work<Condensed> {
  const { blocks: answer, totals } = yield* comparedAnswer(shown);
  const withheld = withheldNote(shown.comparison, [...shown.compared.metrics, ...totals]);
  const { notes = [], ...body } = yield* condensed(shown, answer, room);
  return { ...body, notes: [...notes, withheld] };
}

function* condensed(
  shown: ShownComparison,
  answer: readonly Block[],
  room: number,
): Work<Condensed> {
  const isOfTime = shown.dimensions.some(isCalendarDate);
  const ranks = yield* comparedRanks(shown);
  const areFewer = ranks.by !== undefined;
  // A row of time takes at least ten tokens.
  if (!isOfTime || areFewer || ranks.lines.length * 10 <= room) {
    const body = firstFit(shown, ranks, answer, room, isOfTime && !areFewer ? [Infinity] : fewer);
    if (body !== undefined) return body;
  }
  if (isOfTime) {
    const dimensions = shown.dimensions.filter((type) => !isCalendarDate(type));
    const compared = yield* compare(shown.comparison, dimensions);
    const whole = { ...shown, dimensions, compared };
    const body = firstFit(whole, yield* comparedRanks(whole), answer, room, fewer);
    const omitted = `The ${plural(ranks.lines.length, "row")} of time do not fit: condensed to the whole ranges. read_result gives those of some profiles.`;
    if (body !== undefined) return { ...body, omitted, condensed: "the whole ranges" };
  }
  return cutTotals(answer, room);
}

function firstFit(
  shown: ShownComparison,
  ranks: ComparedRanks,
  answer: readonly Block[],
  room: number,
  steps: readonly number[],
): Condensed | undefined {
  for (const most of steps) {
    const body = bodyOf(shown, ranks, answer, most);
    if (fits([...answer, ...(body.table ?? [])], room)) return body;
  }
  return undefined;
}

function bodyOf(
  { comparison, dimensions, compared, sorting }: ShownComparison,
  { lines: all, metric, by, count, total, course }: ComparedRanks,
  answer: readonly Block[],
  most: number,
): Condensed {
  const isOfTime = dimensions.some(isCalendarDate);
  const usual = isOfTime && by === undefined ? all.length : undefined;
  const { lines, left } = chosenRows(all, { ...sorting, top: sorting.top ?? usual }, most);
  const hasRanks = lines.length < total && by !== undefined;
  const columns = [
    ...(metric.parts.length > 0 ? partColumns(comparison, metric) : changeColumns([metric], false)),
    ...sortedColumns(sorting),
  ];
  const { heads, names } = combinedRowNames(comparison, compared.axes);
  const rows = lines.map(({ place, rank }) => [
    ...(hasRanks ? [String(rank ?? "")] : []),
    ...required(names[place], "the names of a row").map(cell),
    ...columns.map(({ textOf }) => textOf(metric, place)),
  ]);
  const stars = starNote(compared.axes.flatMap(({ now, before }) => [now, before]));
  const unequal = isOfTime && unequalRowsNote({ comparison, compared });
  // One row has the numbers of the answer.
  if (compared.rowCount < 2 && answer.length > 0 && !hasRanks)
    return { answer, notes: [stars, unequal] };
  const isOne = compared.metrics.length === 1;
  const what = by ?? `by ${dimensions.map((type) => type.replace("date.", "")).join(", ")}`;
  const isRanked = lines.some(({ rank }) => rank !== undefined);
  const of = isRanked && count < total ? ` of the ${count}` : "";
  const head = isOne
    ? `${what.slice(0, 1).toUpperCase()}${what.slice(1)}`
    : `${metric.metric.name}, ${what}`;
  const some = hasRanks ? `, ${lines.length} of ${of === "" ? total : count}` : "";
  const table: Block = {
    title: isOne && !hasRanks && of === "" ? undefined : `${head}${of}${some}:`,
    rows: [[...(hasRanks ? ["#"] : []), ...heads, ...columns.map((one) => one.title)], ...rows],
    below: [
      [left > 0 && `${left} more: read_result, or top.`, courseText(course)]
        .filter(Boolean)
        .join(" "),
    ],
  };
  return { answer, table: lines.length === 0 ? [] : [table], notes: [stars, unequal] };
}

const courseText = (course: ComparedRanks["course"]): Note =>
  course !== undefined &&
  `Of ${course.count}, ${course.rose} rose and ${course.fell} fell${Number.isNaN(course.median) ? "" : `; median ${formatPercent(course.median)} %`}.`;
