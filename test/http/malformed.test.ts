/** Requests that are not valid HTTP, or name another server, get a readable error. */
import { createConnection } from "node:net";
import { text as readAll } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serveTools } from "../helpers/http.ts";
import { sendRaw, headersOf, refusalShape } from "../helpers/raw-http.ts";

test("several Host headers are 400, whichever they name", async () => {
  const { served } = await serveTools();
  const address = `127.0.0.1:${served.port}`;
  for (const sent of [
    [address, "evil.example"],
    ["evil.example", address],
    [address, address],
  ]) {
    const socket = createConnection(served.port, "127.0.0.1");
    const head = ["GET /healthz HTTP/1.1", ...sent.map((host) => `Host: ${host}`)];
    socket.write([...head, "Connection: close", "", ""].join("\r\n"));
    expect(await readAll(socket)).toMatch(
      /^HTTP\/1\.1 400 .*The Host header is there more than once/s,
    );
  }
});

test.each([
  ["text that is not HTTP", "hello\r\n\r\n"],
  ["an unknown method", "BREW /mcp HTTP/1.1\r\nhost: localhost\r\n\r\n"],
  ["headers that are too long", `GET /mcp HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`],
])("%s is answered with a JSON-RPC error", async (_what, sent) => {
  const { served } = await serveTools();
  const socket = createConnection(served.port, "127.0.0.1");
  socket.write(sent);
  const [head = "", json = ""] = (await readAll(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(json)).toEqual(refusalShape);
});

test("a request target with the address of another server is not found", async () => {
  const over = await serveTools();
  const answer = await sendRaw(
    over,
    "http://evil.example/mcp",
    "POST",
    headersOf("localhost", undefined),
  );
  expect(answer.status).toBe(404);
});
