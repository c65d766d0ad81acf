/** Pins what a client sees of the server, one file for each tool and prompt: it is sent to every user's model. */
import { tools as ownTools } from "../tools/index.ts";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import * as z from "zod";
import { defaultToolsets, toolsets } from "../src/server/mcp/tool.ts";
import { connect } from "./helpers/connect.ts";

const snapshots = join(import.meta.dirname, "__snapshots__");

/** Compares each entry with the file of its name; returns the names of files without an entry. */
async function compareWithFiles(
  folder: string,
  entries: readonly { readonly name: string }[],
): Promise<string[]> {
  for (const entry of entries) {
    const file = join(snapshots, folder, `${entry.name}.json`);
    await expect(`${JSON.stringify(entry, null, 2)}\n`).toMatchFileSnapshot(file);
  }
  const names = entries.map(({ name }) => `${name}.json`);
  return readdirSync(join(snapshots, folder)).filter((file) => !names.includes(file));
}

test("each tool is listed as its file says", async () => {
  const { client } = await connect({ toolsets, saveTo: "/" });
  const { tools } = await client.listTools();
  expect(await compareWithFiles("tools", tools)).toEqual([]);
});

test("no schema has anyOf or const, which some clients do not understand", async () => {
  const { client } = await connect({ toolsets, saveTo: "/", structured: true });
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(15);
  expect(JSON.stringify(tools)).not.toMatch(/"(anyOf|oneOf|const)"/);
});

test("by default the tools of version 3 are listed, in the order of use", async () => {
  const everything = await connect({ toolsets });
  const { tools: allTools } = await everything.client.listTools();
  const { client } = await connect({ toolsets: defaultToolsets });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toMatchInlineSnapshot(`
    [
      "list_profiles",
      "describe_metrics",
      "get_profile_metrics",
      "read_result",
      "chart_result",
      "list_linkedin_posts",
      "list_facebook_posts",
      "list_post_labels",
      "list_post_label_groups",
      "list_profile_labels",
      "list_listening_queries",
      "list_ad_accounts",
      "get_current_user",
    ]
  `);
  expect(allTools.filter(({ name }) => names.includes(name))).toEqual(tools);
});

test("the tools cost a model at most 3,700 tokens, and 4,000 with save_result, with room for one tool more", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  const room = Math.max(...tools.slice(-5).map((tool) => countTokens(JSON.stringify(tool))));
  expect(countTokens(JSON.stringify(tools)) + room).toBeLessThanOrEqual(3700);
  const saving = await connect({ saveTo: "/" });
  const { tools: withSaving } = await saving.client.listTools();
  expect(countTokens(JSON.stringify(withSaving)) + room).toBeLessThanOrEqual(4000);
});

test("each argument has a description, of a few words", async () => {
  const { client } = await connect({ toolsets, saveTo: "/" });
  const { tools } = await client.listTools();
  const described = tools.flatMap(({ name, inputSchema: { properties = {} } }) =>
    Object.entries(properties).map(([argument, schema]) => [
      `${name} ${argument}`,
      z.object({ description: z.string() }).safeParse(schema).data?.description,
    ]),
  );
  expect(described.filter(([, text]) => !/^[^]{4,250}[.;…"A-Z]$/.test(text ?? ""))).toEqual([]);
  expect(described.length).toBeGreaterThan(100);
});

test("every tool is read-only and idempotent, has a title, and ends its description with a full stop", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  for (const { title, description, annotations } of tools) {
    expect(title).toMatch(/\w/);
    expect(description).toMatch(/\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  }
  const closed = tools.filter(({ annotations }) => annotations?.openWorldHint === false);
  const local = ownTools.flatMap((tool) => (tool.local === true ? tool.name : []));
  expect(closed.map(({ name }) => name)).toEqual(local);
});

test("each prompt is listed as its file says", async () => {
  const { client } = await connect();
  const { prompts } = await client.listPrompts();
  expect(await compareWithFiles("prompts", prompts)).toEqual([]);
});

test("resources and their templates are listed as their file says", async () => {
  const { client } = await connect();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  const listed = JSON.stringify({ resources, resourceTemplates }, null, 2);
  await expect(`${listed}\n`).toMatchFileSnapshot(join(snapshots, "resources.json"));
});

test("version 2 is a toolset of its own, without prompts and without instructions about version 3", async () => {
  const { client } = await connect({ toolsets: ["v2"] });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    "describe_metrics",
    "read_result",
    "list_profiles_v2",
    "list_post_labels_v2",
    "list_profile_labels_v2",
    "get_profile_metrics_v2",
    "get_current_user_v2",
  ]);
  expect(client.getServerCapabilities()?.prompts).toBeUndefined();
  expect(client.getInstructions()).not.toContain("get_profile_metrics");
});

test("the instructions are under 150 words, and name tools that exist", async () => {
  const { client } = await connect();
  const instructions = client.getInstructions() ?? "";
  expect(instructions.split(/\s+/).length).toBeLessThan(150);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  const mentioned = instructions.match(/\b(?:get|list|read|describe)_\w+/g) ?? [];
  expect(mentioned.length).toBeGreaterThan(0);
  for (const name of mentioned) expect(names).toContain(name);
});
