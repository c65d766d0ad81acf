/** A result as the content of a file: its CSV, or a workbook with the same cells. */
import type { TimeSlice } from "../async/time-slice.ts";
import { each, type Work } from "../async/work.ts";
import { ourLimits } from "../catalog/limits.ts";
import { csvBlocks, inertCell, type Csv } from "../replies/csv.ts";
import type { Note } from "../replies/layout.ts";
import type { StoredResult } from "../replies/reply.ts";
import type { TableCell } from "../replies/table.ts";
import { maxSheetRows, xlsxBlocks, type Sheet, type SheetCell } from "./xlsx.ts";

export type Blocks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** The CSV; or a workbook of its cells with their types, and a sheet of notes. The rows of data are counted. */
export async function contentOf(
  stored: StoredResult,
  format: "csv" | "xlsx",
  slice: TimeSlice,
): Promise<{ readonly blocks: Blocks; readonly rowCount: number }> {
  const csv = await slice.run(stored.csv());
  const { rowCount } = csv;
  if (format === "csv") return { blocks: csvBlocks(csv, slice), rowCount };
  const notes = [...(await slice.run(notesOf(stored))), columnsNote];
  return { blocks: xlsxBlocks([...dataSheets(csv), notesSheet(notes)], slice), rowCount };
}

/** @param maxRows of one sheet. */
export function* dataSheets(csv: Csv, maxRows = maxSheetRows): Generator<Sheet> {
  const columns = csv.columns.map(inertCell);
  const areDays = csv.columns.map((name) => /^date\.day(:|$)/.test(name));
  for (let from = 0; from === 0 || from < csv.rowCount; from += maxRows) {
    const to = Math.min(from + maxRows, csv.rowCount);
    yield {
      name: from === 0 ? "Data" : `Data ${from / maxRows + 1}`,
      columns,
      rows: sheetRows(csv.cells(from, to), areDays),
    };
  }
}

function* sheetRows(
  rows: Iterable<readonly TableCell[]>,
  areDays: readonly boolean[],
): Generator<SheetCell[]> {
  for (const row of rows)
    yield row.map((cell, place) => {
      if (typeof cell !== "string") return cell;
      return areDays[place] === true && isDay.test(cell) ? new Date(cell) : inertCell(cell);
    });
}

/** Workbooks have no days before 1900-03-01. */
const isDay = /^(?:19[1-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/;

const notesSheet = (notes: readonly string[]): Sheet => ({
  name: "Notes",
  columns: ["note"],
  rows: notes.map((note) => [inertCell(note)]),
});

const columnsNote =
  "The column of a metric holds the number of the API. Where the metric needs another number, metric:last holds its last value, metric:sum its sum and metric:mean its mean. Empty cells are missing or withheld. Notes mark withheld numbers with ·, and parts of a week, month, quarter or year with *.";

/** The question, the coverage, breaks, withheld numbers and ages, as a reply to the whole result has them. */
function* notesOf(stored: StoredResult): Work<string[]> {
  const { parts, fetchedAt } = stored;
  if (parts !== undefined) {
    const lists = yield* each(parts, ({ stored: part }) => notesOf(part));
    return lists.flat();
  }
  const { content } = yield* stored.piece({}, ourLimits.maxAnswerTokens);
  const { subject, coverage = [], answer = [], cautions = [], notes = [] } = content;
  const about = answer.flatMap(({ below = [] }) => below);
  const said: readonly Note[] = [subject, ...coverage, ...about, ...cautions, ...notes];
  const made = fetchedAt !== undefined && `This result was made at ${timeText(fetchedAt)}.`;
  return [...said, made].filter((note) => typeof note === "string");
}

const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
