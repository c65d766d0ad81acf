/** Files that list the server in directories and clients. `npm run listings` writes them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import manifest from "../../package.json";
import { prompts } from "../../prompts/index.ts";
import { installLinks, listings } from "../../build/listings.ts";
import { skillName } from "../../src/server/mcp/prompts/skill.ts";
import { marketplace, plugin, serverJson, skill } from "./schemas.ts";

const root = join(import.meta.dirname, "../..");

const parse = (path: string): unknown => JSON.parse(listings[path] ?? "");

test.each(Object.entries(listings))(
  "%s is as package.json and the prompts say",
  async (path, text) => {
    await expect(text).toMatchFileSnapshot(join(root, path));
  },
);

test("the icon of the plugin is that of build/icon.svg, in the size that directories take", () => {
  const path = join(root, ".claude-plugin/icon.png");
  const drawn = new Resvg(readFileSync(join(root, "build/icon.svg"), "utf8")).render().asPng();
  if (process.env["LISTINGS"] === "1") writeFileSync(path, drawn);
  expect(readFileSync(path).equals(drawn)).toBe(true);
  // The width in the header of a PNG: 512 to 2048 pixels.
  expect(drawn.readUInt32BE(16)).toBe(512);
});

test("server.json keeps to the schema of the registry, and names the published package", () => {
  const { name, packages, version } = serverJson.parse(parse("server.json"));
  expect(name).toBe(manifest.mcpName);
  expect(version).toBe(manifest.version);
  expect(packages.map(({ identifier }) => identifier)).toEqual([manifest.name]);
});

test("the plugin and its marketplace keep to their schemas", () => {
  const { name } = plugin.parse(parse(".claude-plugin/plugin.json"));
  const { plugins } = marketplace.parse(parse(".claude-plugin/marketplace.json"));
  expect(plugins.map((listing) => listing.name)).toEqual([name]);
});

// Files that this run writes are there after it.
test.skipIf(process.env["LISTINGS"])("each prompt is a skill, and nothing else is", () => {
  expect(readdirSync(join(root, "skills")).toSorted()).toEqual(prompts.map(skillName).toSorted());
  for (const prompt of prompts) {
    const text = readFileSync(join(root, "skills", skillName(prompt), "SKILL.md"), "utf8");
    const [, front = ""] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
    const fields = front.split("\n").map((line) => {
      const [, name = "", value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
      return [name, value.startsWith('"') ? String(JSON.parse(value)) : value] as const;
    });
    expect(skill.parse(Object.fromEntries(fields)).name).toBe(skillName(prompt));
  }
});

test("the example of each skill is one that its prompt accepts", () => {
  for (const prompt of prompts) {
    const text = listings[`skills/${skillName(prompt)}/SKILL.md`] ?? "";
    for (const [, accepted = "", example = ""] of text.matchAll(
      / One of (.*)\. In the text below: (.*)\.$/gm,
    ))
      expect([prompt.name, accepted.split(", ")]).toEqual([
        prompt.name,
        expect.arrayContaining([example]),
      ]);
  }
});

test("the links of editors hold the command that starts the package with the sandbox", () => {
  const args = ["-y", `${manifest.name}@${manifest.version}`, "--sandbox"];
  const command = { command: "npx", args };
  const cursor = new URL(installLinks.cursor).searchParams;
  expect(JSON.parse(Buffer.from(cursor.get("config") ?? "", "base64").toString())).toEqual(command);
  const vscode = new URL(installLinks.vscode).searchParams;
  expect(JSON.parse(vscode.get("config") ?? "")).toEqual({ type: "stdio", ...command });
});
