/** Shows the main job: a real client asks a real server process, which uses the sandbox. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { inputError, internalError } from "../../base/errors/tool-error.ts";
import { resultIdIn } from "../../answers/replies/links.ts";
import { addDays, dayAt, type Day } from "../../base/time/days.ts";
import { plural } from "../../base/text/words.ts";
import { defineCommand } from "../terminal/command.ts";
import { complain, print, programName } from "../terminal/output.ts";

const profiles = 120;

export const command = defineCommand({
  name: "demo",
  summary: "ask sample questions of a made-up account",
  examples: [""],
  flags: {},
  async run() {
    const folder = await mkdtemp(join(tmpdir(), "social-analytics-demo-")).catch(
      (cause: unknown) => {
        throw inputError(`no folder can be made in ${tmpdir()}`, "Set TMPDIR to a folder.", {
          cause,
        });
      },
    );
    const log = join(folder, "requests");
    // The ceiling is so low that a large question exceeds it.
    const sandbox = ["--sandbox", "--profiles", String(profiles), "--complexity", "50000"];
    const args = [process.argv[1] ?? "", "serve", ...sandbox, "--log", log];
    const { PATH = "", HOME = "" } = process.env;
    const client = new Client({ name: "demo", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: { PATH, HOME } }),
    );
    print(
      `An MCP client asks a server about a made-up account of ${profiles} Facebook pages, as an agent would. Replies are as models get them.`,
    );
    try {
      const chart = await walk(showing(client, log), dayAt(Date.now()));
      const file = join(folder, "chart.svg");
      await writeFile(file, await pictureAt(client, chart));
      print(`\n── The picture of the chart, to open in a browser\n\n${file}`);
      print(nextSteps());
    } finally {
      await client.close();
      await rm(log, { force: true });
    }
  },
});

type Show = ReturnType<typeof showing>;

async function pictureAt(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ("text" in content ? content.text : "")).join("");
}

/** The number of requests that the sandbox has logged. */
const requestsIn = async (log: string): Promise<number> =>
  (await readFile(log, "utf8").catch(() => "")).split("\n").length - 1;

/** The commands by which a person goes on. */
function nextSteps(): string {
  const name = programName();
  return `
── What to do next

1. Ask the same account yourself:

   ${name} call get_profile_metrics '{"network":"facebook","period":"last_month"}' --sandbox

2. Log in to your own account, and see whether its API is the one that this server expects (at most 25 requests, which only read):

   ${name} login && ${name} check-api

3. Print the settings of Claude Desktop, Claude Code, VS Code and Cursor, for the sandbox (after the login without --sandbox):

   ${name} doctor --sandbox`;
}

/** Shows one call. Resolves to the address of its stored result or chart. */
const showing =
  (client: Client, log: string) =>
  async (why: string, name: string, args: Record<string, unknown>): Promise<string> => {
    print(`\n── ${why}\n→ ${name} ${JSON.stringify(args)}\n`);
    const before = await requestsIn(log);
    const { content, isError } = await client.callTool(
      { name, arguments: args },
      { onprogress: ({ message = "" }) => complain(`  ${message}`) },
    );
    const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
    print(text);
    if (isError === true)
      throw internalError(`the step ${JSON.stringify(why)} of the demo failed: ${text}`);
    print(`\n(the sandbox received ${plural((await requestsIn(log)) - before, "request")})`);
    const [uri = ""] = content.flatMap((block) =>
      block.type === "resource_link" ? [block.uri] : [],
    );
    return uri;
  };

/** Resolves to the address of the chart. */
async function walk(show: Show, today: Day): Promise<string> {
  const network = "facebook";
  const end = addDays(today, -3);
  const week = { date_start: addDays(end, -6), date_end: end };
  const year = { date_start: addDays(end, -364), date_end: end };
  const metrics = ["fans_change", "insights_reach"];
  const dimensions = ["profile", "date.day"];
  const ids = ["100000000000000", "100000000007919", "100000000015838"];
  await show("Which metrics are there?", "describe_metrics", { network, search: "reach" });
  const names = { network, name_contains: "acme u" };
  await show("Which profiles are there, and what are their ids?", "list_profiles", names);
  const small = { network, metrics, profiles: ids, dimensions, ...week };
  await show("A small question gets the exact table.", "get_profile_metrics", small);
  const total = { network, metrics, dimensions: [], ...week };
  await show("A total over more profiles than one request can hold.", "get_profile_metrics", total);
  const moreMetrics = [...metrics, "insights_views", "insights_reactions"];
  const large = { network, metrics: moreMetrics, dimensions, ...year };
  const plan = { ...large, plan_only: true };
  await show("What would a year of every profile cost?", "get_profile_metrics", plan);
  const why = "The answer is condensed, and the exact result is stored.";
  const result = resultIdIn(await show(why, "get_profile_metrics", large));
  const sorted = { metrics: ["insights_views"], sort_by: "insights_views", top: 3 };
  const part = { result, grain: "month", ...sorted };
  await show("A part of the stored result, without a request.", "read_result", part);
  const days = { date_start: addDays(end, -27), date_end: end, dimensions: ["date.day"] };
  const views = { network, metrics: ["insights_views"], ...days };
  const stored = await show("Four weeks of views.", "get_profile_metrics", views);
  const asText = "A chart of them as text; hosts that show pictures get one.";
  const chart = await show(asText, "chart_result", { result: resultIdIn(stored) });
  const best = { period: "last_month", sort_by: "interactions", limit: 3 };
  const posts = { profiles: ["Acme US", "Acme UK"], ...best };
  await show("The posts with the most interactions, quoted.", "list_facebook_posts", posts);
  return chart;
}
