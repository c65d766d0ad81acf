/** The server factory: the same tools and resources, whatever the transport. */
import { McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { ResultStore } from "../results/store.ts";
import { toCallToolResult, toErrorResult } from "./answer.ts";
import { listedSchema, readInput } from "./input.ts";
import { instructions } from "./instructions.ts";
import type { Tool, ToolServices } from "./tool.ts";

export interface ServerParts {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly services: Omit<ToolServices, "signal" | "onProgress">;
}

/** `resource_link` came with this revision; older clients do not know it. */
const resourceLinkRevision = "2025-06-18";

export function createServer({ version, tools, services }: ServerParts): McpServer {
  const server = new McpServer(
    { name: "social-analytics-mcp", title: "Social analytics", version },
    { instructions },
  );
  for (const tool of tools) register(server, tool, services);
  registerResults(server, services.results);
  return server;
}

function register(server: McpServer, tool: Tool, services: ServerParts["services"]): void {
  const { name, title, description } = tool;
  const annotations = {
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: tool.local !== true,
  };
  const inputSchema = listedSchema(tool.input);
  server.registerTool(
    name,
    { title, description, inputSchema, annotations },
    async (value, context) => {
      try {
        const input = readInput(tool.input, value);
        const { signal } = context.mcpReq;
        const answer = await tool.run(input, {
          ...services,
          signal,
          onProgress: progressOf(context),
        });
        const revision = server.server.getNegotiatedProtocolVersion() ?? "";
        return toCallToolResult(answer, revision >= resourceLinkRevision);
      } catch (error) {
        return toErrorResult(error);
      }
    },
  );
}

/** Progress goes out only where the client asked for it. */
function progressOf({ mcpReq }: ServerContext): ToolServices["onProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  return (progress, total) => {
    const message = `${progress} of ${total} requests`;
    const params = { progressToken, progress, total, message };
    // A client that has gone away has no use for progress.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/** `result://{id}.csv`, and `result://{id}.part-{n}.csv` for results too large for one message. */
function registerResults(server: McpServer, results: ResultStore): void {
  const template = new ResourceTemplate("result://{id}.csv", { list: undefined });
  const config = { title: "A result as CSV", mimeType: "text/csv" };
  server.registerResource("result", template, config, async (uri, { id }) => {
    const { readResultCsv } = await import("./engine.ts");
    return readResultCsv(results, uri, String(id));
  });
}
