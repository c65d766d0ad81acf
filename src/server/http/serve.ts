/** Serves MCP over Streamable HTTP at `/mcp`, to clients of every revision since 2025-03-26. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import { httpLimits } from "../../catalog/limits.ts";
import { newCallId } from "../../base/log/log.ts";
import { parseError } from "../mcp/message.ts";
import { refusalBody } from "./refusal.ts";
import { Routes, type HttpSettings } from "./routes.ts";

export interface ServedHttp {
  readonly port: number;
  /** Closes what has been idle for too long. It also runs automatically. */
  readonly sweep: () => Promise<void>;
  /** Rejects further calls, waits up to `seconds` for the open ones, then cancels the rest. */
  readonly close: (seconds?: number) => Promise<void>;
}

const serverOptions = {
  // The check of Host rejects a missing header.
  requireHostHeader: false,
  headersTimeout: httpLimits.headersSeconds * 1000,
  requestTimeout: httpLimits.requestSeconds * 1000,
  keepAliveTimeout: httpLimits.keepAliveSeconds * 1000,
  connectionsCheckingInterval: httpLimits.checkSeconds * 1000,
};

/** Starts the server. Port 0 selects any free port. @throws the system's error if it cannot listen. */
export async function serveHttp(
  settings: HttpSettings,
  host: string,
  port: number,
): Promise<ServedHttp> {
  const routes = new Routes(settings);
  const server = createServer(
    serverOptions,
    (request, response) => void routes.handle(request, response),
  );
  server.on("checkExpectation", (request, response) => void routes.handle(request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = answerClientError(error, socket);
    const reason = error.code ?? error.message;
    const unread = { call: newCallId(), method: "(none)", path: "(none)" };
    if (status !== undefined) settings.onanswered?.({ ...unread, status, reason });
  });
  await once(server.listen(port, host), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  // After a failure, the next sweep tries again.
  const sweep = (): Promise<void> => routes.endpoints.sweep().catch(settings.onerror);
  const sweeping = setInterval(() => void sweep(), httpLimits.sweepSeconds * 1000).unref();
  return {
    port: address.port,
    sweep,
    async close(seconds = httpLimits.stopSeconds) {
      clearInterval(sweeping);
      server.close();
      routes.stop();
      await routes.openExchanges.drained(seconds);
      for (const endpoint of routes.endpoints.values()) endpoint.server.stop();
      await routes.openExchanges.drained(1);
      for (const endpoint of routes.endpoints.values()) await endpoint.close();
      server.closeAllConnections();
    },
  };
}

/** Answers a connection that does not send a valid HTTP request in time. Returns the status; undefined if nobody waits. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): number | undefined {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return undefined;
  }
  const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const body = JSON.stringify(refusalBody(parseError, isSlow ? "Request timeout" : "Invalid HTTP"));
  const head = [
    isSlow ? "HTTP/1.1 408 Request Timeout" : "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  // A peer that does not close its end would keep the socket open.
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  return isSlow ? 408 : 400;
}
