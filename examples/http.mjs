/** Asks a server over HTTP as one of its callers: ADDRESS=https://HOST/mcp TOKEN=sam_… node http.mjs */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { ADDRESS = "http://127.0.0.1:3000/mcp", TOKEN = "" } = process.env;
const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
const client = new Client({ name: "reports", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(ADDRESS), { requestInit }));

const { content, isError } = await client.callTool({
  name: "get_profile_metrics",
  arguments: { network: "facebook", metrics: ["fans_change"], period: "last_week" },
});
for (const block of content) if (block.type === "text") console.log(block.text);
await client.close();
process.exitCode = isError === true ? 1 : 0;
