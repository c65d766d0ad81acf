/** Files that a call from the terminal writes beside its text. */
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TimeSlice } from "../async/time-slice.ts";
import { finish } from "../async/work.ts";
import { inputError } from "../errors/tool-error.ts";
import { csvBlocks, type Csv } from "../replies/csv.ts";
import type { Reply } from "../replies/reply.ts";
import { plural } from "../text/words.ts";
import { complain, progressBar } from "./terminal.ts";

/** Names of files to write. */
export interface ReplyFiles {
  /** The whole result. */
  readonly csv?: string | undefined;
  /** The chart. */
  readonly svg?: string | undefined;
  readonly png?: string | undefined;
}

/** @throws ToolError `invalid_input` for what the reply does not have, and for files that cannot be written. */
export async function writeFiles({ result, chart }: Reply, files: ReplyFiles): Promise<void> {
  const { csv, svg, png } = files;
  if (csv !== undefined) {
    if (result === undefined)
      throw inputError("this answer has no result to write as CSV", "Omit --csv.");
    const rows = finish(result.csv());
    const parts = finish(result.csvParts());
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    await writing(csv, () => pipeline(Readable.from(counted(rows, total)), createWriteStream(csv)));
    complain(`${plural(rows.rowCount, "row")} written to ${csv}`);
  }
  if (svg === undefined && png === undefined) return;
  if (chart === undefined) {
    throw inputError(
      "this answer has no chart to write",
      "Call chart_result with the id of a result, or omit --svg and --png.",
    );
  }
  const picture = await chart.svg();
  if (svg !== undefined) await writing(svg, () => writeFile(svg, picture));
  if (png !== undefined) {
    const bytes = await pngOf(picture);
    await writing(png, () => writeFile(png, bytes));
  }
}

/** The blocks of the CSV; shows how far they have come. */
async function* counted(rows: Csv, total: number): AsyncGenerator<string> {
  const megabytes = (bytes: number): number => Math.round(bytes / 1e5) / 10;
  let written = 0;
  for await (const block of csvBlocks(rows, new TimeSlice())) {
    yield block;
    written += Buffer.byteLength(block);
    // A smaller file is written at once.
    if (total > 1e6) progressBar(megabytes(written), megabytes(total), "MB");
  }
}

async function writing(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
    throw inputError(`${file} cannot be written (${code})`, "Name a writable file.", { cause });
  }
}

/** The picture in twice its size. @throws ToolError `invalid_input` without the package that draws it. */
async function pngOf(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js").catch((cause: unknown) => {
    throw inputError(
      "a PNG needs the package @resvg/resvg-js, which is not installed",
      "Run npm install @resvg/resvg-js beside this program, or use --svg.",
      { cause },
    );
  });
  return new Resvg(svg, { fitTo: { mode: "zoom", value: 2 } }).render().asPng();
}
