/** A metrics result as text: a first line that says what it is, the table, the notes, the result's id. */
import { isDateDimension } from "../../catalog/dimensions.ts";
import { networkTraits } from "../../catalog/networks.ts";
import { rowName, type Result } from "../../cells/result.ts";
import { withoutLevelSums } from "../../meaning/combine.ts";
import { resultLine } from "../../replies/links.ts";
import type { Reply, StoredResult } from "../../replies/reply.ts";
import { condense } from "../../tables/token-budget.ts";
import { notesOf, type Note } from "../../tables/notes.ts";
import { metricsTable } from "../../tables/rows.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { cell, plural } from "../../text/words.ts";

export interface ResultReply {
  /** The numbers at the finest grain held. */
  readonly finest: Result;
  /** The result to show, if it fits; the finest (default). */
  readonly shown?: Result;
  /** Its completeness, and its cost. */
  readonly state: string;
  readonly notes: readonly Note[];
  /** The whole that is stored. */
  readonly stored: StoredResult;
}

export function resultReply(
  { finest, shown = finest, state, notes, stored }: ResultReply,
  maxTokens: number,
): Reply {
  const fittingNotes = fitting(
    [withheldNote(finest, shown), ...notes, ...notesOf(finest)],
    maxTokens / 2,
  );
  const after = [...fittingNotes, resultLine(stored)].join("\n");
  const opening = `${headline(shown)} ${state}`;
  const room = maxTokens - estimateTokens(opening) - estimateTokens(after) - 60;
  const { text, condensed } = condense(withoutLevelSums(finest), room, withoutLevelSums(shown));
  const rung =
    condensed === undefined
      ? ""
      : `\nThe whole table does not fit: ${condensed}. read_result ${stored.id} gives any piece of it exactly.`;
  return {
    text: `${opening}${rung}\n\n${text}\n\n${after}`,
    table: () => metricsTable(withoutLevelSums(shown)),
    result: stored,
  };
}

/** Explains a table without values where the result has some. */
function withheldNote(finest: Result, shown: Result): Note {
  const hasValues = ({ cells }: Result): boolean =>
    cells.values.some((value) => !Number.isNaN(value));
  return (
    hasValues(finest) &&
    !hasValues(withoutLevelSums(shown)) &&
    "The result has values, but their days cannot be combined. Ask by day: dimension date.day, or grain day."
  );
}

/** The first of the notes that apply, within the budget. */
function fitting(notes: readonly Note[], maxTokens: number): string[] {
  let tokens = 0;
  const all = notes.filter((note) => typeof note === "string");
  const fit = all.filter((note) => (tokens += estimateTokens(note) + 1) <= maxTokens);
  const omitted = all.length - fit.length;
  return omitted === 0
    ? fit
    : [...fit, `${plural(omitted, "note")} more would not fit: ask for less to read them.`];
}

/** The network, profiles, days, dimensions and time zone; rows that are the same throughout. */
function headline(result: Result): string {
  const { network, start, end, cells, profileCount } = result;
  const split = cells.axes.map(({ type }) => type.replace("date.", ""));
  const zone = networkTraits[network].dayZone ?? "profile time";
  const constants = cells.axes.flatMap(({ type, rows }) => {
    const [only] = rows;
    if (rows.length !== 1 || only === undefined || isDateDimension(type)) return [];
    return [`${type}: ${cell(rowName(result, type, only))}`];
  });
  const range = start === end ? start : `${start} to ${end}`;
  const by = split.length === 0 ? "in total" : `by ${split.join(", ")}`;
  const fixed = constants.length === 0 ? "" : ` (${constants.join(", ")})`;
  return `${network}, ${plural(profileCount, "profile")}, ${range} ${by}, ${zone}${fixed}.`;
}
