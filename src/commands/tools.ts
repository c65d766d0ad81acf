/** Lists the tools and prompts as a client gets them, with what each costs every model that they are shown to. */
import { Client, type Tool } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../mcp/server.ts";
import type { Options } from "./options.ts";
import { serverParts } from "./services.ts";
import { print } from "./terminal.ts";

/** `network, [name_contains]`: those in brackets may be left out. */
function argumentsOf({ inputSchema }: Tool): string {
  const { properties = {}, required = [] } = inputSchema;
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? name : `[${name}]`,
  );
  return names.length === 0 ? "no arguments" : `arguments: ${names.join(", ")}`;
}

/** Tokens are those of o200k_base, of the JSON that is sent. */
export async function listTools(options: Options): Promise<void> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const cost = (listed: unknown): string => `${countTokens(JSON.stringify(listed))} tokens`;
  const client = new Client({ name: "tools", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(serverParts(options)).connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  const { prompts } =
    client.getServerCapabilities()?.prompts === undefined
      ? { prompts: [] }
      : await client.listPrompts();
  await client.close();
  for (const tool of tools) {
    print(`${tool.name} (${cost(tool)})\n  ${tool.description}\n  ${argumentsOf(tool)}`);
  }
  print(`\n${tools.length} tools, ${cost(tools)} in all\n`);
  if (prompts.length === 0) return;
  for (const prompt of prompts) print(`${prompt.name} (${cost(prompt)})\n  ${prompt.description}`);
  print(`\n${prompts.length} prompts, ${cost(prompts)} in all; shown to people, not to models`);
}
