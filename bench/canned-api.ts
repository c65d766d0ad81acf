/** Serves the API with answers that are made before they are measured: each body is answered by the sandbox once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Sandbox } from "../src/sandbox/sandbox.ts";
import { authorization, quotas } from "./canned.ts";

const sandbox = new Sandbox({ profiles: 500, quotas });
const answers = new Map<string, string>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { method = "GET", url: path = "/" } = request;
  const key = `${path} ${body}`;
  const made = answers.get(key) ?? sandbox.handle({ method, path, authorization, body }).body;
  answers.set(key, made);
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end(made);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
