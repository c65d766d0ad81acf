import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { text as readAll } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request whose body has been read. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export type Listener = (received: Received, response: ServerResponse) => unknown;

/** Serves on a loopback port until the test has finished; returns its URL. */
export async function serveLocally(listener: Listener): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const text = await readAll(request).catch(() => undefined);
      // The client has gone.
      if (text === undefined) return;
      const { method = "GET", url = "/", headers } = request;
      await listener({ method, url, headers, text }, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}`;
}
