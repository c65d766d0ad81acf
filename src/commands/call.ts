/** One tool call from the terminal. */
import { tools } from "../../tools/index.ts";
import { systemClock, timeOfDay } from "../time/clock.ts";
import { inputError } from "../errors/tool-error.ts";
import { logWith, newCallId } from "../log/log.ts";
import { callTool } from "../mcp/call.ts";
import { replyText } from "../replies/layout.ts";
import { asToolError, type Reply } from "../replies/reply.ts";
import { defineCommand } from "../terminal/command.ts";
import { UsageError } from "../terminal/flags.ts";
import { complainOfDefect, shownError } from "../terminal/report.ts";
import { composeServices, logOf, processServices } from "../compose/services.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "../terminal/shared-flags.ts";
import { complain, print, progressBar } from "../terminal/output.ts";
import { nearest } from "../text/nearest.ts";
import { parseJson } from "../text/json.ts";
import { checkFiles, fileFlags, isStdout, writeFiles } from "../compose/reply-files.ts";

export const command = defineCommand({
  name: "call",
  summary: "call one tool and print its answer",
  examples: [
    'describe_metrics \'{"network":"tiktok"}\'',
    'get_profile_metrics \'{"network":"facebook","metrics":["fans_change"],"period":"last_week"}\' --sandbox --csv fans.csv',
    'chart_result \'{"result":"ID"}\' --svg chart.svg',
  ],
  usage: ["TOOL [JSON]"],
  flags: { ...fileFlags, ...connectionFlags, ...callFlags },
  async run(input) {
    const [name, json = "{}"] = input.words;
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      const names = tools.map((one) => one.name);
      const [near] = nearest(name ?? "", names, 1);
      const hint = near === undefined ? "" : `; the nearest is ${near}`;
      const problem =
        name === undefined
          ? "call takes TOOL [JSON]"
          : `there is no tool ${JSON.stringify(name)}${hint}`;
      throw new UsageError(`${problem}. The tools are ${names.join(", ")}`);
    }
    const settings = { ...readConnection(input), ...readCalls(input.values) };
    const deadline = { clock: systemClock, seconds: settings.deadlineSeconds };
    const { archiveOfCalls } = await import("../compose/stored-results.ts");
    const shared = processServices(settings);
    const identity = async (): Promise<string> =>
      (await shared.connectionOf()()).authorization.identity;
    const archiveOf = () => archiveOfCalls(input.environment, identity);
    const services = composeServices(settings, { ...shared, archiveOf });
    const parts = { services, deadline };
    const { signal } = new AbortController();
    const log = logWith(logOf(settings), { call: newCallId() });
    const context = { signal, onProgress, onWait, log };
    await checkFiles(input.values, tool);
    const show = isStdout(input.values.csv) ? complain : print;
    const ask = async (): Promise<Reply> =>
      callTool(tool, parse(json), parts, context, (reply) => reply);
    const reply = await printReply(ask, show);
    if (reply !== undefined) await writeFiles(reply, input.values);
  },
});

/** Shows the text of a tool error like a reply, in words for a person; the cause of a defect goes to stderr. */
export async function printReply(
  ask: () => Promise<Reply>,
  show = print,
): Promise<Reply | undefined> {
  try {
    const reply = await ask();
    show(replyText(reply.content));
    return reply;
  } catch (error) {
    const { code, problem, next } = shownError(asToolError(error));
    show(`${code}: ${problem}\n${next}`);
    complainOfDefect(error);
    process.exitCode = 1;
    return undefined;
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
