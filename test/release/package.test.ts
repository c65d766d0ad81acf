/** The npm package: what is in it, what it installs, and that npx starts it in an empty folder. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Enums, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { publint } from "publint";
import manifest from "../../package.json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "social-analytics-package-"));
let tarball = "";

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", [...args, "--prefer-offline", "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

beforeAll(() => {
  // The test command has built dist: packing must not build it again while other tests run it.
  const name = npm(root, "pack", "--silent", "--ignore-scripts", "--pack-destination", folder);
  tarball = join(folder, name.trim());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test("publint has nothing to say, even strictly", async () => {
  const bytes = readFileSync(tarball);
  const packed = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages } = await publint({ pack: { tarball: packed }, strict: true });
  expect(messages).toEqual([]);
});

test("it is at most 1.3 MB, and installs at most 3 packages of 9 MB", () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(1_300_000);
  const target = temporaryFolder();
  npm(target, "install", "--prefix", target, tarball);
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    readFileSync(join(target, "package-lock.json"), "utf8"),
  );
  const installed = Object.keys(lock.packages).filter(
    (path) => path !== "" && existsSync(join(target, path)),
  );
  expect(installed.length).toBeLessThanOrEqual(3);
  const bytes = filesIn(join(target, "node_modules")).reduce(
    (sum, file) => sum + statSync(file).size,
    0,
  );
  expect(bytes).toBeLessThan(9_000_000);
});

test("npx starts the server from the package in an empty folder", async () => {
  const home = temporaryFolder();
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: "npx",
      args: ["-y", "--prefer-offline", `--package=${tarball}`, "social-analytics-mcp", "--sandbox"],
      cwd: temporaryFolder(),
      env: { PATH: process.env["PATH"] ?? "", HOME: home },
      stderr: "ignore",
    }),
  );
  const result = await client.callTool({
    name: "get_profile_metrics",
    arguments: { network: "facebook", metrics: ["fans_change"], period: "last_week" },
  });
  expect(result.isError ?? false).toBe(false);
  expect(result.content[0]).toMatchObject({ text: expect.stringContaining("fans_change") });
  await client.close();
});

test("doctor of a package that npx has fetched prints settings that use npx", () => {
  const words = ["-y", "--prefer-offline", `--package=${tarball}`, "social-analytics-mcp"];
  const printed = execFileSync("npx", [...words, "doctor", "--sandbox", "--json"], {
    cwd: temporaryFolder(),
    env: { PATH: process.env["PATH"] ?? "", HOME: temporaryFolder() },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { clients }: { clients: { client: string; text: string }[] } = JSON.parse(printed);
  const desktop = clients.find(({ client }) => client === "Claude Desktop");
  const settings: { mcpServers: Record<string, object> } = JSON.parse(desktop?.text ?? "{}");
  expect(settings.mcpServers["social-analytics"]).toMatchObject({
    command: "npx",
    args: ["-y", `social-analytics-mcp@${manifest.version}`, "--sandbox"],
  });
});

test("the bill of materials is valid, and lists what the notices list and what is installed", async () => {
  const text = readFileSync(join(root, "dist/sbom.cdx.json"), "utf8");
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(text)).toBeNull();
  const bill: { components: { name: string; version: string; type: string }[] } = JSON.parse(text);
  const listed = bill.components.map(({ name, version }) => `${name} ${version}`);
  const notices = readFileSync(join(root, "dist/THIRD_PARTY_NOTICES.txt"), "utf8");
  const noticed = [...notices.matchAll(/^(\S+ \d\S*) \([^)\n]+\)$/gm)].map(
    ([, title = ""]) => title,
  );
  expect(noticed.length).toBeGreaterThan(80);
  const installed = Object.entries(manifest.dependencies).map((dependency) => dependency.join(" "));
  const expected = new Set([...noticed, ...installed]);
  expect(listed.toSorted()).toEqual([...expected].toSorted());
  for (const { type } of bill.components) expect(type).toBe(Enums.ComponentType.Library);
});
