/** Where files of ours stand. */
import { join } from "node:path";
import { home } from "../credentials/home.ts";

/**
 * For what processes share. Hosts pass HOME to the servers that they start, but no XDG variables: those are not
 * looked at, so that a server and a terminal name the same folder.
 * @throws ToolError `invalid_input` where there is no home folder.
 */
export function stateFolder(): string {
  const name = "social-analytics-mcp";
  switch (process.platform) {
    case "darwin":
      return join(home(), "Library", "Application Support", name);
    case "win32":
      return join(home(), "AppData", "Local", name);
    default:
      return join(home(), ".local", "state", name);
  }
}
