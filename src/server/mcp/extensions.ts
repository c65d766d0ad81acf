/** The extensions of the protocol that a client declares. */
import { isObject } from "../../base/text/json.ts";

/** Hosts with MCP Apps show charts in a page. */
const apps = "io.modelcontextprotocol/ui";
const page = "text/html;profile=mcp-app";

/** The key of the capabilities in the parameters of a request (revision 2026-07-28). */
export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

export const within = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

export const hasExtension = (capabilities: unknown, extension: string): boolean =>
  within(capabilities, "extensions", extension) !== undefined;

/** True if a client has declared that it shows pages; undefined if its capabilities are not known. */
export function showsPages(capabilities: unknown): boolean | undefined {
  if (capabilities === undefined) return undefined;
  const types = within(capabilities, "extensions", apps, "mimeTypes");
  return hasExtension(capabilities, apps) && (!Array.isArray(types) || types.includes(page));
}
