/** Skills over MCP: hosts that name the extension list, get and read the skills of the plugin; for others nothing changes. */
import { readFileSync, readdirSync } from "node:fs";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { expect, test } from "vitest";
import { extensions, host, ways } from "../helpers/hosts.ts";
import { initializeMessage, post } from "../helpers/http.ts";
import { start, urlOf } from "../helpers/process.ts";

const shipped = readdirSync("skills").toSorted();

test.each(ways)(
  "over %s, revision %s: each is listed, and read with its digest",
  async (transport, revision) => {
    const client = await host(transport, revision);
    const skills = new SkillsClient(client);
    expect(skills.supported).toBe(true);
    const { skills: entries } = await skills.list();
    expect(entries.map(({ uri }) => uri)).toEqual(
      shipped.map((name) => `skill://${name}/SKILL.md`),
    );
    for (const entry of entries) {
      const file = await skills.read(entry);
      expect(file.verified).toBe(true);
      const [, name] = /skill:\/\/([\w-]+)\//.exec(entry.uri) ?? [];
      expect(file.text).toBe(readFileSync(`skills/${name}/SKILL.md`, "utf8"));
      expect(await skills.get(entry.uri)).toMatchObject({ skill: entry });
    }
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("skill://"))).toHaveLength(shipped.length);
    await expect(client.readResource({ uri: "skill://nothing/SKILL.md" })).rejects.toThrow(
      "skill://nothing/SKILL.md",
    );
  },
);

test.each(ways)(
  "over %s, revision %s: a client that does not name the extension sees none",
  async (transport, revision) => {
    const client = await host(transport, revision, [], {});
    expect(new SkillsClient(client).supported).toBe(false);
    expect(client.getServerCapabilities()?.extensions).toBeUndefined();
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri.startsWith("skill://"))).toEqual([]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(JSON.stringify(resourceTemplates)).not.toContain("skill://");
  },
);

test("skills are those of the tools that are offered", async () => {
  const namesOf = async (...flags: string[]): Promise<string[]> => {
    const { skills } = await new SkillsClient(await host("stdio", "2026-07-28", flags)).list();
    return skills.map(({ uri }) => uri.replace(/^skill:\/\/|\/SKILL\.md$/g, ""));
  };
  const limited = await namesOf("--labels", "Europe");
  expect(shipped.filter((name) => !limited.includes(name))).toEqual([
    "account-health",
    "campaign-recap",
  ]);
  expect(await namesOf("--toolsets", "metrics")).not.toContain("content-review");
});

test("a session is that of a client that names the extension when it begins", async () => {
  const url = await urlOf(start(["http", "--port", "0", "--sandbox"]));
  const list = { jsonrpc: "2.0", id: 1, method: "skills/list", params: {} };
  const opened = await post(url, {
    ...initializeMessage,
    params: { ...initializeMessage.params, capabilities: { extensions } },
  });
  const session = { "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
  await opened.text();
  expect(await (await post(url, list, session)).text()).toContain("skill://weekly-report/SKILL.md");
});
