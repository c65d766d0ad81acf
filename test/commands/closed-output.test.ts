/** A program whose log or output nobody reads any more. */
import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { levels } from "../../src/base/log/log.ts";
import { start, urlOf } from "../helpers/process.ts";

/** The status of a request whose Host is not allowed. The refusal is logged. */
const wrongHost = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const clientRequest = request(url, {
      method: "POST",
      headers: { host: "elsewhere.example.com" },
    });
    clientRequest.once("response", (answer) => resolve(answer.resume().statusCode));
    clientRequest.once("error", reject);
    clientRequest.end("{}");
  });

test.each(levels)(
  "a server over HTTP goes on after the readers of its log and its output have gone, at level %s",
  async (level) => {
    const child = start(["http", "--sandbox", "--port", "0", "--log-level", level]);
    const url = await urlOf(child);
    child.stderr.destroy();
    child.stdout.destroy();
    for (let sent = 0; sent < 3; sent += 1) expect(await wrongHost(url)).toBe(403);
    expect((await fetch(url.replace("/mcp", "/healthz"))).status).toBe(200);
    expect(child.exitCode).toBeNull();
  },
);

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}\n`;

test.each(levels)(
  "so does a server over stdio without a log reader, at level %s",
  async (level) => {
    const child = start(["serve", "--sandbox", "--log-level", level]);
    child.stderr.destroy();
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const ended = once(child, "exit");
    for (let sent = 0; sent < 3; sent += 1) {
      child.stdin.write(`rubbish\n${ping}`);
      const answers = [await lines.next(), await lines.next()].map(({ value }) => String(value));
      expect(answers.join("\n")).toContain(`{"result":{},"jsonrpc":"2.0","id":1}`);
    }
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  },
);

test("a server over stdio ends when nobody reads its answers", async () => {
  const child = start(["serve", "--sandbox"]);
  const ended = once(child, "exit");
  child.stdout.destroy();
  child.stdin.write(ping);
  expect(await ended).toEqual([0, null]);
});
