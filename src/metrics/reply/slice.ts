/** Cuts a piece out of a metrics result: some metrics, profiles or days. No request is needed. */
import type { Piece } from "../../replies/reply.ts";
import { rowKey, type RowValue } from "../../cells/axis.ts";
import { rowName, type Result } from "../../cells/result.ts";
import { selectMetrics, withRows } from "../../cells/select.ts";
import { inputError } from "../../errors/tool-error.ts";
import { cell, plural, some } from "../../text/words.ts";
import { earlier, later } from "../../time/days.ts";
import { readRange } from "../../time/range.ts";

type Slice = Pick<Piece, "profiles" | "metrics" | "dateStart" | "dateEnd">;

/** @throws ToolError `invalid_input` for what the result does not hold. */
export function slice(result: Result, wanted: Slice): Result {
  let piece = result;
  if (wanted.metrics !== undefined) piece = { ...piece, cells: withMetrics(piece, wanted.metrics) };
  if (wanted.profiles !== undefined) piece = withProfiles(piece, wanted.profiles);
  if (wanted.dateStart !== undefined || wanted.dateEnd !== undefined) {
    piece = withinDates(piece, wanted);
  }
  return piece;
}

function withMetrics({ cells }: Result, names: readonly string[]): Result["cells"] {
  const held = cells.metrics.map(({ name }) => name);
  const columns = [...new Set(names)].map((name) => {
    const column = held.indexOf(name);
    if (column === -1)
      throw inputError(`the result has no metric ${name}`, `It has ${held.join(", ")}.`);
    return column;
  });
  return selectMetrics(cells, columns);
}

function withProfiles(result: Result, wanted: readonly string[]): Result {
  const axis = result.cells.axes.findIndex(({ type }) => type === "profile");
  const rows = result.cells.axes[axis]?.rows;
  if (rows === undefined) {
    throw inputError(
      "the result is not split by profile",
      "Ask get_profile_metrics with the dimension profile.",
    );
  }
  const name = (row: RowValue): string => rowName(result, "profile", row);
  const places = [...new Set(wanted)].flatMap((text) => {
    const found = rows.flatMap((row, place) =>
      [rowKey(row), name(row), cell(name(row))].includes(text) ? [place] : [],
    );
    if (found.length === 1) return found;
    throw inputError(
      found.length === 0
        ? `the result has no profile ${JSON.stringify(text.slice(0, 80))}`
        : `${plural(found.length, "profile")} of the result are named ${JSON.stringify(text)}: ${some(
            found.map((place) => rowKey(rows[place] ?? "")),
            10,
          )}`,
      "Take ids or exact names from the result's table or from list_profiles.",
    );
  });
  return withRows(result, axis, places);
}

function withinDates(result: Result, { dateStart, dateEnd }: Slice): Result {
  const first = dateStart ?? [result.start, dateEnd ?? result.start].toSorted()[0] ?? "";
  const { start, end } = readRange(first, dateEnd ?? [result.end, first].toSorted()[1] ?? "");
  const axis = result.cells.axes.findIndex(({ type }) => type === "date.day");
  const days = result.cells.axes[axis]?.rows;
  if (days === undefined) {
    throw inputError(
      "the result does not hold days",
      "Ask get_profile_metrics with the dimension date.day.",
    );
  }
  if (end < result.start || start > result.end) {
    throw inputError(
      `the result covers ${result.start} to ${result.end} only`,
      "Choose days within it.",
    );
  }
  const places = days.flatMap((day, place) => (day >= start && day <= end ? [place] : []));
  return {
    ...withRows(result, axis, places),
    start: later(start, result.start),
    end: earlier(end, result.end),
  };
}
