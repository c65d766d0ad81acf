/** MCP over stdio. */
import { ourLimits } from "../catalog/limits.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import { plainText } from "../text/plain.ts";
import type { Options } from "./options.ts";
import { serverParts } from "./services.ts";
import { complain } from "./terminal.ts";

export function serve(options: Options): void {
  serveOverStdio(serverParts(options), (error) =>
    complain(plainText(error.message, ourLimits.textLength)),
  );
}
