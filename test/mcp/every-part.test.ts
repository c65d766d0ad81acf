/** Clients of every age list and call every tool, prompt, resource and completion over stdio. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { prompts } from "../../prompts/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { tools } from "../../tools/index.ts";
import { cli, start } from "../helpers/process.ts";
import { givens } from "../helpers/prompts.ts";
import { idOf } from "../helpers/results.ts";
import { toolArguments } from "../helpers/tool-arguments.ts";

const words = [
  "serve",
  "--sandbox",
  "--profiles",
  "5",
  "--toolsets",
  "reference,metrics,charts,posts,v2",
];
const command = { command: process.execPath, args: [cli, ...words] };

/** A client of any kind, as these tests use it. */
interface Parts {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listPrompts(): Promise<{
    prompts: readonly { name: string; arguments?: readonly { name: string }[] | undefined }[];
  }>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<object>;
  complete(params: Completing): Promise<{ completion: { values: readonly string[] } }>;
  listResources(): Promise<{ resources: readonly { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: readonly { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<object>;
}

interface Completing {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
  context?: { arguments: Record<string, string> };
}

const network = { network: "facebook" };

/** Uses everything there is, once; gives how much that was. */
async function useEveryPart(client: Parts): Promise<Record<string, number>> {
  const { tools: listed } = await client.listTools();
  let result = "";
  const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { content, isError } = Object(await client.callTool({ name, arguments: args }));
    expect([name, isError ?? false]).toEqual([name, false]);
    return content[0].text;
  };
  for (const { name } of listed.filter((tool) => toolArguments[tool.name] !== undefined)) {
    const text = await call(name, toolArguments[name] ?? {});
    result ||= idOf(text);
  }
  await call("read_result", { result, top: 1 });
  const chart = (await call("chart_result", { result })).split("\n").at(-1) ?? "";

  let completions = 0;
  const complete = async (params: Completing): Promise<void> => {
    const { completion } = await client.complete(params);
    expect([params, completion.values.length > 0]).toEqual([params, true]);
    completions += 1;
  };
  const { prompts: offered } = await client.listPrompts();
  for (const { name, arguments: taken = [] } of offered) {
    const choices = givens[name]?.[0] ?? {};
    const { messages } = Object(await client.getPrompt({ name, arguments: choices }));
    expect(messages[0].content.text).toContain("at most");
    for (const argument of taken) {
      const typed = { name: argument.name, value: "" };
      const ref = { type: "ref/prompt", name } as const;
      await complete({ ref, argument: typed, context: { arguments: network } });
    }
  }

  const { resources } = await client.listResources();
  for (const { uri } of [...resources, { uri: `result://${result}.csv` }, { uri: chart }]) {
    const { contents } = Object(await client.readResource({ uri }));
    expect(contents[0].text.length).toBeGreaterThan(20);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  for (const { uriTemplate: uri } of resourceTemplates) {
    const [, name = ""] = /\{(\w+)\}/.exec(uri) ?? [];
    await complete({ ref: { type: "ref/resource", uri }, argument: { name, value: "" } });
  }
  return {
    tools: listed.length,
    prompts: offered.length,
    resources: resources.length,
    templates: resourceTemplates.length,
    completions,
  };
}

const taken = prompts.reduce((sum, prompt) => sum + Object.keys(prompt.arguments).length, 0);
const counts = {
  tools: tools.length,
  prompts: prompts.length,
  resources: 2 + metricNetworks.length,
  templates: 3,
  completions: taken + 3,
};

test("nothing is forgotten here", () => {
  expect([...Object.keys(toolArguments), "read_result", "chart_result"].toSorted()).toEqual(
    tools.map(({ name }) => name).toSorted(),
  );
  expect(Object.keys(givens).toSorted()).toEqual(prompts.map(({ name }) => name).toSorted());
});

test.each(["2025-11-25", "2026-07-28"])(
  "a client of the second SDK, revision %s",
  async (revision) => {
    const mode = revision === "2026-07-28" ? { pin: revision } : ("legacy" as const);
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(command));
    onTestFinished(() => client.close());
    expect(await useEveryPart(client)).toEqual(counts);
  },
);

test("a client of the first SDK", async () => {
  const client = new OldClient({ name: "test", version: "1" });
  await client.connect(new OldTransport(command));
  onTestFinished(() => client.close());
  expect(await useEveryPart(client)).toEqual(counts);
});

test("a plain script", async () => {
  const child = start(words);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  let id = 0;
  const ask = async <Answered>(method: string, params: object = {}): Promise<Answered> => {
    id += 1;
    send({ id, method, params });
    const answer = JSON.parse((await lines.next()).value ?? "");
    expect(answer).toMatchObject({ jsonrpc: "2.0", id });
    return answer.result;
  };
  const clientInfo = { name: "script", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  const script: Parts = {
    listTools: () => ask("tools/list"),
    callTool: (params) => ask("tools/call", params),
    listPrompts: () => ask("prompts/list"),
    getPrompt: (params) => ask("prompts/get", params),
    complete: (params) => ask("completion/complete", params),
    listResources: () => ask("resources/list"),
    listResourceTemplates: () => ask("resources/templates/list"),
    readResource: (params) => ask("resources/read", params),
  };
  expect(await useEveryPart(script)).toEqual(counts);
  child.stdin.end();
});
