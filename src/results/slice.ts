/** Cuts a piece out of a metrics result: some metrics, profiles or days. No request is needed. */
import type { Piece } from "../replies/reply.ts";
import { rowName, type Result } from "../cells/result.ts";
import { onlyMetrics, withProfilesAt, withinDays } from "../cells/select.ts";
import { inputError, required } from "../errors/tool-error.ts";
import { visibleText } from "../text/sanitize.ts";
import { cell, plural, some } from "../text/words.ts";
import { earlier, later } from "../time/days.ts";
import { readRange } from "../time/resolve.ts";

type Slice = Pick<Piece, "profiles" | "metrics" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function slice(result: Result, wanted: Slice): Result {
  let piece = result;
  if (wanted.profiles !== undefined) piece = withProfiles(piece, wanted.profiles);
  if (wanted.dateStart !== undefined || wanted.dateEnd !== undefined)
    piece = withinDates(piece, wanted);
  return wanted.metrics === undefined ? piece : withMetrics(piece, wanted.metrics);
}

function withMetrics(result: Result, names: readonly string[]): Result {
  const held = result.metrics.map(({ name }) => name);
  const missing = names.find((name) => !held.includes(name));
  if (missing !== undefined)
    throw inputError(`the result has no metric ${missing}`, `It has ${held.join(", ")}.`);
  return onlyMetrics(result, [...new Set(names)]);
}

function withProfiles(result: Result, wanted: readonly string[]): Result {
  const ids = result.days.profiles;
  const placesOf = new Map<string, Set<number>>();
  for (const [place, id] of ids.entries()) {
    const name = rowName(result, "profile", id);
    for (const text of [visibleText(id), name, cell(name)])
      placesOf.set(text, (placesOf.get(text) ?? new Set()).add(place));
  }
  const places = [...new Set(wanted.map(visibleText))].flatMap((text) => {
    const found = [...(placesOf.get(text) ?? [])];
    if (found.length === 1) return found;
    const named = some(
      found.map((place) => required(ids[place], "a profile")),
      10,
    );
    throw inputError(
      found.length === 0
        ? `the result has no profile ${JSON.stringify(text.slice(0, 80))}`
        : `${plural(found.length, "profile")} of the result are named ${JSON.stringify(text)}: ${named}`,
      "Take ids or exact names from the result's table or from list_profiles.",
    );
  });
  return withProfilesAt(result, places);
}

function withinDates(result: Result, { dateStart, dateEnd }: Slice): Result {
  const first = dateStart ?? earlier(result.start, dateEnd ?? result.start);
  const { start, end } = readRange(first, dateEnd ?? later(result.end, first));
  if (end < result.start || start > result.end)
    throw inputError(
      `the result covers ${result.start} to ${result.end} only`,
      "Choose days within it.",
    );
  return withinDays(result, { start: later(start, result.start), end: earlier(end, result.end) });
}
