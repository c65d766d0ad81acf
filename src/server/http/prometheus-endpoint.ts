/** Serves metrics as text at `/metrics`. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { hostError } from "./host-check.ts";

/**
 * Starts the server, which does not keep the process alive.
 * @param isPrivate only this machine can reach it. @throws the system's error if it cannot listen.
 */
export async function serveMetrics(
  registry: Registry,
  port: number,
  { host, isPrivate }: { readonly host: string; readonly isPrivate: boolean },
): Promise<number> {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    // A web page must not read the metrics under a host name of its choice.
    const isForeign =
      isPrivate &&
      hostError({ hosts: [], origins: [] }, request.headersDistinct.host) !== undefined;
    const status = isForeign
      ? 403
      : path !== "/metrics"
        ? 404
        : request.method === "GET"
          ? 200
          : 405;
    const answer = async (): Promise<void> => {
      const body = status === 200 ? await registry.metrics() : "";
      const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
      response.writeHead(status, headers);
      response.end(body);
    };
    answer().catch(() => response.destroy());
  });
  await once(server.listen(port, host), "listening");
  server.unref();
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
