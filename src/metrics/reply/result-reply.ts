/** A metrics result as text: a first line that says what it is, the table, the notes, the result's URI. */
import { done, type Work } from "../../async/work.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import { networkTraits } from "../../catalog/networks.ts";
import { rowName, type Result } from "../../cells/result.ts";
import { onlyLabelled } from "../../cells/select.ts";
import type { Figures } from "../../meaning/figures.ts";
import { resultLine, resultLineTokens } from "../../replies/links.ts";
import type { Reply, StoredResult } from "../../replies/reply.ts";
import { condense, type Shown } from "../../tables/condense.ts";
import { coverageText } from "../../tables/coverage.ts";
import { profilesName } from "../../tables/names.ts";
import { notesOf, type Note } from "../../tables/notes.ts";
import { figuresTable } from "../../tables/rows.ts";
import { viewOf } from "../../tables/view.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { cell, plural } from "../../text/words.ts";

/** What stands around the table of a reply. */
export interface ReplyFrame {
  /** Adds to the coverage what else is incomplete. */
  readonly complete: (coverage: string) => string;
  /** Its cost, and the ages of its numbers: they take the room of {@link costTokens}, so that they change nothing else. */
  readonly state: string;
  readonly ages?: Note;
  readonly notes: readonly Note[];
  /** The whole that is stored. */
  readonly stored: StoredResult;
  /** A piece is a selection of what is stored. */
  readonly isPiece: boolean;
}

export interface ResultReply extends ReplyFrame {
  readonly shown: Shown;
}

/** The tokens that the cost and the ages of numbers may take, and those of separators. */
export const costTokens = 100;

export function* resultReply(
  { shown, complete, state, ages, notes, stored, isPiece }: ResultReply,
  maxTokens: number,
): Work<Reply> {
  const { result, figures } = shown;
  const isLabelled = shown.dimensions.includes("profile_label");
  const coverage = yield* coverageText(isLabelled ? onlyLabelled(result) : result);
  const fittingNotes = fitting(
    [...notes, ...coverage.notes, ...(yield* notesOf(result, figures))],
    maxTokens / 2,
  );
  const after = fittingNotes.join("\n");
  const opening = `${shownHeadline(shown)} ${complete(coverage.statement)}`;
  const used = estimateTokens(opening) + estimateTokens(after) + resultLineTokens + costTokens;
  const room = maxTokens - used;
  const { text, condensed } = yield* condense(shown, room);
  const unexplained = symbolNotes(text).filter(
    (note) => !fittingNotes.some((own) => own.startsWith(note.slice(0, 2))),
  );
  const rung =
    condensed === undefined ? "" : `\n${condensedText(result, figures, condensed, room)}`;
  const last = [...unexplained, ...fittingNotes, ages, yield* resultLine(stored)]
    .filter((line) => typeof line === "string")
    .join("\n");
  return {
    text: `${opening} ${state}${rung}\n\n${text}\n\n${last}`,
    table: () => (isPiece ? done(figuresTable(result, figures)) : stored.table()),
    result: stored,
  };
}

/** Says how the table was condensed, and which pieces of it fit. */
function condensedText(result: Result, figures: Figures, condensed: string, room: number): string {
  const { rows, series } = viewOf(result, figures);
  const columns = series.length * figures.columns.length;
  const perRow = rows.length === 1 ? 0 : rows.length * 8;
  const fit = Math.floor((room - perRow) / (rows.length * 4));
  const offer =
    fit >= columns
      ? ""
      : fit > 0
        ? ` read_result gives up to ${plural(fit, "column")} of its ${columns} exactly (profiles × metrics).`
        : ` read_result gives up to ${Math.floor(room / 12)} rows of a column exactly.`;
  return `The whole table does not fit: ${condensed}.${offer}`;
}

/** Explains the symbols of a table that shows other rows than the whole does. */
const symbolNotes = (text: string): string[] => [
  ...(/(^|\|)·/m.test(text)
    ? ["· is withheld, not missing: these values cannot be combined in this way."]
    : []),
  ...(/^[^|\n]*\*( [^|\n]*)?\|/m.test(text)
    ? ["* marks a part of a week, month, quarter or year."]
    : []),
];

/** The first of the notes that apply, within the budget. */
export function fitting(notes: readonly Note[], maxTokens: number): string[] {
  let tokens = 0;
  const all = notes.filter((note) => typeof note === "string");
  const fit = all.filter((note) => (tokens += estimateTokens(note) + 1) <= maxTokens);
  const omitted = all.length - fit.length;
  return omitted === 0
    ? fit
    : [...fit, `${plural(omitted, "note")} more would not fit: ask for less to read them.`];
}

/** The network, profiles, days, dimensions and time zone; rows that are the same throughout. */
function shownHeadline({ result, dimensions, figures }: Shown): string {
  const split = dimensions.map((type) => type.replace("date.", ""));
  const constants = figures.axes.flatMap(({ type, rows }) => {
    const [only] = rows;
    const isNamed = type === "profile" || isDateDimension(type);
    if (rows.length !== 1 || only === undefined || isNamed) return [];
    return [`${type}: ${cell(rowName(result, type, only))}`];
  });
  const by = split.length === 0 ? "in total" : `by ${split.join(", ")}`;
  const fixed = constants.length === 0 ? "" : ` (${constants.join(", ")})`;
  return headline(result, by, fixed);
}

/** The network, profiles, days, what is shown of them, and the time zone. */
export function headline(result: Result, what: string, fixed = ""): string {
  const { network, start, end } = result;
  const zone = networkTraits[network].dayZone ?? "profile time";
  const range = start === end ? start : `${start} to ${end}`;
  return `${network}, ${profilesName(result)}, ${range} ${what}, ${zone}${fixed}.`;
}
