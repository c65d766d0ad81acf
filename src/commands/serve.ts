/** MCP over stdio. */
import { version } from "../../package.json";
import { tools } from "../../tools/index.ts";
import { serveOverStdio } from "../mcp/stdio.ts";
import type { Options } from "./options.ts";
import { composeServices } from "./services.ts";
import { complain } from "./terminal.ts";

export function serve(options: Options): void {
  const services = composeServices(options);
  serveOverStdio({ version, tools, services }, (error) => complain(error.message));
}
