/** One tool call from the terminal. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { tools } from "../../tools/index.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { inputError } from "../errors/tool-error.ts";
import { logOfCall } from "../log/log.ts";
import { callTool } from "../mcp/call.ts";
import { errorText, type Reply, type StoredResult } from "../replies/reply.ts";
import { plural } from "../text/words.ts";
import { defineCommand } from "./command.ts";
import { optional, text, UsageError } from "./flags.ts";
import { complainOfDefect } from "./report.ts";
import { composeServices, logOf } from "./services.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "./shared-flags.ts";
import { complain, print } from "./terminal.ts";

export const command = defineCommand({
  name: "call",
  summary: "call one tool and print its answer",
  usage: ["TOOL [JSON]"],
  flags: {
    csv: optional(text("FILE"), "write the whole result to this file"),
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
    const parts = { services: composeServices(settings), deadline };
    const { signal } = new AbortController();
    const context = { signal, onProgress, onWait, log: logOfCall(logOf(settings)) };
    await printReply(async () => callTool(tool, parse(json), parts, context), input.values.csv);
  },
});

/** Prints the text of a tool error on stdout too, as a model reads it; the cause of a defect goes to stderr. */
export async function printReply(ask: () => Promise<Reply>, csv?: string): Promise<void> {
  try {
    const reply = await ask();
    print(reply.text);
    if (csv !== undefined) await writeCsv(reply.result, csv);
  } catch (error) {
    print(errorText(error));
    complainOfDefect(error);
    process.exitCode = 1;
  }
}

function onProgress(done: number, total: number): void {
  if (total > 1 && process.stderr.isTTY) complain(`${done} of ${total} requests`);
}

const onWait = (until: number): void =>
  complain(`Waiting for the quota until ${timeOfDay(until, Date.now())}`);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const example = 'Write them like \'{"network":"facebook"}\'.';
    throw inputError("the arguments are not JSON", example, { cause });
  }
}

async function writeCsv(result: StoredResult | undefined, file: string): Promise<void> {
  if (result === undefined) {
    throw inputError("this answer has no result to write as CSV", "Omit --csv.");
  }
  try {
    await pipeline(Readable.from(result.csv()), createWriteStream(file));
    const rows = result.csvParts().at(-1)?.to ?? 0;
    complain(`${plural(rows, "row")} written to ${file}`);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
    throw inputError(`${file} cannot be written (${code})`, "Name a writable file.", {
      cause,
    });
  }
}
