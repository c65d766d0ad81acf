/** What a client sees of the server, pinned: every word of it is sent to every user's model. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { connect } from "./helpers/connect.ts";

test("tools, as a client lists them", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(tools).toMatchSnapshot();
});

test("the tools cost a model at most 2,450 tokens", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2450);
});

test("every tool is read-only and idempotent, has a title, and describes itself and what is not plain", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  for (const { title, description, annotations } of tools) {
    expect(title).toMatch(/\w/);
    expect(description).toMatch(/\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true });
  }
  const closed = tools.filter(({ annotations }) => annotations?.openWorldHint === false);
  expect(closed.map(({ name }) => name)).toEqual(["describe_metrics", "read_result"]);
});

test("prompts, resources and their templates, as a client lists them", async () => {
  const { client } = await connect();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect({ prompts, resources, resourceTemplates }).toMatchSnapshot();
});

test("version 2 is a toolset of its own, and toolsets bring their prompts and instructions", async () => {
  const all = await connect({ toolsets: ["reference", "metrics", "posts", "v2"] });
  expect((await all.client.listTools()).tools).toMatchSnapshot();
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
