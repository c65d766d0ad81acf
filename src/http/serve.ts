/** MCP over Streamable HTTP at `/mcp`, for clients of every revision since 2025-03-26. */
import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { httpLimits } from "../catalog/limits.ts";
import { parseError, refusalBody } from "./refusal.ts";
import { Routes, type HttpServing } from "./routes.ts";

export interface ServedHttp {
  readonly port: number;
  /** Lets go what nobody has used for long. It runs by itself too. */
  readonly sweep: () => Promise<void>;
  /** Takes no more calls, waits for those under way for so many seconds, then cancels what is left. */
  readonly close: (seconds?: number) => Promise<void>;
}

/**
 * @param port 0 takes any free one.
 * @throws the system's error where it cannot listen.
 */
export async function serveHttp(
  serving: HttpServing,
  host: string,
  port: number,
): Promise<ServedHttp> {
  const routes = new Routes(serving);
  const server = createServer(
    {
      // A missing Host is refused like a foreign one, and in the same words.
      requireHostHeader: false,
      headersTimeout: httpLimits.headersSeconds * 1000,
      requestTimeout: httpLimits.requestSeconds * 1000,
      connectionsCheckingInterval: httpLimits.checkSeconds * 1000,
    },
    (request, response) => void routes.handle(request, response),
  );
  server.on("checkExpectation", (request, response) => void routes.handle(request, response));
  server.on("clientError", refuseMalformed);
  await listen(server, host, port);
  const sweep = async (): Promise<void> => {
    try {
      await routes.endpoints.sweep();
    } catch (error) {
      // Who may come could not be read: the next time it may.
      serving.onerror(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const sweeping = setInterval(() => void sweep(), httpLimits.sweepSeconds * 1000).unref();
  return {
    port: portOf(server),
    sweep,
    async close(seconds = httpLimits.stopSeconds) {
      clearInterval(sweeping);
      server.close();
      routes.stop();
      await routes.underWay.ended(seconds);
      routes.endpoints.stop();
      await routes.underWay.ended(1);
      await routes.endpoints.close();
      server.closeAllConnections();
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

/** What is no HTTP is told so as well. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const body = JSON.stringify(refusalBody(parseError, isSlow ? "Too slow" : "Not HTTP"));
  const head = [
    isSlow ? "HTTP/1.1 408 Request Timeout" : "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  // A peer that keeps its end open would keep the socket.
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
