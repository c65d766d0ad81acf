/** The server factory: the same tools, prompts and resources for every transport. */
import { McpServer } from "@modelcontextprotocol/server";
import { storedResultsOf } from "./accounts.ts";
import { serveCall, type CallParts } from "./call.ts";
import { listedSchema } from "./input.ts";
import { instructionsFor } from "./instructions.ts";
import type { Prompt } from "./prompts/prompt.ts";
import { registerPrompt } from "./prompts/register.ts";
import { registerResources } from "./resources/register.ts";
import { structuredSchema } from "./structured.ts";
import { isOffered, type Tool, type Toolset } from "./tool.ts";

export interface ServerParts extends CallParts {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly toolsets: readonly Toolset[];
}

/** Values from the headers of the only request that a server gets, where it has no session. */
export interface SingleRequest {
  /** The tool that it calls: the server then registers only this tool. */
  readonly called?: string | undefined;
  /** The revision that its header names. */
  readonly revision?: string | undefined;
}

export function createServer(
  parts: ServerParts,
  { called, revision }: SingleRequest = {},
): McpServer {
  const { version, toolsets, accounts } = parts;
  const prompts = parts.prompts.filter(({ needs }) =>
    needs.every((name) => toolsets.includes(name)),
  );
  // The lists do not change while the server runs.
  const unchanging = { listChanged: false };
  const server = new McpServer(
    { name: "social-analytics-mcp", title: "Social analytics", version },
    {
      instructions: instructionsFor(toolsets, accounts),
      capabilities: {
        tools: unchanging,
        resources: unchanging,
        ...(prompts.length === 0 ? {} : { prompts: unchanging }),
      },
    },
  );
  const offered = parts.tools.filter((tool) => isOffered(tool, toolsets));
  const only = offered.filter(({ name }) => name === called);
  for (const tool of only.length > 0 ? only : offered) registerTool(server, tool, parts, revision);
  if (only.length > 0) return server;
  for (const prompt of prompts) registerPrompt(server, prompt, parts);
  registerResources(server, storedResultsOf(parts), toolsets.includes("charts"));
  return server;
}

function registerTool(
  server: McpServer,
  tool: Tool,
  parts: ServerParts,
  named: string | undefined,
): void {
  const { name, title, description, page } = tool;
  const annotations = {
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: tool.local !== true,
  };
  const inputSchema = listedSchema(tool.input, parts.accounts);
  const outputSchema = parts.structured ? { outputSchema: listedSchema(structuredSchema) } : {};
  const pageOf = page === undefined ? {} : { _meta: { ui: { resourceUri: page } } };
  server.registerTool(
    name,
    { title, description, inputSchema, annotations, ...outputSchema, ...pageOf },
    (value, context) => {
      const revision = server.server.getNegotiatedProtocolVersion() ?? named ?? "";
      return serveCall(tool, value, parts, context, revision);
    },
  );
}
