/** A minimal MCP server over stdio whose tool forwards a body to the API: the reference for the time of a call. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Pool } from "undici";
import * as z from "zod";

const [, , origin = ""] = process.argv;
const pool = new Pool(origin, { connections: 8 });
const inputSchema = z.object({ body: z.string() });

serveStdio(() => {
  const server = new McpServer({ name: "pass-through", version: "1" });
  server.registerTool("metrics", { inputSchema }, async ({ body }) => {
    const answer = await pool.request({
      method: "POST",
      path: "/3/facebook/metrics",
      headers: { "content-type": "application/json" },
      body,
    });
    return { content: [{ type: "text", text: await answer.body.text() }] };
  });
  return server;
});
