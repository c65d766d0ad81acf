/** The resources that clients can read: the guide, the catalogue of each network, results as CSV. */
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import {
  facebookPostFields,
  filterablePostFields,
  sortablePostFields,
} from "../../catalog/post-fields.ts";
import { finish } from "../../async/work.ts";
import { replyText } from "../../replies/layout.ts";
import { metricsPage } from "../../replies/metric-list.ts";
import type { StoredResults } from "../accounts.ts";
import { registerChartPage } from "./chart-page.ts";
import { guide } from "./guide.ts";
import { readResultCsv } from "./result-csv.ts";
import { readText } from "./read-text.ts";

const startsWith =
  (all: () => readonly string[]) =>
  (value: string): string[] =>
    all().filter((text) => text.startsWith(value));

/** @param hasCharts true if a tool makes charts. */
export function registerResources(
  server: McpServer,
  results: StoredResults,
  hasCharts: boolean,
): void {
  registerGuide(server);
  registerCatalogue(server);
  registerResults(server, results);
  if (!hasCharts) return;
  registerCharts(server, results);
  registerChartPage(server);
}

function registerGuide(server: McpServer): void {
  const config = {
    title: "How to read replies",
    description: "Missing values, totals, days, condensed tables, posts, errors.",
    mimeType: "text/markdown",
  };
  server.registerResource("guide", "guide://reading-answers", config, ({ href }) => ({
    contents: [{ uri: href, mimeType: config.mimeType, text: guide }],
  }));
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
  server.registerResource("metrics", template, config, ({ href }, { network }) => ({
    contents: [{ uri: href, mimeType, text: cataloguePage(href, String(network)) }],
  }));
}

/** @throws ResourceNotFoundError, a protocol error, that lists the networks. */
function cataloguePage(uri: string, name: string): string {
  const network = metricNetworks.find((one) => one === name);
  if (network === undefined)
    throw new ResourceNotFoundError(uri, `The networks are ${metricNetworks.join(", ")}.`);
  const { content } = finish(metricsPage(network, 3, metricsOf(network, 3), Infinity));
  return [replyText(content), ...(postPages[network] ?? [])].join("\n\n");
}

const postPages: Readonly<Record<string, readonly string[]>> = {
  facebook: [
    `Fields of list_facebook_posts: ${facebookPostFields.map(({ name }) => name).join(", ")}.`,
    `It sorts by: ${sortablePostFields.join(", ")}.`,
    `It filters by: ${filterablePostFields.join(", ")}.`,
  ],
};

/** `result://{id}.csv`, `result://{id}.part-{n}.csv` for results too large for one message, and `result://{id}.wide.csv`. */
function registerResults(server: McpServer, results: StoredResults): void {
  const template = new ResourceTemplate("result://{id}.csv", {
    list: undefined,
    complete: { id: startsWith(() => results.ids()) },
  });
  const config = {
    title: "A result as CSV",
    description:
      "Every row of a result at full precision, by the id at the end of a reply: the API's number of each metric, then that of its kind where it differs (metric:last, :sum, :mean); of a comparison metric, :previous, :change, :change_percent, :contribution. {id}.wide.csv of a result by day and one other dimension has a column per row of that dimension.",
    mimeType: "text/csv",
  };
  server.registerResource("result", template, config, (uri, { id }) =>
    readResultCsv(results, uri, String(id)),
  );
}

function registerCharts(server: McpServer, results: StoredResults): void {
  const template = new ResourceTemplate("chart://{id}.svg", {
    list: undefined,
    complete: { id: startsWith(() => results.chartIds()) },
  });
  const config = {
    title: "A chart as a picture",
    description:
      "By the id at the end of a reply of chart_result. {id}.without-1-3.svg leaves out the first and third series.",
    mimeType: svgType,
  };
  server.registerResource("chart", template, config, (uri, { id }) =>
    readChartSvg(results, uri, String(id)),
  );
}

const svgType = "image/svg+xml";

/**
 * @param name the part of the URI before `.svg`: a chart's id, or `{id}.without-1-3`, which leaves out the first and the
 * third series.
 * @throws ResourceNotFoundError, a protocol error, for a chart that is not stored.
 */
function readChartSvg(results: StoredResults, uri: URL, name: string): Promise<ReadResourceResult> {
  const [, id = name, without] = /^(\w+)\.without-(\d+(?:-\d+)*)$/.exec(name) ?? [];
  return readText(uri, svgType, async () =>
    (await results.chart(id)).svg(without?.split("-").map(Number)),
  );
}
