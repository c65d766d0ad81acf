/** The ladder: the table of all rows where it fits the budget, else the fullest shorter form that does. */
import { isBreakdown, type Dimension } from "../../catalog/dimensions.ts";
import { grains, mostDaysOf } from "../../catalog/grains.ts";
import { isMissing, isWithheld } from "../../numbers/cells/states.ts";
import { columnLike, type Table } from "../../numbers/table/table.ts";
import { fits, type Block, type Body } from "../replies/layout.ts";
import { fittingBlock } from "../replies/table.ts";
import { chosenRows } from "../replies/window.ts";
import { plural } from "../../base/text/words.ts";
import { monday } from "../../base/time/grains.ts";
import type { Answer } from "./answer.ts";
import { aboutLines, columnTitles, linesTable, type ChosenLines } from "./lines.ts";
import { symbolNotes } from "./notes.ts";
import type { Ranks } from "./ranks.ts";
import type { Shown } from "./shown.ts";
import { timeTable } from "./time-table.ts";
import { timeDimension, viewOf, type View } from "./view.ts";

export interface Condensed extends Body {
  /** The way in which the rows were condensed; absent where all of them are shown. */
  readonly condensed?: string | undefined;
}

/** Condensed forms answer what is asked first: a part of a large budget is enough for them. */
const enoughFor = (maxTokens: number): number => Math.min(maxTokens, Math.max(2500, maxTokens / 3));

/** Numbers of lines to try, where more do not fit. */
const fewer = [100, 50, 25, 10, 4];

/** More columns than this are not repeated for each line. */
const maxLineColumns = 4;

/** The parts of a table that its forms share. */
export interface Parts {
  readonly shown: Shown;
  readonly ranks: Ranks;
  readonly answer: Answer | undefined;
}

/** A form of the table, within a room; undefined where it does not apply. */
type Form = (Condensed & { readonly room: number }) | undefined;

/** Makes forms of the table one by one, when the one before does not fit. */
type Forms = Generator<Form, void, undefined>;

/** The first form of a table that fits; the last one is the answer alone. */
export function condense(parts: Parts, room: number): Condensed {
  for (const form of formsOf(parts, room)) {
    if (form === undefined) continue;
    const { room: formRoom, ...body } = form;
    if (fits([...(body.answer ?? []), ...(body.table ?? [])], formRoom)) return body;
  }
  return cutTotals(parts.answer?.totalsOnly ?? [], room);
}

/** The rows of totals that fit, where not even all of these do. */
export function cutTotals(totals: readonly Block[], room: number): Condensed {
  const answer = totals.map(({ rows: [columns = [], ...rows] }) =>
    fittingBlock({ columns, rows }, room / totals.length, () => "Ask for fewer metrics."),
  );
  return { answer, condensed: "totals", isCut: true };
}

function* formsOf(parts: Parts, room: number): Forms {
  if (timeDimension(parts.shown.table) !== undefined) yield* timeForms(parts, room);
  yield* lineForms(parts, room);
}

/** Tables with time, or other rows in an order of their own, going down: as they are asked, by week, by month. */
function* timeForms(parts: Parts, room: number): Forms {
  const { shown, ranks } = parts;
  const { result, dimensions, isStatistic = false, sorting } = shown;
  const view = viewOf(result, shown.table);
  const asAsked = (most: number): Form => {
    const body = timeBody(parts, view, most);
    return body && { ...body, room };
  };
  if (!isHopeless(shown.table, room)) yield asAsked(Infinity);
  const isFolded = !isStatistic && dimensions.includes("date.day") && ranks.time === undefined;
  const enough = enoughFor(room);
  for (const grain of isFolded ? (["week", "month"] as const) : []) {
    if (isHopeless(shown.table, enough * mostDaysOf(grain))) continue;
    const coarser = dimensions.map((type): Dimension =>
      type === "date.day" ? `date.${grain}` : type,
    );
    const table = shown.fold(result, coarser);
    // One row of time is the totals.
    if (timeDimension(table) === undefined) continue;
    if (isHopeless(table, enough) || hasAny(table, isWithheld)) continue;
    const body = timeBody(parts, viewOf(result, table));
    if (body?.table?.length !== 1) continue;
    const name = `${grain === "week" && result.weekStart === monday ? "ISO " : ""}${grains[grain].plural}`;
    yield {
      ...body,
      answer: parts.answer?.full ?? [],
      omitted: condensedNote(name),
      condensed: name,
      room: enough,
    };
  }
  if (isStatistic || ranks.time !== undefined || sorting.top !== undefined)
    for (const most of fewer) yield asAsked(most);
}

