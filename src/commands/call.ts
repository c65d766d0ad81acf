/** One tool call from the terminal. */
import { tools } from "../../tools/index.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { inputError, errorCodeOf } from "../errors/tool-error.ts";
import { logOfCall } from "../log/log.ts";
import { callTool } from "../mcp/call.ts";
import { replyText } from "../replies/layout.ts";
import { errorText, type Reply } from "../replies/reply.ts";
import { defineCommand } from "./command.ts";
import { optional, text, UsageError } from "./flags.ts";
import { complainOfDefect } from "./report.ts";
import { composeServices, logOf, processServices } from "./services.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "./shared-flags.ts";
import { complain, print, progressBar } from "./terminal.ts";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TimeSlice } from "../async/time-slice.ts";
import { finish } from "../async/work.ts";
import { csvBlocks, type Csv } from "../replies/csv.ts";
import { parseJson } from "../text/json.ts";
import { plural } from "../text/words.ts";

export const command = defineCommand({
  name: "call",
  summary: "call one tool and print its answer",
  examples: [
    'describe_metrics \'{"network":"tiktok"}\'',
    'get_profile_metrics \'{"network":"facebook","metrics":["fans_change"],"period":"last_week"}\' --sandbox --csv fans.csv',
    'chart_result \'{"result":"ID"}\' --svg chart.svg',
  ],
  usage: ["TOOL [JSON]"],
  flags: {
    csv: optional(text("FILE"), "write the whole result to this file"),
    svg: optional(text("FILE"), "write the chart to this file"),
    png: optional(text("FILE"), "write the chart to this file; needs the package @resvg/resvg-js"),
    ...connectionFlags,
    ...callFlags,
  },
  async run(input) {
    const [name, json = "{}"] = input.words;
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      const names = tools.map((one) => one.name).join(", ");
      throw new UsageError(`call takes TOOL [JSON], where TOOL is one of ${names}`);
    }
    const settings = { ...readConnection(input), ...readCalls(input.values) };
    const deadline = { clock: systemClock, seconds: settings.deadlineSeconds };
    const { archiveOfCalls } = await import("./stored-results.ts");
    const archiveOf = () => archiveOfCalls(input.environment);
    const shared = { ...processServices(settings), archiveOf };
    const services = composeServices(settings, shared);
    const parts = { services, deadline };
    const { signal } = new AbortController();
    const context = { signal, onProgress, onWait, log: logOfCall(logOf(settings)) };
    await printReply(async () => callTool(tool, parse(json), parts, context), input.values);
  },
});

/** Prints the text of a tool error on stdout too, as a model reads it; the cause of a defect goes to stderr. */
export async function printReply(ask: () => Promise<Reply>, files: ReplyFiles = {}): Promise<void> {
  try {
    const reply = await ask();
    print(replyText(reply.content));
    await writeFiles(reply, files);
  } catch (error) {
    print(errorText(error));
    complainOfDefect(error);
    process.exitCode = 1;
  }
}

function onProgress(done: number, total: number): void {
  if (total > 1) progressBar(done, total);
}

const onWait = (until: number): void =>
  complain(`Waiting for the quota until ${timeOfDay(until, Date.now())}`);

function parse(json: string): unknown {
  const value = parseJson(json);
  if (value !== undefined) return value;
  throw inputError("the arguments are not JSON", 'Write them like \'{"network":"facebook"}\'.');
}

/** Names of files to write: the whole result as CSV, the chart as SVG or PNG. */
type ReplyFiles = Readonly<Partial<Record<"csv" | "svg" | "png", string | undefined>>>;

/** @throws ToolError `invalid_input` for what the reply does not have, and for files that cannot be written. */
async function writeFiles({ result, chart }: Reply, files: ReplyFiles): Promise<void> {
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
    const code = errorCodeOf(cause) ?? "failed";
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
