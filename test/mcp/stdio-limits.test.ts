/** Clients over stdio that send too much or stop reading: the server goes on, and says what is wrong. */
import { monday } from "../../src/base/time/grains.ts";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readAll, start } from "../helpers/process.ts";
import { serveOverStdio } from "../../src/server/mcp/stdio.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { systemClock } from "../../src/base/time/clock.ts";
import { eventually, newSignal } from "../helpers/waiting.ts";

const clientInfo = { name: "script", version: "1" };
const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
const line = (message: object): string => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const opening =
  line({ id: 0, method: "initialize", params }) + line({ method: "notifications/initialized" });

test.each([
  ["in one line", 1],
  ["twice", 2],
])(
  "a message above 10 MiB is answered with an error, %s, and the next with its result",
  async (_, count) => {
    const child = start(["serve"]);
    const output = readAll(child);
    const answers: unknown[] = [];
    createInterface(child.stdout).on("line", (text) => {
      answers.push(JSON.parse(text));
      if (text.includes('"id":1')) child.stdin.end();
    });
    child.stdin.write(opening);
    const huge = line({ id: 7, method: "tools/list", params: { x: "x".repeat(11 * 1024 * 1024) } });
    for (let sent = 0; sent < count; sent += 1) child.stdin.write(huge);
    child.stdin.write(line({ id: 1, method: "ping" }));
    const { code, stderr } = await output;
    expect(code).toBe(0);
    const error = { code: -32_600, message: "The message is larger than 10 MiB" };
    const errors = Array.from({ length: count }, () => ({ jsonrpc: "2.0", error }));
    expect(answers.slice(1)).toEqual([...errors, { jsonrpc: "2.0", id: 1, result: {} }]);
    expect(stderr).toContain('"problem":"The message is larger than 10 MiB"');
  },
);

test("a message just below the limit is answered, and many in one chunk", async () => {
  const child = start(["serve"]);
  const output = readAll(child);
  let count = 0;
  createInterface(child.stdout).on("line", (text) => {
    expect(text).not.toContain("error");
    count += 1;
    if (count === 52) child.stdin.end();
  });
  const large = line({ id: 1, method: "ping", params: { x: "x".repeat(10 * 1024 * 1024 - 200) } });
  const pings = Array.from({ length: 50 }, (_, id) => line({ id: id + 2, method: "ping" }));
  child.stdin.write(opening + large + pings.join(""));
  expect((await output).stderr).toBe("");
  expect(count).toBe(52);
});

test("a client that stops reading causes no warnings, and gets everything when it reads again", async () => {
  const child = start(["serve"]);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += String(chunk)));
  const count = 300;
  const lists = Array.from({ length: count }, (_, id) =>
    line({ id: id + 1, method: "tools/list" }),
  );
  const ended = newSignal();
  child.once("exit", () => ended.give());
  child.stdin.write(opening + lists.join(""), () => {
    // Now the pipe is full of answers. What is not read yet is read from here on.
    let answered = 0;
    createInterface(child.stdout).on("line", () => {
      answered += 1;
      if (answered === count + 1) child.stdin.end();
    });
  });
  await ended.promise;
  expect(stderr).toBe("");
});

test("a broken stdin ends the server without an unhandled error", async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const errors: string[] = [];
  const memory = new MemoryBudget(1e6);
  const services = {
    settings: { maxAnswerTokens: 6000, maxRequests: 1, settledAfterDays: 3, weekStartsOn: monday },
    results: new ResultStore(memory),
    connection: () => Promise.reject(new Error("none")),
    now: () => 0,
    view: undefined,
  };
  serveOverStdio(
    {
      version: "0",
      tools: [],
      prompts: [],
      toolsets: [],
      structured: false,
      deadline: { clock: systemClock, seconds: 1 },
      services,
    },
    { stdin, stdout },
    ({ message }) => errors.push(message),
  );
  stdin.destroy(new Error("read ECONNRESET"));
  await eventually(() => expect(errors).toEqual(["read ECONNRESET"]));
});
