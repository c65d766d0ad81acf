/** A server over stdio with one tool, which answers at once: the reference for the time of a call. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => {
  const server = new McpServer({ name: "bare", version: "1" });
  const text = "x".repeat(2000);
  server.registerTool("ask", {}, () => ({ content: [{ type: "text", text }] }));
  return server;
});
