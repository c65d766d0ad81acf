/** Serves MCP over stdio: stdout carries JSON-RPC only. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServerParts } from "./server.ts";

/** Resolves when the client closes its end. */
export function serveOverStdio(parts: ServerParts, onerror: (error: Error) => void): void {
  serveStdio(() => createServer(parts), { onerror });
}
