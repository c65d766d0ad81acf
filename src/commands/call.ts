/** One tool call from the terminal. */
import { tools } from "../../tools/index.ts";
import type { Environment } from "../credentials/environment.ts";
import { resultIdIn } from "../replies/links.ts";
import { isObject } from "../text/json.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { inputError } from "../errors/tool-error.ts";
import { logOfCall } from "../log/log.ts";
import { callTool } from "../mcp/call.ts";
import { errorText, type Reply } from "../replies/reply.ts";
import type { ResultStore } from "../replies/result-store.ts";
import { defineCommand } from "./command.ts";
import { optional, text, UsageError } from "./flags.ts";
import { writeFiles, type ReplyFiles } from "./reply-files.ts";
import { complainOfDefect } from "./report.ts";
import { composeServices, logOf, storedResults } from "./services.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "./shared-flags.ts";
import { complain, print, progressBar } from "./terminal.ts";

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
    const services = composeServices(settings);
    const parts = { services, deadline };
    const { signal } = new AbortController();
    const context = { signal, onProgress, onWait, log: logOfCall(logOf(settings)) };
    const { environment, values } = input;
    await printReply(async () => {
      const value = parse(json);
      if (tool.local === true) await restore(environment, services.results, value);
      const reply = await callTool(tool, value, parts, context);
      const { result } = reply;
      // A local tool shows a result that an earlier call has stored.
      if (result !== undefined && tool.local !== true)
        await (await storedResults()).storeResult(environment, result);
      return reply;
    }, values);
  },
});

/** Prints the text of a tool error on stdout too, as a model reads it; the cause of a defect goes to stderr. */
export async function printReply(ask: () => Promise<Reply>, files: ReplyFiles = {}): Promise<void> {
  try {
    const reply = await ask();
    if (reply.chart !== undefined) print(reply.chart.terminal(process.stdout.columns ?? 80));
    print(reply.text);
    await writeFiles(reply, files);
  } catch (error) {
    print(errorText(error));
    complainOfDefect(error);
    process.exitCode = 1;
  }
}

/** Puts the result that the arguments name in the store, if an earlier call has stored it. */
async function restore(
  environment: Environment,
  results: ResultStore,
  value: unknown,
): Promise<void> {
  const named = isObject(value) ? value["result"] : undefined;
  if (typeof named !== "string") return;
  const { restoreResult } = await storedResults();
  const stored = await restoreResult(environment, resultIdIn(named));
  if (stored !== undefined) results.restore(stored);
}

function onProgress(done: number, total: number): void {
  if (total > 1) progressBar(done, total);
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
