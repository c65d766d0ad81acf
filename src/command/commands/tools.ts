/** Lists the tools and prompts as a client gets them, with their token cost for a model. */
import { Client, type Tool } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../../server/mcp/server.ts";
import { defineCommand } from "../terminal/command.ts";
import { serverParts } from "../compose/services.ts";
import { jsonFlag, readServing, serveFlags } from "../terminal/shared-flags.ts";
import { print } from "../terminal/output.ts";
import { fitted } from "../terminal/wrap.ts";

/** Of the list of tools, by o200k_base. */
const charactersPerToken = 4.35;

export const command = defineCommand({
  name: "tools",
  summary: "list the tools and prompts that the server offers, with what they cost a model",
  examples: ["", "--toolsets metrics"],
  flags: { ...jsonFlag, ...serveFlags },
  async run(input) {
    // Of the JSON that is sent. The vocabulary for an exact count is larger than the rest of the program.
    const cost = (listed: unknown): string =>
      `about ${Math.round(JSON.stringify(listed).length / charactersPerToken)} tokens`;
    const client = new Client({ name: "tools", version: "1" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const server = createServer(serverParts(readServing(input)));
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const { tools } = await client.listTools();
    const hasPrompts = client.getServerCapabilities()?.prompts !== undefined;
    const { prompts } = hasPrompts ? await client.listPrompts() : { prompts: [] };
    await client.close();
    if (input.values.json) return print(JSON.stringify({ tools, prompts }, undefined, 2));
    for (const tool of tools) print(entry(tool, cost(tool), `\n  ${argumentsOf(tool)}`));
    print(`\n${tools.length} tools, ${cost(tools)} in all\n`);
    if (prompts.length === 0) return;
    for (const prompt of prompts) print(entry(prompt, cost(prompt)));
    print(
      fitted(
        `\n${prompts.length} prompts, ${cost(prompts)} in all; shown to people, not to models`,
      ),
    );
  },
});

const entry = ({ name, description }: Named, cost: string, more = ""): string =>
  fitted(`${name} (${cost})\n  ${description}${more}`, process.stdout, 2);

type Named = Readonly<{ name: string; description?: string | undefined }>;

/** `network, [name_contains]`: arguments in brackets are optional. */
function argumentsOf({ inputSchema }: Tool): string {
  const { properties = {}, required = [] } = inputSchema;
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? name : `[${name}]`,
  );
  return names.length === 0 ? "no arguments" : `arguments: ${names.join(", ")}`;
}
