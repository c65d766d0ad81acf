/** One tool call from the terminal. */
import { callTool } from "../mcp/call.ts";
import { errorText, type StoredResult } from "../replies/reply.ts";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { tools } from "../../tools/index.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { invalidInput } from "../errors/tool-error.ts";
import { logOfCall } from "../log/log.ts";
import { plural } from "../text/words.ts";
import { UsageError } from "./flags.ts";
import type { Options } from "./options.ts";
import { composeServices, logOf } from "./services.ts";
import { complain, print } from "./terminal.ts";

/** Prints the answer's text; exit code 1 on a tool error. */
export async function call(options: Options): Promise<void> {
  const [name, json = "{}", ...rest] = options.words;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || rest.length > 0) {
    throw new UsageError(
      `call TOOL [JSON], where TOOL is one of ${tools.map((one) => one.name).join(", ")}`,
    );
  }
  const services = composeServices(options);
  const { signal } = new AbortController();
  try {
    const onProgress = (done: number, total: number): void => {
      if (total > 1 && process.stderr.isTTY) complain(`${done} of ${total} requests`);
    };
    const onWait = (until: number): void =>
      complain(`Waiting for the quota until ${timeOfDay(until)}`);
    const log = logOfCall(logOf(options));
    const deadline = { clock: systemClock, seconds: options.deadlineSeconds };
    const answer = await callTool(
      tool,
      parse(json),
      { services, deadline },
      { signal, onProgress, onWait, log },
    );
    print(answer.text);
    if (options.csv !== undefined) await writeCsv(answer.result, options.csv);
  } catch (error) {
    print(errorText(error));
    process.exitCode = 1;
  }
}

const example = 'Write them like \'{"network":"facebook"}\'.';

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw invalidInput("the arguments are not JSON", example, { cause });
  }
}

async function writeCsv(result: StoredResult | undefined, file: string): Promise<void> {
  if (result === undefined) {
    throw invalidInput("this answer has no result to write as CSV", "Leave --csv out.");
  }
  try {
    await pipeline(Readable.from(result.csv()), createWriteStream(file));
    const rows = result.csvParts().at(-1)?.to ?? 0;
    complain(`${plural(rows, "row")} written to ${file}`);
  } catch (cause) {
    const problem = `${file} cannot be written (${cause instanceof Error && "code" in cause ? String(cause.code) : "failed"})`;
    throw invalidInput(problem, "Name a file that can be written.", { cause });
  }
}
