/** A minimal MCP server over stdio, the reference for start time. */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

serveStdio(() => new McpServer({ name: "bare", version: "1" }));