/** @param most rows of time that are ranked, or of lines across. */
function timeBody(parts: Parts, view: View, most = Infinity): Condensed | undefined {
  const { ranks, answer } = parts;
  const { sorting } = parts.shown;
  const isRanked = ranks.time !== undefined;
  const chosen = chosenRows(ranks.lines, sorting, most);
  // Some of the lines are shown with rows of time only if `top` or the budget limits the lines.
  if (!chosen.isWhole && !isRanked && sorting.top === undefined && most === Infinity)
    return undefined;
  const timeRows = [...view.rows.keys()].map((place) => ({ place, rank: undefined }));
  const titles = columnTitles(view, answer !== undefined);
  const tables = isRanked
    ? timeTable(view, chosen, [{ place: 0, rank: undefined }], titles)
    : timeTable(view, { lines: timeRows, left: 0, isWhole: true }, chosen.lines, titles);
  const about = aboutLines(ranks, chosen, sorting);
  const isSplit = view.across.some(isBreakdown);
  return {
    answer: [
      ...((view.across.length === 0 ? answer?.full : answer?.totalsOnly) ?? []),
      ...((answer === undefined || isSplit) && !isRanked ? lineTotals(parts, chosen) : []),
    ],
    table: tables.map((block, place) => ({
      title:
        [isRanked && place === 0 ? about.title : undefined, block.title]
          .filter(Boolean)
          .join("\n") || undefined,
      rows: block.rows,
      below: place === tables.length - 1 ? about.below : [],
    })),
    notes: symbolNotes(view.result, [view.table, answer?.totals]),
    condensed: most === Infinity ? undefined : firstOf(chosen.lines.length, ranks.lines),
  };
}

/** Rows of a breakdown are not the whole: each has a total over time. */
function lineTotals({ shown, ranks }: Parts, chosen: ChosenLines): Block[] {
  const { totals } = ranks;
  if (shown.isStatistic === true || !hasAny(totals, (value) => !isWithheld(value))) return [];
  const view = viewOf(shown.result, totals, "none");
  return [{ rows: linesTable(view, ranks, columnTitles(view, false), chosen) }];
}

/** Lines without time, in the order of their ranks; none where there is only one, whose numbers are the answer. */
function* lineForms({ shown, ranks, answer }: Parts, room: number): Forms {
  const { result, table, sorting } = shown;
  const { totals } = ranks;
  // Rows of time that are ranked are no lines.
  const lines = ranks.time === undefined ? ranks.lines : [];
  const isFolded = totals !== table;
  const view = viewOf(result, totals, "none");
  const lineRoom = isFolded ? enoughFor(room) : room;
  const titles = columnTitles(view, answer !== undefined);
  const columns =
    titles.length > maxLineColumns && isFolded ? [rankedColumn(view.table, ranks)] : undefined;
  const steps = [
    ...[Infinity, 10, 4].map((most) => ({ most, isShort: false })),
    ...[Infinity, ...fewer].map((most) => ({ most, isShort: true })),
  ];
  for (const { most, isShort } of steps) {
    const chosen = chosenRows(lines, sorting, most);
    const count = chosen.lines.length;
    if (count * (columns?.length ?? titles.length) > lineRoom) continue;
    // The numbers of one line are those of the answer, but not its rank.
    const isRanked = ranks.by !== undefined && count < ranks.count;
    const hasLines = count > 0 && (view.across.length > 0 || answer === undefined || isRanked);
    // Changes and extremes of many metrics leave no room for the lines.
    if (hasLines && isFolded && !isShort && !fits(answer?.full ?? [], lineRoom / 2)) continue;
    const rows = linesTable(view, ranks, titles, { ...chosen, columns });
    const first = count === most ? firstOf(count, lines) : undefined;
    yield {
      answer: (isShort ? answer?.totalsOnly : answer?.full) ?? [],
      table: hasLines ? [{ ...aboutLines(ranks, chosen, sorting), rows }] : [],
      notes: symbolNotes(result, [isFolded && !hasLines ? undefined : totals, answer?.totals]),
      omitted: isFolded && condensedNote("totals"),
      condensed: isFolded ? "totals" : first,
      room: lineRoom,
    };
  }
}

const firstOf = (count: number, { length }: Ranks["lines"]): string =>
  `the first ${count} of ${plural(length, "row")}`;

function rankedColumn(table: Table, { by }: Ranks): number {
  const column = by?.column && columnLike(table, by.column);
  return column === undefined ? 0 : table.columns.indexOf(column);
}

const condensedNote = (form: string): string =>
  `Condensed to ${form}: read_result gives the rows of some profiles, metrics or days exactly.`;

const hasAny = ({ columns }: Table, is: (value: number) => boolean): boolean =>
  columns.some(({ values }) => values.some(is));

/** Every number takes at least one token, and one to separate it from the next. */
function isHopeless({ columns }: Table, maxTokens: number): boolean {
  let tokens = 0;
  for (const { values } of columns)
    for (const value of values) {
      if (!isMissing(value)) tokens += 2;
      if (tokens > maxTokens) return true;
    }
  return false;
}
