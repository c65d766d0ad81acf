/** Events on certain days. Charts, and the rows of those days, show a mark for each. */
import { parse } from "csv-parse/sync";
import { grainNames } from "../../catalog/grains.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { daysOf, isDay } from "../../base/time/days.ts";
import { bucketName, type Range, type Weekday } from "../../base/time/grains.ts";
import { shownText } from "./pieces.ts";

interface Event extends Range {
  readonly text: string;
}

export interface Events {
  /** By the name of a row of time, such as `2026-10-05`, `2026-W41` or `2026-10`; none where nothing happened. */
  readonly eventsOf: (row: string) => readonly Event[];
  /** The texts, each with its line. */
  readonly texts: readonly {
    readonly text: string;
    readonly file: string;
    readonly line: number;
  }[];
}

/** The longest event, in days, and how many there can be. */
const [mostDays, mostEvents] = [4000, 1000];

/** A CSV with a head as rows by the names of its columns. @throws ToolError `invalid_input` */
export function csvRows(source: string, file: string): readonly Readonly<Record<string, string>>[] {
  const [head = ""] = source.split("\n", 1);
  if (head.includes(";") && !head.includes(","))
    throw inputError(`${file} separates its columns with semicolons`, "Save it with commas.");
  try {
    return parse(source, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw inputError(`${file} is not a CSV: ${problem}`, "Its first line names the columns.");
  }
}

/**
 * @param source a CSV with the columns `date`, `until`, `label` and `text`; undefined: nothing happened.
 * @param labels those of the report: events of another label are not of it; undefined without a scope.
 * @throws ToolError `invalid_input`
 */
export function eventsIn(
  source: string | undefined,
  file: string,
  labels: readonly string[] | undefined,
  weekStart: Weekday,
): Events {
  const byRow = new Map<string, Set<Event>>();
  const texts: { text: string; file: string; line: number }[] = [];
  const rows = source === undefined ? [] : csvRows(source, file);
  if (rows.length > mostEvents)
    throw inputError(`${file} has more than ${mostEvents} events`, "Leave old ones out.");
  for (const [at, row] of rows.entries()) {
    const { date = "", until = "", label = "", text = "" } = row;
    const end = until === "" ? date : until;
    if (!isDay(date) || !isDay(end) || end < date || text === "")
      throw inputError(
        `${file}, row ${at + 1}: an event has a date, and a text`,
        "Write date and until as 2026-10-31, with columns date, until, label, text.",
      );
    if (label !== "" && labels?.includes(label) === false) continue;
    texts.push({ text, file, line: at + 2 });
    const event = { text: shownText(text), start: date, end };
    for (const day of daysOf(date, end).slice(0, mostDays))
      for (const unit of grainNames) {
        const name = bucketName(day, { unit, startsOn: weekStart });
        byRow.set(name, (byRow.get(name) ?? new Set()).add(event));
      }
  }
  return { texts, eventsOf: (row) => [...(byRow.get(row) ?? [])] };
}
