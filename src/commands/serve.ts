/** MCP over stdio. */
import { serveOverStdio } from "../mcp/stdio.ts";
import { defineCommand } from "./command.ts";
import { logOf, serverParts } from "./services.ts";
import { readServing, serveFlags } from "./shared-flags.ts";

export const command = defineCommand({
  name: "serve",
  summary: "serve MCP over stdio (the default command)",
  flags: serveFlags,
  run(input) {
    const settings = readServing(input);
    const log = logOf(settings);
    serveOverStdio(serverParts(settings), process, ({ message }) =>
      log("error", "protocol", { problem: message }),
    );
  },
});
