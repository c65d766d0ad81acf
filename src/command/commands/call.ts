/** One tool call from the terminal. */
import { tools } from "../../../tools/index.ts";
import type { TimeSlice } from "../../base/async/time-slice.ts";
import { httpLimits } from "../../catalog/limits.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { checkFiles, fileFlags, isStdout, writeFiles } from "../compose/reply-files.ts";
import { toolCaller } from "../compose/tool-caller.ts";
import { jsonLines } from "../../server/mcp/json-lines.ts";
import { structuredReply } from "../../server/mcp/structured.ts";
import type { Tool } from "../../server/mcp/tool.ts";
import { replyText } from "../../answers/replies/layout.ts";
import { asToolError, type Reply } from "../../answers/replies/reply.ts";
import { terminalText } from "../terminal/aligned-table.ts";
import { defineCommand, isNamed } from "../terminal/command.ts";
import { toggle, UsageError } from "../terminal/flags.ts";
import { complainOfDefect, exitCodeOf, failureText, shownError } from "../terminal/report.ts";
import { callFlags, connectionFlags, readCalls, readConnection } from "../terminal/shared-flags.ts";
import { commandHelp, section } from "../terminal/help.ts";
import { complain, print, printBlocks } from "../terminal/output.ts";
import { fitted } from "../terminal/wrap.ts";
import { nearest } from "../../base/text/nearest.ts";
import { argumentsOf } from "./call-arguments.ts";
import { toolHelp } from "./call-help.ts";

/** The format of a reply on stdout. */
type Form = "text" | "json" | "ndjson";

const examples = [
  'describe_metrics \'{"network":"tiktok"}\' --sandbox',
  "get_profile_metrics --network facebook --period last_week --compare-to previous_period --sandbox",
  'get_profile_metrics \'{"network":"facebook","metrics":["fans_change"],"period":"last_month","dimensions":["profile","date.week"]}\' --sandbox --csv fans.csv',
  'chart_result \'{"result":"ID"}\' --sandbox --svg chart.svg',
];

const toolList = (): string =>
  section(
    "Tools",
    tools.map(({ name, title }) => [name, title]),
  );

export const command = defineCommand({
  name: "call",
  summary: "call one tool and print its answer",
  examples,
  usage: ["TOOL [JSON]", "TOOL --ARGUMENT=VALUE", "TOOL -", "TOOL --help"],
  takesArguments: true,
  flags: {
    json: toggle("print structured content, as one JSON document"),
    ndjson: toggle("print every row as a line of JSON"),
    ...fileFlags,
    ...connectionFlags,
    ...callFlags,
  },
  help(words): string | undefined {
    const name = words.find((word) => !isNamed(word));
    if (name === undefined) return `${commandHelp(command)}\n\n${toolList()}`;
    const examplesOfTool = examples.filter((line) => line.startsWith(`${name} `));
    return toolHelp(toolNamed(name), examplesOfTool);
  },
  async run(input) {
    const [name, json = "{}"] = input.words.filter((word) => !isNamed(word));
    const named = input.words.filter(isNamed);
    const tool = toolNamed(name);
    const { values } = input;
    const settings = { ...readConnection(input), ...readCalls(values) };
    const form = values.json ? "json" : values.ndjson ? "ndjson" : "text";
    if ([values.json, values.ndjson, isStdout(values.csv)].filter(Boolean).length > 1)
      throw new UsageError("--json, --ndjson and --csv - all print to stdout: choose one");
    await checkFiles(values, tool);
    const call = await toolCaller(settings, input.environment);
    const show = isStdout(values.csv) ? (line: string) => complain(line, "as it is") : print;
    const ask = async (): Promise<Reply> =>
      call(
        tool,
        argumentsOf(tool, await readArgument(json), named, Object.keys(command.flags)),
        async (reply, slice) => {
          await printAs(form, reply, slice, show);
          return reply;
        },
      );
    const reply = await orFailure(ask, form === "text" ? show : undefined);
    if (reply !== undefined) await writeFiles(reply, values);
  },
});

function toolNamed(name: string | undefined): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const names = tools.map((known) => known.name);
  const [near] = nearest(name ?? "", names, 1);
  const hint = near === undefined ? "" : `; the nearest is ${near}`;
  const problem =
    name === undefined
      ? "call takes TOOL [JSON]"
      : `there is no tool ${JSON.stringify(name)}${hint}`;
  throw new UsageError(`${problem}. The tools are ${names.join(", ")}`);
}

async function printAs(
  form: Form,
  reply: Reply,
  slice: TimeSlice,
  show: (text: string) => void,
): Promise<void> {
  if (form === "text") {
    const { content } = reply;
    const { isTTY } = show === print ? process.stdout : process.stderr;
    return show(isTTY ? terminalText(content) : replyText(content));
  }
  if (form === "json") return print(JSON.stringify(await slice.run(structuredReply(reply))));
  await printBlocks(jsonLines(await slice.run(reply.csv()), slice));
}

/**
 * Shows the text of a tool error like a reply, in words for a person; the cause of a defect goes to stderr.
 * @param show undefined: the error is printed as JSON.
 */
export async function orFailure<Made>(
  ask: () => Promise<Made>,
  show: ((text: string) => void) | undefined,
): Promise<Made | undefined> {
  try {
    return await ask();
  } catch (error) {
    const toolError = asToolError(error);
    const failure = shownError(toolError);
    if (show === undefined) print(JSON.stringify({ error: failure }));
    else show(fitted(failureText(failure)));
    complainOfDefect(error);
    process.exitCode = exitCodeOf(toolError);
    return undefined;
  }
}

/** A dash alone is stdin. */
async function readArgument(json: string): Promise<string> {
  if (json !== "-") return json;
  if (process.stdin.isTTY) complain("Type the JSON; end it with Ctrl+D on a line of its own.");
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > httpLimits.bodyBytes)
      throw inputError("stdin is longer than any arguments", "Write one JSON object to it.");
  }
  return text;
}
