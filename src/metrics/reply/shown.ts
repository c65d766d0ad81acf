/** A result as an answer: one line that says what it is, the table, what one must know, the result's id. */
import { networkTraits } from "../../catalog/networks.ts";
import type { Result } from "../../cells/result.ts";
import { rowName } from "../../cells/result.ts";
import { withoutLevelSums } from "../../meaning/coarsen.ts";
import { condense } from "../../tables/condense.ts";
import { notesOf } from "../../tables/notes.ts";
import { cell, plural } from "../../text/words.ts";
import { estimateTokens } from "../../text/tokens.ts";
import { isDateDimension } from "../../catalog/dimensions.ts";
import { metricsTable } from "../../tables/rows.ts";
import type { Answer } from "../../replies/reply.ts";
import { csvLinks, resultLine } from "../../replies/links.ts";

export interface ResultAnswer {
  /** The numbers at the finest grain held. */
  readonly finest: Result;
  /** What is to be shown, if it fits; the finest, where it is left out. */
  readonly shown?: Result;
  /** Whether it is complete, and what it cost. */
  readonly state: string;
  readonly notes: readonly string[];
  /** The whole that stays under its id. */
  readonly kept: Result;
}

export function answerOf(
  { finest, shown = finest, state, notes, kept }: ResultAnswer,
  maxTokens: number,
): Answer {
  const links = csvLinks(kept);
  const said = fitting(
    [...withheldNotes(finest, shown), ...notes, ...notesOf(finest)],
    maxTokens / 2,
  );
  const after = [...said, resultLine(kept, links)].join("\n");
  const opening = `${headline(shown)} ${state}`;
  const room = maxTokens - estimateTokens(opening) - estimateTokens(after) - 60;
  const { text, condensed } = condense(withoutLevelSums(finest), room, withoutLevelSums(shown));
  const rung =
    condensed === undefined
      ? ""
      : `\nThe whole table does not fit: ${condensed}. read_result ${kept.id} gives any piece of it exactly.`;
  return {
    text: `${opening}${rung}\n\n${text}\n\n${after}`,
    table: () => metricsTable(withoutLevelSums(shown)),
    result: kept,
    links,
  };
}

/** Values there are, of which none may be shown as it was asked. */
function withheldNotes(finest: Result, shown: Result): string[] {
  const isShown = withoutLevelSums(shown).cells.values.some((value) => !Number.isNaN(value));
  const isHeld = finest.cells.values.some((value) => !Number.isNaN(value));
  if (isShown || !isHeld) return [];
  return [
    "There are values, but none that may be put together like this: their days do not add up. Ask by day: date.day, or grain day.",
  ];
}

/** The notes, the first ones first, as far as there is room for them. */
function fitting(notes: readonly string[], maxTokens: number): string[] {
  let tokens = 0;
  const kept = notes.filter((note) => (tokens += estimateTokens(note) + 1) <= maxTokens);
  const left = notes.length - kept.length;
  return left === 0
    ? kept
    : [...kept, `${plural(left, "note")} more would not fit: ask for less to read them.`];
}

/** What was asked: network, profiles, days, dimensions, whose days they are; rows that are the same throughout. */
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
