/** An API that answers what a test tells it to. */
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** Serves on a loopback port until the test has finished; gives its base URL. */
export async function serveFaulty(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
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

/** Profile lists as they should be, everything else as told. */
export function withProfiles(metrics: RequestListener): RequestListener {
  return (request, response) => {
    if (!request.url?.endsWith("/profiles")) return metrics(request, response);
    const profiles = [{ id: "p1", name: "One" }];
    response.end(JSON.stringify({ success: true, profiles }));
  };
}
