/** The real program over stdio, with clients of every age. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { readCall, readFailure } from "../helpers/connect.ts";
import { cli, run, start } from "../helpers/process.ts";

const question = {
  name: "get_profile_metrics",
  arguments: {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2026-10-01",
    date_end: "2026-10-02",
    dimensions: [],
  },
};

const command = { command: process.execPath, args: [cli, "serve", "--sandbox"] };

test.each(["2025-11-25", "2026-07-28"])(
  "a new client on revision %s gets an answer and its CSV",
  async (revision) => {
    const mode = revision === "2026-07-28" ? { pin: revision } : ("legacy" as const);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(command));
    onTestFinished(() => client.close());

    const { text, links, isError } = readCall(await client.callTool(question));

    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(isError).toBe(false);
    expect(text).toContain("facebook, 120 profiles");
    expect(links).toHaveLength(1);
    const { contents } = await client.readResource({ uri: links[0] ?? "" });
    expect(contents[0]).toMatchObject({
      mimeType: "text/csv",
      text: expect.stringMatching(/^fans_change\r\n\d+\r\n$/),
    });
  },
);

test("a client of the first SDK does too", async () => {
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(new OldTransport(command));
  onTestFinished(() => client.close());

  const { tools } = await client.listTools();
  const { content } = await client.callTool(question);

  expect(tools.map(({ name }) => name)).toContain(question.name);
  expect(JSON.stringify(content)).toContain("facebook, 120 profiles");
});

/** As much of a JSON-RPC answer as these tests look at. */
interface Answered {
  readonly jsonrpc: string;
  readonly id: number;
  readonly result: {
    readonly protocolVersion: string;
    readonly content: readonly { type: string }[];
  };
}

const initialize = (protocolVersion: string): object => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "script", version: "1" } },
});

/** A plain script: writes requests, reads what comes line by line. */
async function exchange(
  revision: string,
  requests: readonly object[],
  count: number,
): Promise<Answered[]> {
  const child = start(["serve", "--sandbox"]);
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  for (const message of [initialize(revision), initialized, ...requests])
    child.stdin.write(`${JSON.stringify(message)}\n`);
  const lines: Answered[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line));
    if (lines.length === count) break;
  }
  child.stdin.end();
  return lines;
}

test.each([
  ["2024-11-05", ["text"]],
  ["2025-03-26", ["text"]],
  ["2025-06-18", ["text", "resource_link"]],
])("on revision %s a script gets %j", async (revision, types) => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: question };

  const [opened, answered] = await exchange(revision, [call], 2);

  expect(opened?.result.protocolVersion).toBe(revision);
  expect(answered?.result.content.map(({ type }) => type)).toEqual(types);
});

test.each([
  ["2024-11-05", ["text"]],
  ["2025-06-18", ["text", "resource_link", "resource_link"]],
])("on revision %s a script gets a chart as %j", async (revision, types) => {
  const child = start(["serve", "--sandbox"]);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message: object): Promise<Answered> => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value = "" } = await lines.next();
    return JSON.parse(value);
  };
  await ask(initialize(revision));
  const answered = await ask({ jsonrpc: "2.0", id: 1, method: "tools/call", params: question });
  const [result] = /result:\/\/\w+/.exec(JSON.stringify(answered)) ?? [];
  const params = { name: "chart_result", arguments: { result: `${result}.csv` } };
  const drawn = await ask({ jsonrpc: "2.0", id: 2, method: "tools/call", params });
  expect(drawn.result.content.map(({ type }) => type)).toEqual(types);
});

test("stdout carries JSON-RPC only, whatever goes wrong", async () => {
  const bad = [
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_profile_metrics", arguments: { network: 5 } },
    },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "nothing" } },
    { jsonrpc: "2.0", id: 3, method: "nothing/known" },
    { jsonrpc: "2.0", id: 4, method: "resources/read", params: { uri: "result://no.csv" } },
  ];

  const lines = await exchange("2025-06-18", bad, 5);

  for (const line of lines) expect(line.jsonrpc).toBe("2.0");
  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("sends no progress that was not asked for", async () => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: question };
  const last = { jsonrpc: "2.0", id: 2, method: "ping" };

  const lines = await exchange("2025-06-18", [call, last], 3);

  expect(new Set(lines.map(({ id }) => id))).toEqual(new Set([0, 1, 2]));
});

test("starts without credentials, and says how to log in when one is needed", async () => {
  const client = new Client({ name: "test", version: "1" });
  const env = { SOCIAL_ANALYTICS_CREDENTIAL_STORE: `file:${join(tmpdir(), "no-such-file")}` };
  await client.connect(new StdioClientTransport({ ...command, args: [cli], env }));
  onTestFinished(() => client.close());

  const { text, isError } = readFailure(await client.callTool({ name: "get_current_user" }));

  expect(isError).toBe(true);
  expect(text).toMatch(
    /^not_logged_in: .* holds no login named default\n.*social-analytics-mcp login,.*SOCIAL_ANALYTICS_TOKEN/,
  );
});

test("ends when its client goes away", async () => {
  const child = start(["serve", "--sandbox"]);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for (const message of [
    initialize("2025-06-18"),
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: question },
  ]) {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  }
  await new Promise((resolve) => child.stdout.once("data", resolve));

  child.stdin.end();

  await expect(ended).resolves.toBe(0);
});

test("a wrong command line says what is wrong", async () => {
  const { code, stdout, stderr } = await run(["serve", "--nonsense"]);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain("--nonsense");
});
