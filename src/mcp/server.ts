/** The server factory: the same tools, prompts and resources, whatever the transport. */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { timeOfDay } from "../time/clock.ts";
import { ToolError } from "../errors/tool-error.ts";
import { logOfCall, noLog, type Log } from "../log/log.ts";
import { toCallToolResult, toErrorResult, type Answer } from "../replies/reply.ts";
import type { Calls } from "../async/call-queue.ts";
import { withinDeadline, type Deadline } from "../async/deadline.ts";
import { listedSchema, readInput } from "./input.ts";
import { instructionsFor } from "./instructions.ts";
import type { CallContext } from "../connection/connection.ts";
import type { Prompt } from "./prompts/prompt.ts";
import { registerPrompt } from "./prompts/register.ts";
import { registerResources } from "./resources/register.ts";
import { structuredSchema } from "./structured.ts";
import { isOffered, type Tool, type ToolServices, type Toolset } from "./tool.ts";

/** What the calls of one credential share. */
export type SharedServices = Omit<ToolServices, keyof CallContext | "onProgress">;

export interface ServerParts {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly prompts: readonly Prompt[];
  readonly toolsets: readonly Toolset[];
  /** Whether tools declare an output schema and send structured content. */
  readonly structured: boolean;
  /** Where many share the process; a host that started its own server counts by itself. */
  readonly calls?: Calls;
  readonly deadline: Deadline;
  readonly log?: Log;
  readonly services: SharedServices;
}

/** `resource_link` came with this revision; older clients do not know it. */
const resourceLinkRevision = "2025-06-18";

/** @param called the tool that the server's only request calls, where it has but one: nothing else is registered then. */
export function createServer(parts: ServerParts, called?: string): McpServer {
  const { version, toolsets, services } = parts;
  const prompts = parts.prompts.filter(({ needs }) =>
    needs.every((name) => toolsets.includes(name)),
  );
  // What is offered stays the same as long as the server runs.
  const unchanging = { listChanged: false };
  const server = new McpServer(
    { name: "social-analytics-mcp", title: "Social analytics", version },
    {
      instructions: instructionsFor(toolsets),
      capabilities: {
        tools: unchanging,
        resources: unchanging,
        ...(prompts.length === 0 ? {} : { prompts: unchanging }),
      },
    },
  );
  const offered = parts.tools.filter((tool) => isOffered(tool, toolsets));
  const only = offered.find(({ name }) => name === called);
  if (only !== undefined) {
    registerTool(server, only, parts);
    return server;
  }
  for (const tool of offered) registerTool(server, tool, parts);
  for (const prompt of prompts) registerPrompt(server, prompt, services);
  registerResources(server, services.results);
  return server;
}

function registerTool(server: McpServer, tool: Tool, parts: ServerParts): void {
  const { services, structured, calls } = parts;
  const { name, title, description } = tool;
  const annotations = {
    readOnlyHint: true,
    idempotentHint: true,
    openWorldHint: tool.local !== true,
  };
  const inputSchema = listedSchema(tool.input);
  const outputSchema = structured ? { outputSchema: listedSchema(structuredSchema) } : {};
  server.registerTool(
    name,
    { title, description, inputSchema, annotations, ...outputSchema },
    async (value, context) => {
      const log = logOfCall(parts.log ?? noLog);
      const begun = parts.deadline.clock.now();
      const end = (outcome: string): void => {
        const milliseconds = parts.deadline.clock.now() - begun;
        log("info", "call ended", { tool: name, outcome, milliseconds });
      };
      log("info", "call begun", { tool: name });
      try {
        const input = readInput(tool.input(), value);
        const shared = { ...services, ...progressOf(context), log };
        const answer = await withinDeadline(parts.deadline, context.mcpReq.signal, (call) => {
          const run = async (signal: AbortSignal): Promise<Answer> =>
            tool.run(input, { ...shared, ...call, signal });
          return calls === undefined ? run(call.signal) : calls.run(call.signal, run);
        });
        const revision = server.server.getNegotiatedProtocolVersion() ?? "";
        const withLinks = revision >= resourceLinkRevision;
        end("answered");
        return toCallToolResult(answer, { withLinks, structured });
      } catch (error) {
        if (!(error instanceof ToolError) && !context.mcpReq.signal.aborted) {
          log("error", "defect", { problem: String(error) });
        }
        end(error instanceof ToolError ? error.code : "failed");
        return toErrorResult(error);
      }
    },
  );
}

/** Progress goes out only where the client asked for it. */
function progressOf({ mcpReq }: ServerContext): Pick<ToolServices, "onProgress" | "onWait"> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { onProgress: () => {}, onWait: () => {} };
  let [done, total] = [0, 1];
  let told = -1;
  const tell = (progress: number, message: string): void => {
    // It has to rise: where a part is asked again, nothing is said until it is further than before.
    if (progress <= told) return;
    told = progress;
    const params = { progressToken, progress, total, message };
    // A client that has gone away has no use for progress.
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
  return {
    onProgress(nowDone, nowTotal) {
      [done, total] = [nowDone, nowTotal];
      tell(done, `${done} of ${total} requests`);
    },
    onWait(until) {
      done += 0.01;
      tell(done, `Waiting for the quota until ${timeOfDay(until)}`);
    },
  };
}
