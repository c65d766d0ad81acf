/** A client that leaves in the middle of its request is no error of the server. */
import { createConnection } from "node:net";
import { expect, test } from "vitest";
import { post } from "../helpers/http.ts";
import { readAll, start as startProcess, urlOf } from "../helpers/process.ts";
import { start } from "../helpers/program.ts";
import { repetitions } from "../helpers/repetitions.ts";

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
    const all = readAll(child);
    const url = await urlOf(child);
    for (let count = 0; count < 3; count += 1) await leaveHalfway(Number(new URL(url).port));
    // The server answers only after it has seen the others leave.
    await (await post(url, "{}")).text();
    child.kill("SIGTERM");
    const { stderr } = await all;
    expect(stderr.match(/"level":"debug","event":"request aborted"/g) ?? []).toHaveLength(lines);
    expect(stderr).not.toContain('"level":"error"');
  },
);

const bodies = repetitions(20, 60);

test(`${bodies} large bodies at once do not keep /readyz waiting`, async () => {
  const child = startProcess(["http", "--port", "0"]);
  const all = readAll(child);
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
  await all;
});
