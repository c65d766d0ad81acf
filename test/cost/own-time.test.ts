/** The own time of a small question beside that of a bare tool of the same SDK, each in a process of its own, in one run. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.ts";
import { cli } from "../helpers/process.ts";
import { sandboxApart } from "../helpers/sandbox-apart.ts";

async function clientOf(file: string, env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [file], env }));
  onTestFinished(() => client.close());
  return client;
}

/** A server with a tool that answers with a text. */
async function bareTool(): Promise<string> {
  const file = join(temporaryFolder(), "bare.mjs");
  const shape = { bundle: true, platform: "node", format: "esm", minify: true } as const;
  await build({ ...shape, entryPoints: ["test/helpers/bare-tool.ts"], outfile: file });
  return file;
}

const question = {
  network: "facebook",
  metrics: ["insights_views", "insights_reach", "insights_reactions", "fans_change"],
  profiles: ["Acme US", "Acme UK", "Acme 日本", "Acme 👩‍🚀 Space", "أكمي العربية"],
  date_start: "2026-10-01",
  date_end: "2026-10-30",
  dimensions: ["profile", "day"],
};

test("5 pages × 4 metrics × 30 days take at most 20 times as long as a bare tool, cached 11 times", async () => {
  const plain = await clientOf(await bareTool());
  const ours = await clientOf(cli, { HOME: temporaryFolder(), ...(await sandboxApart()) });
  const least = { bare: Infinity, fresh: Infinity, cached: Infinity };
  const measure = async (name: keyof typeof least, ask: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await ask();
    least[name] = Math.min(least[name], performance.now() - begun);
  };
  const askServer = (fresh: boolean) =>
    ours.callTool({ name: "get_profile_metrics", arguments: { ...question, fresh } });
  for (let round = 0; round < 160; round += 1) {
    await measure("bare", () => plain.callTool({ name: "ask", arguments: {} }));
    await measure("fresh", () => askServer(true));
    await measure("cached", () => askServer(false));
  }
  const [fresh, cached] = [least.fresh / least.bare, least.cached / least.bare];
  console.log(
    `bare ${least.bare.toFixed(2)} ms, fresh ${least.fresh.toFixed(2)} (${fresh.toFixed(1)} times), cached ${least.cached.toFixed(2)} (${cached.toFixed(1)} times)`,
  );
  expect(fresh).toBeLessThan(20);
  expect(cached).toBeLessThan(11);
});
