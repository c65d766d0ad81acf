/** Pages and results that clients can read: the catalogue, the guide, CSV. */
import { cataloguePage } from "./catalogue-page.ts";
import { guide } from "./guide.ts";
import { readResultCsv } from "./result-csv.ts";
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { metricNetworks } from "../../catalog/networks.ts";
import type { ResultStore } from "../../replies/result-store.ts";

const startsWith =
  (all: () => readonly string[]) =>
  (value: string): string[] =>
    all().filter((text) => text.startsWith(value));

export function registerResources(server: McpServer, results: ResultStore): void {
  registerGuide(server);
  registerCatalogue(server);
  registerResults(server, results);
}

function registerGuide(server: McpServer): void {
  const config = {
    title: "How to read answers",
    description: "Missing values, totals, days, condensed tables, posts, errors.",
    mimeType: "text/markdown",
  };
  server.registerResource("guide", "guide://reading-answers", config, async (uri) => {
    return { contents: [{ uri: uri.href, mimeType: config.mimeType, text: guide }] };
  });
}

function registerCatalogue(server: McpServer): void {
  const mimeType = "text/plain";
  const template = new ResourceTemplate("catalog://metrics/{network}", {
    list: () => ({
      resources: metricNetworks.map((network) => ({
        uri: `catalog://metrics/${network}`,
        name: `${network}-metrics`,
        title: `Metrics of ${network}`,
        mimeType,
      })),
    }),
    complete: { network: startsWith(() => metricNetworks) },
  });
  const config = {
    title: "Metrics of a network",
    description:
      "Names, aggregations, breakdowns, breaks in series; for facebook, fields of posts too.",
    mimeType,
  };
  server.registerResource("metrics", template, config, async (uri, { network }) => {
    return { contents: [{ uri: uri.href, mimeType, text: cataloguePage(uri, String(network)) }] };
  });
}

/** `result://{id}.csv`, and `result://{id}.part-{n}.csv` for results too large for one message. */
function registerResults(server: McpServer, results: ResultStore): void {
  const template = new ResourceTemplate("result://{id}.csv", {
    list: undefined,
    complete: { id: startsWith(() => results.ids()) },
  });
  const config = {
    title: "A result as CSV",
    description: "Every row of an answer, by the result id at its end.",
    mimeType: "text/csv",
  };
  server.registerResource("result", template, config, async (uri, { id }) => {
    return readResultCsv(results, uri, String(id));
  });
}
