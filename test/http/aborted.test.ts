/** A client that leaves in the middle of its request is no error of the server. */
import { createConnection } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BearerTokens } from "../../src/server/callers/bearer-tokens.ts";
import { httpLimits } from "../../src/catalog/limits.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { post } from "../helpers/http.ts";
import { readAll, start as startProcess, urlOf } from "../helpers/process.ts";
import { start } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { eventually } from "../helpers/waiting.ts";

/** Sends the head and a part of the body, then leaves. */
function leaveHalfway(port: number): Promise<void> {
  return new Promise((resolve) => {
    const head = [
      "POST /mcp HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      "Content-Type: application/json",
      "Content-Length: 1000",
    ];
    const socket = createConnection(port, "127.0.0.1", () => {
      socket.write(`${head.join("\r\n")}\r\n\r\n{"jsonrpc":`, () => socket.destroy());
    });
    socket.once("close", () => resolve());
  });
}

test.each([
  ["debug", 3],
  ["info", 0],
] as const)(
  "with the log level %s, %i lines tell of three aborted requests",
  async (level, lines) => {
    const child = start(["http", "--port", "0", "--log-level", level]);
    const output = readAll(child);
    const url = await urlOf(child);
    for (let count = 0; count < 3; count += 1) await leaveHalfway(Number(new URL(url).port));
    // The server answers only after it has seen the others leave.
    await (await post(url, "{}")).text();
    child.kill("SIGTERM");
    const { stderr } = await output;
    expect(stderr.match(/"level":"debug","event":"request aborted"/g) ?? []).toHaveLength(lines);
    expect(stderr).not.toContain('"level":"error"');
  },
);

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Sends a whole call, and leaves at once, some turns of the event loop later, or after the first bytes of the answer. */
async function leaveDuringCall(port: number, token: string, id: number): Promise<void> {
  const where = [`fans_change > ${id}`];
  const question = { network: "facebook", metrics: ["fans_change"], period: "last_week", where };
  const params = { name: "get_profile_metrics", arguments: question, _meta: envelope };
  const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
  const isChunked = id % 2 === 0;
  const head = [
    "POST /mcp HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Content-Type: application/json",
    `Accept: application/json${id % 5 === 0 ? "" : ", text/event-stream"}`,
    `Authorization: Bearer ${token}`,
    "MCP-Protocol-Version: 2026-07-28",
    "Mcp-Method: tools/call",
    "Mcp-Name: get_profile_metrics",
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`,
  ].join("\r\n");
  const content = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body;
  const socket = createConnection(port, "127.0.0.1");
  const closed = new Promise((resolve) => socket.once("close", resolve).on("error", resolve));
  const answered = new Promise((resolve) => socket.once("data", resolve));
  await new Promise((resolve) => socket.write(`${head}\r\n\r\n${content}`, resolve));
  if (id % 3 === 0) await answered;
  else for (let turn = 0; turn < id * (id % 3); turn += 1) await new Promise(setImmediate);
  socket.destroy();
  await closed;
}

test("150 clients that leave during their call are an outcome of their own, and no error", async () => {
  const tokens = join(temporaryFolder(), "tokens");
  const token = (await new BearerTokens(tokens).add("ada", [], "2026-11-20")).reveal();
  const flags = ["--sandbox", "--port", "0", "--log-level", "debug", "--auth", `tokens:${tokens}`];
  const child = startProcess(["http", ...flags]);
  const output = readAll(child);
  let log = "";
  child.stderr.on("data", (text) => (log += String(text)));
  const count = (pattern: RegExp): number => log.match(pattern)?.length ?? 0;
  const port = Number(new URL(await urlOf(child)).port);
  for (let first = 0; first < 150; first += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => leaveDuringCall(port, token, first + at)),
    );
  const ends = /"event":"(request aborted|http answered|http refused)"/g;
  await eventually(() => expect(count(ends)).toBe(150));
  await eventually(() =>
    expect(count(/"event":"call ended"/g)).toBe(count(/"event":"call begun"/g)),
  );
  // The test has drawn both.
  for (const event of ["request aborted", "http answered"])
    expect(count(new RegExp(`"event":"${event}"`, "g"))).toBeGreaterThan(20);
  expect(count(/"outcome":"cancelled"/g)).toBeGreaterThan(20);
  expect(count(/"outcome":"(?!answered|cancelled)/g)).toBe(0);
  expect(count(/"status":5\d\d,|"level":"error"/g)).toBe(0);
  child.kill("SIGTERM");
  await output;
}, 60_000);

test("a body that is too large is refused as such, with a length and without", async () => {
  const url = await urlOf(start(["http", "--port", "0"]));
  const content = "x".repeat(httpLimits.bodyBytes + 1);
  expect((await post(url, content)).status).toBe(413);
  const { port } = new URL(url);
  const answer = await new Promise<string>((resolve) => {
    const socket = createConnection(Number(port), "127.0.0.1", () => {
      const head = [
        "POST /mcp HTTP/1.1",
        `Host: 127.0.0.1:${port}`,
        "Content-Type: application/json",
      ];
      socket.write([...head, "Transfer-Encoding: chunked", "", ""].join("\r\n"));
      socket.write(`${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`);
    });
    socket.once("data", (data) => resolve(String(data)));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

const bodies = repetitions(20, 60);

test(`${bodies} large bodies at once do not keep /readyz waiting`, async () => {
  const child = startProcess(["http", "--port", "0"]);
  const output = readAll(child);
  const url = await urlOf(child);
  const keys = Array.from({ length: 320_000 }, (_, at) => `"${at}":1`).join(",");
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${keys}}}`;
  const ready = new URL("/readyz", url);
  let slowest = 0;
  const open = new Set(Array.from({ length: bodies }, (_, at) => at));
  const posts = [...open].map(async (at) => {
    await post(url, body).catch(() => undefined);
    open.delete(at);
  });
  while (open.size > 0) {
    const begun = performance.now();
    expect((await fetch(ready)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - begun);
  }
  await Promise.all(posts);
  // A guard against hanging: 60 took 20 seconds once.
  expect(slowest).toBeLessThan(repetitions(7000, 10_000));
  child.kill("SIGTERM");
  await output;
});
