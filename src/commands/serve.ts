/** MCP over stdio. */
import { serveOverStdio } from "../mcp/stdio.ts";
import { defineCommand } from "./command.ts";
import { protocolLog, serverParts } from "./services.ts";
import { readServing, serveFlags } from "./shared-flags.ts";

export const command = defineCommand({
  name: "serve",
  summary: "serve MCP over stdio (the default command)",
  flags: serveFlags,
  run(input) {
    const settings = readServing(input);
    serveOverStdio(serverParts(settings), protocolLog(settings));
  },
});
