/** A minimal MCP server over HTTP, the reference for throughput. */
import { createServer } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";

const inputSchema = z.object({ text: z.string() });

const handle = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: "bare", version: "1" });
    server.registerTool("echo", { inputSchema }, ({ text }) => ({
      content: [{ type: "text", text }],
    }));
    return server;
  }),
);

const server = createServer((request, response) => {
  const { method = "", url = "" } = request;
  void handle(Object.assign(request, { method, url }), response);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}/mcp`);
});
