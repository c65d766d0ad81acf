/** Serves the sandbox on a loopback port. */
import { createServer } from "node:http";
import { users } from "./account.ts";
import { Sandbox, type SandboxOptions } from "./sandbox.ts";

export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly users: typeof users;
  /** What the server's environment needs to use it as the first user. */
  readonly environment: Readonly<Record<string, string>>;
  /** Lets the process end although this is still served. */
  readonly unref: () => void;
  readonly close: () => Promise<void>;
}

/** @param port 0 takes any free one. */
export async function serveSandbox(options: SandboxOptions = {}, port = 0): Promise<ServedSandbox> {
  const sandbox = new Sandbox(options);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = sandbox.handle({
        method: request.method ?? "GET",
        path: request.url ?? "/",
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8" });
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the sandbox has no port");
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const [first] = users;
  return {
    sandbox,
    baseUrl,
    users,
    environment: {
      SOCIAL_ANALYTICS_BASE_URL: baseUrl,
      SOCIAL_ANALYTICS_TOKEN: first?.token ?? "",
      SOCIAL_ANALYTICS_SECRET: first?.secret ?? "",
    },
    unref: () => {
      server.unref();
      server.on("connection", (socket) => socket.unref());
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
