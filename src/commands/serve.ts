/** MCP over stdio. */
import { serveOverStdio } from "../mcp/stdio.ts";
import type { Options } from "./options.ts";
import { logOf, serverParts } from "./services.ts";

export function serve(options: Options): void {
  const log = logOf(options);
  serveOverStdio(serverParts(options), ({ message }) =>
    log("error", "protocol", { problem: message }),
  );
}
