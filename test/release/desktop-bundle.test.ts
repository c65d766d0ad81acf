/** The bundle for Claude Desktop, unpacked into a folder without a keyring, and started as its manifest says. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMcpConfigForManifest, unpackExtension, v0_4 } from "@anthropic-ai/mcpb";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { writeDesktopBundle } from "../../build/desktop-bundle.mjs";
import { tools } from "../../tools/index.ts";
import { defaultToolsets, isOffered } from "../../src/server/mcp/tool.ts";
import { readAttempt } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { testNow } from "../helpers/in-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "social-analytics-bundle-"));
const bundle = join(folder, "social-analytics-mcp.mcpb");
const unpacked = join(folder, "unpacked");

beforeAll(async () => {
  await writeDesktopBundle(join(folder, "files"), bundle);
  await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = (): ReturnType<typeof v0_4.McpbManifestSchema.parse> =>
  v0_4.McpbManifestSchema.parse(JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8")));

test("the manifest is valid, names the tools, and asks for credentials as secrets", () => {
  const manifest = manifestOf();
  expect(manifest.manifest_version).toBe("0.4");
  const offered = tools.filter((tool) => isOffered(tool, defaultToolsets));
  expect(manifest.tools?.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
  const secret = Object.entries(manifest.user_config ?? {}).filter(
    ([, setting]) => setting.sensitive,
  );
  expect(secret.map(([name]) => name)).toEqual(["token", "secret"]);
  expect(manifest.compatibility?.platforms).toEqual(["darwin", "win32", "linux"]);
  expect(statSync(bundle).size).toBeLessThan(2_000_000);
});

test("it contains no native code, and the licences of what it contains", () => {
  const files = readdirSync(unpacked, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /\.node$|node_modules/.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(["LICENSE", "icon.png", "server/THIRD_PARTY_NOTICES.txt"]),
  );
});

/** Starts the server as a host does. @param userConfig what the user entered. */
async function start(userConfig: Record<string, string | boolean>): Promise<Client> {
  const config = await getMcpConfigForManifest({
    manifest: manifestOf(),
    extensionPath: unpacked,
    systemDirs: {},
    userConfig,
    pathSeparator: "/",
  });
  const client = new Client({ name: "host", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...(config?.args ?? [])],
      env: { ...config?.env, HOME: temporaryFolder() },
      stderr: "ignore",
    }),
  );
  return client;
}

async function userOf(client: Client): Promise<string> {
  return readAttempt(await client.callTool({ name: "get_current_user", arguments: {} })).text;
}

test("with nothing entered, the error says where to enter it", async () => {
  expect(await userOf(await start({}))).toMatch(
    /^not_logged_in: .*\n.*in Claude Desktop: Settings, Extensions/,
  );
});

test("with the switch on, the sandbox answers", async () => {
  expect(await userOf(await start({ sandbox: true }))).toContain("Ada Sandbox");
});

test("with a base URL, a token and a secret, the API answers", async () => {
  const served = await serveSandbox({ now: () => testNow });
  onTestFinished(served.close);
  const { environment } = served;
  const client = await start({
    base_url: environment["SOCIAL_ANALYTICS_BASE_URL"] ?? "",
    token: environment["SOCIAL_ANALYTICS_TOKEN"] ?? "",
    secret: environment["SOCIAL_ANALYTICS_SECRET"] ?? "",
  });
  expect(await userOf(client)).toContain("Ada Sandbox");
});
