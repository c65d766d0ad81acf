/** A result as the content of a file: its CSV, or a workbook with the same cells. */
import type { TimeSlice } from "../../base/async/time-slice.ts";
import { each, type Work } from "../../base/async/work.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { csvBlocks, type Csv } from "../replies/csv.ts";
import { cautionsOf, type Note } from "../replies/layout.ts";
import type { StoredResult } from "../replies/reply.ts";
import type { TableCell } from "../replies/table.ts";
import { inertText } from "../../base/text/sanitize.ts";
import { maxSheetRows, xlsxBlocks } from "./xlsx.ts";
import type { Sheet, SheetCell, SheetColumn } from "./xlsx.ts";

export type Blocks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** The CSV; or a workbook of its cells with their types, and a sheet of notes. The rows of data are counted. */
export async function contentOf(
  stored: StoredResult,
  format: "csv" | "xlsx",
  slice: TimeSlice,
): Promise<{ readonly blocks: Blocks; readonly rowCount: number }> {
  const csv = await slice.run(stored.csv());
  const { rowCount } = csv;
  if (format === "csv") return { blocks: withByteOrderMark(csvBlocks(csv, slice)), rowCount };
  const notes = [...(await slice.run(notesOf(stored))), columnsNote];
  return { blocks: xlsxBlocks([...dataSheets(csv), notesSheet(notes)], slice), rowCount };
}

/** Without it, Excel on Windows reads a file in the code page of the machine. */
async function* withByteOrderMark(blocks: AsyncIterable<string>): AsyncGenerator<string> {
  yield "\uFEFF";
  yield* blocks;
}

/** @param maxRows of one sheet. */
export function* dataSheets(csv: Csv, maxRows = maxSheetRows): Generator<Sheet> {
  const columns = csv.columns.map((name) => ({ name: textOf(name), format: formatOf(name) }));
  for (let from = 0; from === 0 || from < csv.rowCount; from += maxRows) {
    const to = Math.min(from + maxRows, csv.rowCount);
    yield {
      name: from === 0 ? "Data" : `Data ${from / maxRows + 1}`,
      columns,
      rows: sheetRows(csv.cells(from, to), columns),
    };
  }
}

/** The format of a column by its name, as {@link Csv} writes it: `date.day:before`, `insights_views:change_percent`. */
function formatOf(column: string): SheetColumn["format"] {
  if (/^date\.day(:|$)/.test(column)) return "day";
  if (column === "created_time") return "time";
  if (column.endsWith(":change_percent")) return "percent";
  if (column.endsWith(":contribution")) return "fraction";
  const [name = ""] = column.split(":");
  const isRate = /(^|_)(rate|share|percent)$/.test(name);
  return isRate && !hasUnknownUnit(name) ? "fraction" : undefined;
}

/** True for a rate of the API that its specification gives no unit; ratios of questions are fractions. */
const hasUnknownUnit = (name: string): boolean =>
  metricNetworks.some((network) => metricsOf(network, 3).some((metric) => metric.name === name)) ||
  name === "insights_engagement_rate";

function* sheetRows(
  rows: Iterable<readonly TableCell[]>,
  columns: readonly SheetColumn[],
): Generator<SheetCell[]> {
  for (const row of rows)
    yield row.map((cell, place) => {
      if (typeof cell !== "string") return cell;
      const { format = "" } = columns[place] ?? {};
      const date = dates[format]?.test(cell) === true ? new Date(cell) : undefined;
      // The API can write a time that does not exist.
      return date === undefined || Number.isNaN(date.getTime()) ? textOf(cell) : date;
    });
}

/** The texts that are dates. Workbooks have no days before 1900-03-01. */
const dates: Readonly<Record<string, RegExp>> = {
  day: /^(?:19[1-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/,
  time: /^(?:19[1-9]\d|[2-9]\d{3})-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/,
};

/** Makes a text inert. Workbooks never run a text, so it gets no apostrophe. */
const textOf = (text: string): string => inertText(text, ourLimits.postTextLength);

const notesSheet = (notes: readonly string[]): Sheet => ({
  name: "Notes",
  columns: [{ name: "note", format: "wrapped" }],
  rows: notes.map((note) => [textOf(note)]),
});

const columnsNote =
  "The column of a metric holds the number of its kind. A total of days with a break has a column for each side. Empty cells are missing or withheld. Notes mark withheld numbers with ·, and parts of a week, month, quarter or year with *.";

/** The question, the coverage, breaks, withheld numbers and ages, as a reply to the whole result has them. */
function* notesOf(stored: StoredResult): Work<string[]> {
  const { parts, fetched } = stored;
  if (parts !== undefined) {
    const lists = yield* each(parts, ({ stored: part }) => notesOf(part));
    return lists.flat();
  }
  const { content } = yield* stored.piece({}, ourLimits.maxAnswerTokens);
  const { subject, coverage = [] } = content;
  const said: readonly Note[] = [subject, ...coverage, ...cautionsOf(content)];
  const times = fetched && [...new Set([fetched.first, fetched.last].map(timeText))];
  const ages =
    times &&
    `The numbers were fetched ${times.length === 1 ? "at" : "from"} ${times.join(" to ")}.`;
  return [...said, ages].filter((note) => typeof note === "string");
}

const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;
