/** Reads numbers by their names, from a server that sends structured content. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

// Another command that starts the server, such as "node dist/cli.js".
const [command, ...args] = (process.env.SERVER ?? "npx -y social-analytics-mcp").split(" ");
const client = new Client({ name: "reports", version: "1" });
await client.connect(
  new StdioClientTransport({ command, args: [...args, "--sandbox", "--structured"] }),
);

const { structuredContent, isError, content } = await client.callTool({
  name: "get_profile_metrics",
  arguments: {
    network: "facebook",
    metrics: ["insights_views"],
    period: "last_week",
    compare_to: "previous_period",
  },
});
await client.close();
if (isError === true) throw new Error(content[0]?.text);

// Changes are those of the profiles with values in both weeks; null is a missing number, never 0.
const { total, same = total, cautions = [] } = structuredContent;
const { now, change_percent: percent } = same.insights_views;
const change = percent === null ? "no percentage" : `${percent.toFixed(1)} %`;
console.log(`Views: ${now} (${change})`);
for (const caution of cautions) console.log(caution);
