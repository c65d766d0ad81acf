/** Lists the tools and prompts as a client gets them, with their token cost for a model. */
import { Client, type Prompt, type Tool } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { version } from "../../package.json";
import { prompts as allPrompts } from "../../prompts/index.ts";
import { tools as allTools } from "../../tools/index.ts";
import { internalError } from "../errors/tool-error.ts";
import { createServer, type ServerParts } from "../mcp/server.ts";
import { ResultStore } from "../replies/result-store.ts";
import { systemClock } from "../time/clock.ts";
import { defineCommand } from "./command.ts";
import { offerFlags } from "./shared-flags.ts";
import { print } from "./terminal.ts";

export const command = defineCommand({
  name: "tools",
  summary: "list the tools and prompts with their token cost",
  flags: offerFlags,
  async run({ values }) {
    // Tokens are those of o200k_base, of the JSON that is sent.
    const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
    const cost = (listed: unknown): string => `${countTokens(JSON.stringify(listed))} tokens`;
    const { tools, prompts } = await listedBy({ ...unused, ...values });
    for (const tool of tools) {
      print(`${tool.name} (${cost(tool)})\n  ${tool.description}\n  ${argumentsOf(tool)}`);
    }
    print(`\n${tools.length} tools, ${cost(tools)} in all\n`);
    if (prompts.length === 0) return;
    for (const prompt of prompts)
      print(`${prompt.name} (${cost(prompt)})\n  ${prompt.description}`);
    print(`\n${prompts.length} prompts, ${cost(prompts)} in all; shown to people, not to models`);
  },
});

/** A listing calls no tool. */
const unused: Pick<ServerParts, "version" | "tools" | "prompts" | "deadline" | "services"> = {
  version,
  tools: allTools,
  prompts: allPrompts,
  deadline: { clock: systemClock, seconds: 0 },
  services: {
    settings: { maxAnswerTokens: 0, maxRequests: 0, settledAfterDays: 0 },
    results: new ResultStore(),
    now: Date.now,
    connection: () => Promise.reject(internalError("a listing opened a connection")),
  },
};

async function listedBy(parts: ServerParts): Promise<{ tools: Tool[]; prompts: Prompt[] }> {
  const client = new Client({ name: "tools", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(parts).connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  const hasPrompts = client.getServerCapabilities()?.prompts !== undefined;
  const { prompts } = hasPrompts ? await client.listPrompts() : { prompts: [] };
  await client.close();
  return { tools, prompts };
}

/** `network, [name_contains]`: arguments in brackets are optional. */
function argumentsOf({ inputSchema }: Tool): string {
  const { properties = {}, required = [] } = inputSchema;
  const names = Object.keys(properties).map((name) =>
    required.includes(name) ? name : `[${name}]`,
  );
  return names.length === 0 ? "no arguments" : `arguments: ${names.join(", ")}`;
}
