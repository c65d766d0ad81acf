/** One tool call from the terminal. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { tools } from "../../tools/index.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { invalidInput } from "../errors/tool-error.ts";
import { logOfCall } from "../log/log.ts";
import { toErrorText, type Answer } from "../replies/reply.ts";
import { withinDeadline } from "../async/deadline.ts";
import { readInput } from "../mcp/input.ts";
import type { KeptResult } from "../replies/result-store.ts";
import { csvOf } from "../replies/csv.ts";
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
    const log = logOfCall(logOf(settings));
    const services = { ...composeServices(settings), log, onProgress, onWait };
    const deadline = { clock: systemClock, seconds: settings.deadlineSeconds };
    const { signal } = new AbortController();
    const answer = (): Promise<Answer> =>
      withinDeadline(deadline, signal, async (context) =>
        tool.run(readInput(tool.input(), parse(json)), { ...services, ...context }),
      );
    await printAnswer(answer, input.values.csv);
  },
});

/** Prints the text of a tool error on stdout too, as a model reads it; the cause of a defect goes to stderr. */
export async function printAnswer(ask: () => Promise<Answer>, csv?: string): Promise<void> {
  try {
    const answer = await ask();
    print(answer.text);
    if (csv !== undefined) await writeCsv(answer.result, csv);
  } catch (error) {
    print(toErrorText(error));
    complainOfDefect(error);
    process.exitCode = 1;
  }
}

function onProgress(done: number, total: number): void {
  if (total > 1 && process.stderr.isTTY) complain(`${done} of ${total} requests`);
}

const onWait = (until: number): void => complain(`Waiting for the quota until ${timeOfDay(until)}`);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const example = 'Write them like \'{"network":"facebook"}\'.';
    throw invalidInput("the arguments are not JSON", example, { cause });
  }
}

async function writeCsv(result: KeptResult | undefined, file: string): Promise<void> {
  if (result === undefined) {
    throw invalidInput("this answer has no result to write as CSV", "Omit --csv.");
  }
  const csv = csvOf(result);
  const lines = function* (): Generator<string> {
    yield csv.header;
    yield* csv.lines(0, csv.rowCount);
  };
  try {
    await pipeline(Readable.from(lines()), createWriteStream(file));
    complain(`${plural(csv.rowCount, "row")} written to ${file}`);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "failed";
    throw invalidInput(`${file} cannot be written (${code})`, "Name a writable file.", { cause });
  }
}
