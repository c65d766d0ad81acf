/** What a client sees of the server, pinned: every word of it is sent to every user's model. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { connect } from "./helpers/connect.ts";

test("tools, as a client lists them", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(tools).toMatchSnapshot();
});

test("the tools cost a model at most 2,500 tokens", async () => {
  const { client } = await connect();
  const { tools } = await client.listTools();
  expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2500);
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

test("results are a resource template", async () => {
  const { client } = await connect();
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toMatchObject([
    { uriTemplate: "result://{id}.csv", mimeType: "text/csv" },
  ]);
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
