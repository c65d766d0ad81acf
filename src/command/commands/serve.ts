/** MCP over stdio. */
import { serveOverStdio } from "../../server/mcp/stdio.ts";
import { defineCommand } from "../terminal/command.ts";
import { folderFault, warnOfState } from "../compose/folders.ts";
import { checkLabels, logOf, serverParts } from "../compose/services.ts";
import { openTelemetryOf } from "../compose/telemetry.ts";
import { complain, programName } from "../terminal/output.ts";
import { readServing, serveFlags } from "../terminal/shared-flags.ts";

/** For a person who starts the server in a terminal, where no client speaks to it. */
const greeting = (): string =>
  [
    "This is an MCP server over stdio: a client, such as Claude Desktop, starts it and speaks to it.",
    `To add it to a client, run: ${programName()} doctor`,
    `To see what it does, run: ${programName()} demo`,
    "It is waiting for messages. Stop it with Ctrl+C.",
  ].join("\n");

export const command = defineCommand({
  name: "serve",
  summary: "serve MCP over stdio (the default command)",
  examples: ["", "--sandbox", "--toolsets metrics,charts --log-level info"],
  flags: serveFlags,
  async run(input) {
    const { listener } = await openTelemetryOf("pipe");
    const settings = { ...readServing(input), listener };
    if (process.stdin.isTTY) complain(greeting());
    const log = logOf(settings);
    await warnOfState(log);
    const { saveTo } = settings;
    const problem = saveTo === undefined ? undefined : await folderFault(saveTo);
    if (problem !== undefined) log({ event: "save folder is not usable", problem });
    const parts = serverParts(settings);
    await checkLabels(parts);
    serveOverStdio(parts, process, ({ message }) => log({ event: "protocol", problem: message }));
  },
});
