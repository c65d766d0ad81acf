/** The page in which hosts with MCP Apps show the chart of a reply. */
import type { McpServer } from "@modelcontextprotocol/server";
import { chartPageUri } from "../../replies/links.ts";

/** Marks the page as an MCP App (revision 2026-01-26). */
const mimeType = "text/html;profile=mcp-app";

export function registerChartPage(server: McpServer): void {
  const config = {
    title: "Chart",
    description: "The page in which hosts show the chart of a reply of chart_result.",
    mimeType,
  };
  server.registerResource("chart-page", chartPageUri, config, async ({ href }) => {
    const { default: text } = await import("../../app/page.html");
    // Without domains, the host lets the page load nothing.
    return { contents: [{ uri: href, mimeType, text, _meta: { ui: { prefersBorder: true } } }] };
  });
}
