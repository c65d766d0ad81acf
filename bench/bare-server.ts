/** The least that an MCP server over stdio can be: what our start is measured against. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => new McpServer({ name: "bare", version: "1" }));
