/** Where files of ours stand. */
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * For what processes share. Hosts pass HOME to the servers that they start, but no XDG variables: those are not
 * looked at, so that a server and a terminal name the same folder.
 */
export function stateFolder(): string {
  const name = "social-analytics-mcp";
  switch (process.platform) {
    case "darwin":
      return join(homedir(), "Library", "Application Support", name);
    case "win32":
      return join(homedir(), "AppData", "Local", name);
    default:
      return join(homedir(), ".local", "state", name);
  }
}
