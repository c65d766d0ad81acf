/** Files of a reply at the terminal: its result as CSV or workbook, its chart as a picture. */
import { access, constants, stat, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Readable } from "node:stream";
import { TimeSlice } from "../../base/async/time-slice.ts";
import { inputError, type ToolError } from "../../base/errors/tool-error.ts";
import { writeAtomically } from "../../base/files/atomic-write.ts";
import type { Tool } from "../../server/mcp/tool.ts";
import { csvBlocks } from "../../answers/replies/csv.ts";
import type { Reply } from "../../answers/replies/reply.ts";
import { plural } from "../../base/text/words.ts";
import { fontOf, loadResvg, pngOf } from "./png.ts";
import { kindOf, optional, text, UsageError, type Values } from "../terminal/flags.ts";
import { complain, printBlocks } from "../terminal/output.ts";

const fileName = kindOf("FILE", "the name of a file", (name) =>
  ["", "-"].includes(name) ? undefined : name,
);

export const fileFlags = {
  csv: optional(text("FILE"), "write the whole result to this file; - is stdout"),
  xlsx: optional(fileName, "write the whole result to this file, as an Excel workbook"),
  svg: optional(fileName, "write the chart to this file"),
  png: optional(fileName, "write the chart to this file; needs the package @resvg/resvg-js"),
};

type Files = Values<typeof fileFlags>;

/** True if stdout gets the CSV, and so nothing else. */
export const isStdout = (csv: string | undefined): boolean => csv === "-";

/** Checks the files before a request is sent. @throws ToolError `invalid_input`, UsageError */
export async function checkFiles({ csv, xlsx, svg, png }: Files, tool: Tool): Promise<void> {
  for (const file of [isStdout(csv) ? undefined : csv, xlsx, svg, png])
    if (file !== undefined) await checkWritable(file);
  if (png !== undefined) fontOf(await loadResvg());
  if ((svg ?? png) === undefined || tool.page !== undefined) return;
  throw new UsageError(`--svg and --png write a chart: ${tool.name} makes none, chart_result does`);
}

/** @throws ToolError `invalid_input` */
export async function checkWritable(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory() === true) throw fileError(file, "it is a folder");
  const folder = dirname(resolve(file));
  const isFolder = (await stat(folder).catch(() => undefined))?.isDirectory() ?? true;
  if (!isFolder) throw fileError(file, `${folder} is a file, not a folder`);
  await access(stats === undefined ? folder : file, constants.W_OK).catch((cause: unknown) => {
    throw fileError(file, cause);
  });
}

/** @throws ToolError `invalid_input` for what the reply does not have, and for files that cannot be written. */
export async function writeFiles({ result, chart }: Reply, files: Files): Promise<void> {
  const { contentOf } = await import("../../answers/exports/content.ts");
  for (const format of ["csv", "xlsx"] as const) {
    const file = files[format];
    if (file === undefined) continue;
    if (result === undefined)
      throw inputError(`this answer has no result to write as ${format}`, `Omit --${format}.`);
    if (format === "csv" && isStdout(file)) {
      const slice = new TimeSlice();
      await printBlocks(csvBlocks(await slice.run(result.csv()), slice));
      continue;
    }
    const { blocks, rowCount } = await contentOf(result, format, new TimeSlice());
    await writeBlocks(file, blocks);
    complain(`${plural(rowCount, "row")} written to ${file}`);
  }
  if (chart === undefined) return;
  const picture = await chart.svg();
  for (const format of ["svg", "png"] as const) {
    const file = files[format];
    if (file === undefined) continue;
    await writeBlocks(file, [format === "svg" ? picture : await pngOf(picture)]);
    complain(`Chart written to ${file}`);
  }
}

/** Replaces a file in one step, so that a full disk leaves the old one; a device or a pipe is written to. @throws ToolError `invalid_input` */
export async function writeBlocks(
  file: string,
  blocks: Parameters<typeof Readable.from>[0],
): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  // A device can lead to a file that other programs write to.
  const isSpecial = stats !== undefined && (!stats.isFile() || file.startsWith("/dev/"));
  const write = isSpecial
    ? writeFile(file, Readable.from(blocks), { flag: "a" })
    : writeAtomically(file, Readable.from(blocks), {
        followsLink: true,
        mode: stats?.mode ?? 0o666,
      });
  await write.catch((cause: unknown) => {
    throw fileError(file, cause);
  });
}

function fileError(file: string, cause: unknown): ToolError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return inputError(`${file} cannot be written: ${reason}`, "Name a writable file.", { cause });
}
