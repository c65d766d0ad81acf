/** The resources that clients can read: the guide, the catalogue of each network, results as CSV. */
import { ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { metricsOf } from "../../../catalog/metrics/index.ts";
import { metricNetworks } from "../../../catalog/networks.ts";
import { facebookPostFields, filterablePostFields } from "../../../catalog/post-fields.ts";
import { sortablePostFields } from "../../../catalog/post-fields.ts";
import { finish } from "../../../base/async/work.ts";
import type { TimeSlice } from "../../../base/async/time-slice.ts";
import { ToolError } from "../../../base/errors/tool-error.ts";
import { replyText } from "../../../answers/replies/layout.ts";
import { chartPageUri } from "../../../answers/replies/links.ts";
import { metricsPage } from "../../../answers/replies/metric-list.ts";
import type { StoredResults } from "../accounts.ts";
import { inTurn, type Turns } from "../turn.ts";
import { guide } from "./guide.ts";
import { resultCsv, type StoredText } from "./result-csv.ts";

const startsWith =
  (candidates: () => readonly string[]) =>
  (value: string): string[] =>
    candidates().filter((text) => text.startsWith(value));

/** @param hasCharts true if a tool makes charts. */
export function registerResources(
  server: McpServer,
  results: StoredResults,
  turns: Turns,
  hasCharts: boolean,
): void {
  registerGuide(server);
  registerCatalogue(server);
  registerStored(server, storedCsv(results), turns);
  if (!hasCharts) return;
  registerStored(server, storedSvg(results), turns);
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

/** The page in which hosts with MCP Apps (revision 2026-01-26) show the chart of a reply. */
function registerChartPage(server: McpServer): void {
  const config = {
    title: "Chart",
    description: "The page in which hosts show the chart of a reply of chart_result.",
    mimeType: "text/html;profile=mcp-app",
  };
  server.registerResource("chart-page", chartPageUri, config, async ({ href: uri }) => {
    const { default: text } = await import("../../app/page.html");
    // Without domains, the host lets the page load nothing.
    const _meta = { ui: { prefersBorder: true } };
    return { contents: [{ uri, mimeType: config.mimeType, text, _meta }] };
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
  server.registerResource("metrics", template, config, ({ href }, { network }) => ({
    contents: [{ uri: href, mimeType, text: cataloguePage(href, String(network)) }],
  }));
}

/** @throws ResourceNotFoundError, a protocol error, that lists the networks. */
function cataloguePage(uri: string, name: string): string {
  const network = metricNetworks.find((metricNetwork) => metricNetwork === name);
  if (network === undefined)
    throw new ResourceNotFoundError(uri, `The networks are ${metricNetworks.join(", ")}.`);
  const { content } = finish(metricsPage({ network, version: 3 }, metricsOf(network, 3), Infinity));
  return [replyText(content), ...(postPages[network] ?? [])].join("\n\n");
}

const postPages: Readonly<Record<string, readonly string[]>> = {
  facebook: [
    `Fields of list_facebook_posts: ${facebookPostFields.map(({ name }) => name).join(", ")}.`,
    `It sorts by: ${sortablePostFields.join(", ")}.`,
    `It filters by: ${filterablePostFields.join(", ")}.`,
  ],
};

interface StoredTemplate extends Readonly<Record<"name" | "template", string>> {
  readonly config: Readonly<Record<"title" | "description" | "mimeType", string>>;
  readonly ids: () => readonly string[];
  /** @param id the URI before its ending. @throws ToolError for one that is not stored. */
  readonly read: (id: string, slice: TimeSlice) => Promise<StoredText>;
}

/**
 * A read that fails is a ResourceNotFoundError, a protocol error, with the message of the ToolError. One that ends at
 * the deadline is not: the resource exists.
 */
function registerStored(server: McpServer, stored: StoredTemplate, turns: Turns): void {
  const { name, template, config, ids, read } = stored;
  const complete = { id: startsWith(ids) };
  const resource = new ResourceTemplate(template, { list: undefined, complete });
  server.registerResource(name, resource, config, async ({ href }, { id }, { mcpReq }) => {
    const content = await inTurn(turns, mcpReq.signal, ({ slice, signal }) =>
      read(String(id), slice).catch((error: unknown) => {
        if (error instanceof ToolError && error !== signal.reason)
          throw new ResourceNotFoundError(href, error.message);
        throw error;
      }),
    );
    return { contents: [{ uri: href, mimeType: config.mimeType, ...content }] };
  });
}

/** `result://{id}.csv`, `result://{id}.part-{n}.csv` for results too large for one message, and `result://{id}.wide.csv`. */
const storedCsv = (results: StoredResults): StoredTemplate => ({
  name: "result",
  template: "result://{id}.csv",
  config: {
    title: "A result as CSV",
    description:
      "Every row of a result at full precision, by the id at the end of a reply: the number of each metric, as in the text; of a comparison metric, :before, :change, :change_percent, :contribution, and :same_now, :same_before of the same profiles. {id}.wide.csv of a result by day and one other dimension has a column per row of that dimension.",
    mimeType: "text/csv",
  },
  ids: () => results.ids(),
  read: (id, slice) => resultCsv(results, id, slice),
});

/**
 * `chart://{id}.svg`; `chart://{id}.without-1-3.svg` leaves out the first and the third series, and `….width-360.svg`
 * is drawn for a page of 360 pixels.
 */
const storedSvg = (results: StoredResults): StoredTemplate => ({
  name: "chart",
  template: "chart://{id}.svg",
  config: {
    title: "A chart as a picture",
    description:
      "By the id at the end of a reply of chart_result. {id}.without-1-3.svg leaves out the first and third series; {id}.width-360.svg is drawn for a page of 360 pixels.",
    mimeType: "image/svg+xml",
  },
  ids: () => results.chartIds(),
  async read(name, slice) {
    const [, id = name, without, width] =
      /^(\w+)(?:\.without-(\d+(?:-\d+)*))?(?:\.width-(\d{3}))?$/.exec(name) ?? [];
    const chart = await results.chart(id, slice);
    const pageWidth = width === undefined ? undefined : Number(width);
    return { text: await chart.svg({ without: without?.split("-").map(Number), pageWidth }) };
  },
});
