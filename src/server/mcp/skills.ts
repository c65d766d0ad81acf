/** Skills over MCP (SEP-2640): the prompts, for hosts that show skills. Others neither list them nor pay for them. */
import type { McpServer } from "@modelcontextprotocol/server";
import type { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { capabilitiesKey, hasExtension, within } from "./extensions.ts";
import { hour, offeredPrompts, type ServerParts } from "./server.ts";

const extension = "io.modelcontextprotocol/skills";

/** True for a message whose client names the extension, and for a request for skills without a session. */
export function namesSkills(message: unknown): boolean {
  const method = within(message, "method");
  if (method === "tools/call") return false;
  return (
    hasExtension(within(message, "params", "capabilities"), extension) ||
    hasExtension(within(message, "params", "_meta", capabilitiesKey), extension) ||
    String(method).startsWith("skills/") ||
    String(within(message, "params", "uri")).startsWith("skill://")
  );
}

/** Each set of prompts is one catalogue, for all servers that offer it. */
const catalogues = new Map<string, Promise<SkillsExtension>>();

/** Serves the skills of the prompts that a server offers. */
export async function attachSkills(server: McpServer, parts: ServerParts): Promise<McpServer> {
  const prompts = offeredPrompts(parts);
  // Their calls would lack the account.
  if (prompts.length === 0 || parts.accounts !== undefined) return server;
  const names = prompts.map(({ name }) => name).join(" ");
  const load = async () => (await import("./skill-catalogue.ts")).skillCatalogue(prompts, hour);
  const catalogue = catalogues.get(names) ?? load();
  catalogues.set(names, catalogue);
  (await catalogue).attach(server);
  return server;
}
