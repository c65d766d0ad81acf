/** The tables of a comparison: the answer, then its rows, as many as fit; rows of time where all of them do. */
import type { Work } from "../../../base/async/work.ts";
import { isCalendarDate } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { compare } from "../../../numbers/table/compare.ts";
import { fits, type Block, type Note } from "../../replies/layout.ts";
import { chosenRows, moreText } from "../../replies/window.ts";
import { formatPercent, formatPoints } from "../../../base/text/numbers.ts";
import { plural } from "../../../base/text/words.ts";
import { cutTotals, type Condensed } from "../condense.ts";
import { starNote } from "../notes.ts";
import type { Line } from "../order.ts";
import { isSorted } from "../shown.ts";
import { comparedAnswer } from "./answer.ts";
import { withheldNote } from "./notes.ts";
import { comparedRanks, type ComparedRanks, type Course } from "./ranks.ts";
import { comparedRows } from "./rows.ts";
import { metricTitle } from "./lines.ts";
import { metricsOf, type ShownComparison } from "./shown.ts";

/** Numbers of rows to try, where more do not fit. */
const fewer = [Infinity, 100, 50, 25, 10, 4];
/** Rows that rose most, and as many that fell most, where a reader does not ask for an order. */
const mostMoved = 5;

export function* condenseComparison(shown: ShownComparison, room: number): Work<Condensed> {
  const ranks = comparedRanks(shown);
  // Statistics of rows have no total.
  const isStatistic = typeof shown.comparison.form === "object" && shown.dimensions.length > 0;
  const { blocks: answer, totals } = isStatistic
    ? { blocks: [], totals: undefined }
    : yield* comparedAnswer(shown, ranks.metric);
  const withheld = withheldNote(shown.comparison, [
    ...shown.table.columns,
    ...(totals?.columns ?? []),
  ]);
  const { notes = [], ...body } = yield* condensed(shown, ranks, answer, room);
  return { ...body, notes: [...notes, withheld] };
}

function* condensed(
  shown: ShownComparison,
  ranks: ComparedRanks,
  answer: readonly Block[],
  room: number,
): Work<Condensed> {
  const hasTime = shown.dimensions.some(isCalendarDate);
  const areFewer = ranks.by !== undefined;
  // A row of time takes at least ten tokens.
  if (!hasTime || areFewer || ranks.lines.length * 10 <= room) {
    const steps = hasTime && !areFewer ? [Infinity] : fewer;
    const body = firstFit(steps, room, (most) => bodyOf(shown, ranks, answer, most));
    if (body !== undefined) return body;
  }
  if (hasTime) {
    const dimensions = shown.dimensions.filter((type) => !isCalendarDate(type));
    const folded = { ...shown, dimensions, table: yield* compare(shown.comparison, dimensions) };
    const foldedRanks = comparedRanks(folded);
    const body = firstFit(fewer, room, (most) => bodyOf(folded, foldedRanks, answer, most));
    const omitted = `The ${plural(ranks.lines.length, "row")} of time do not fit: condensed to the whole ranges. read_result gives those of some profiles.`;
    if (body !== undefined) return { ...body, omitted, condensed: "the whole ranges" };
  }
  return cutTotals(answer, room);
}

function firstFit(
  steps: readonly number[],
  room: number,
  bodyWith: (most: number) => Condensed,
): Condensed | undefined {
  for (const most of steps) {
    const body = bodyWith(most);
    if (fits([...(body.answer ?? []), ...(body.table ?? [])], room)) return body;
  }
  return undefined;
}

function bodyOf(
  shown: ShownComparison,
  ranks: ComparedRanks,
  answer: readonly Block[],
  most: number,
): Condensed {
  const { dimensions, table, sorting } = shown;
  const { metric, by, total } = ranks;
  const isInTime = dimensions.some(isCalendarDate) && by === undefined;
  const usual = isInTime ? ranks.lines.length : undefined;
  const chosen = chosenRows(ranks.lines, { ...sorting, top: sorting.top ?? usual }, most);
  const { lines, left } = chosen;
  const hasRanks = lines.length < total && by !== undefined;
  const notes = [
    starNote(table.dimensions.flatMap(({ previous, ...now }) => [now, previous ?? now])),
  ];
  // One row has the numbers of the answer.
  if (table.rowCount < 2 && answer.length > 0 && !hasRanks) return { answer, notes };
  const hasProfiles =
    dimensions.join() === "profile" && (sorting.isNamed !== true || shown.matching !== undefined);
  const moved =
    hasProfiles && !chosen.isWhole && !isSorted(sorting) ? movedBlocks(shown, ranks, most) : [];
  if (moved.length > 0) return { answer, table: moved, notes };
  const isOne = metricsOf(table).length === 1;
  const isStatistic = typeof shown.comparison.form === "object";
  const names = dimensions.map((type) => type.replace("date.", "")).join(", ");
  const what = by ?? (table.rowCount < 2 ? "" : `by ${names}`);
  const title = hasRanks ? `${what}, ${lines.length} of ${total}` : what;
  const block: Block = {
    title:
      isOne && by === undefined && !isStatistic ? undefined : `${headOf(shown, metric, title)}:`,
    rows: comparedRows(shown, metric, lines, hasRanks),
    below: [belowText(left, ranks.course)],
  };
  return { answer, table: lines.length === 0 ? [] : [block], notes };
}

/** A title with the metric that ranks, unless it is the only one. */
function headOf({ comparison, table }: ShownComparison, metric: Metric, title: string): string {
  if (typeof comparison.form === "object")
    return [metricTitle(table, metric), title].filter(Boolean).join(", ");
  if (metricsOf(table).length > 1) return `${metric.name}, ${title}`;
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** The rows that rose most, and those that fell most. */
function movedBlocks(shown: ShownComparison, ranks: ComparedRanks, most: number): Block[] {
  const count = Math.max(1, Math.min(mostMoved, Math.floor(most / 2)));
  const sides = (["rose", "fell"] as const).map((word) => {
    const places = ranks[word];
    const lines = places.slice(0, count).map((place, at): Line => ({ place, rank: at + 1 }));
    return { title: `${word} most, ${lines.length} of ${places.length}`, lines };
  });
  const blocks = sides.filter(({ lines }) => lines.length > 0);
  const left = ranks.lines.length - sides.reduce((sum, { lines }) => sum + lines.length, 0);
  return blocks.map(({ title, lines }, at) => ({
    title: `${headOf(shown, ranks.metric, title)}:`,
    rows: comparedRows(shown, ranks.metric, lines, true),
    below: at === blocks.length - 1 ? [belowText(left, ranks.course)] : [],
  }));
}

const belowText = (left: number, course: Course | undefined): Note =>
  [moreText(left, "read_result, or top"), course && courseText(course)].filter(Boolean).join(" ");

/** `121 of 250 rose and 129 fell; median -0.9 %.` */
function courseText({ count, rose, fell, median, isInPoints }: Course): string {
  const middle = isInPoints ? `${formatPoints(median)} points` : `${formatPercent(median)} %`;
  return `${rose} of ${count} rose and ${fell} fell${Number.isNaN(median) ? "" : `; median ${middle}`}.`;
}
