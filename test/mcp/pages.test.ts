/** A chart says where this client shows it, as far as the client has declared it. */
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { readCall } from "../helpers/connect.ts";
import { host, ways } from "../helpers/hosts.ts";
import { idOf } from "../helpers/results.ts";
import { run } from "../helpers/program.ts";

const page = {
  extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } },
};
const foreignPage = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/other"] } } };
const question = {
  network: "facebook",
  metrics: ["fans_change"],
  period: "last_week",
  dimensions: ["day"],
};

test.each(ways)(
  "over %s, revision %s: in a page, or as a resource",
  async (transport, revision) => {
    for (const [capabilities, shown] of [
      [page, "This client shows the picture in a page."],
      [foreignPage, "has not declared that it shows charts"],
      [{}, "has not declared that it shows charts"],
    ] as const) {
      const client = await host(transport, revision, [], capabilities);
      const call = async (name: string, args: Record<string, unknown>): Promise<string> =>
        readCall(await client.callTool({ name, arguments: args })).text;
      const result = idOf(await call("get_profile_metrics", question));
      const text = await call("chart_result", { result });
      expect(text).toContain(shown);
      expect(text).toMatch(/chart:\/\/c\w+\.svg$/);
    }
  },
);

test("a command has no client, and says nothing of it", async () => {
  const user = newUser();
  const call = async (tool: string, args: object): Promise<string> =>
    (await run(["call", tool, JSON.stringify(args), "--sandbox"], user)).stdout.trimEnd();
  const result = idOf(await call("get_profile_metrics", question));
  const chart = await call("chart_result", { result });
  expect(chart).toContain("fans_change");
  expect(chart).not.toContain("This client");
});
