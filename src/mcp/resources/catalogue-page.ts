/** The catalogue of a network as a page to read. */
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../catalog/networks.ts";
import {
  facebookPostFields,
  filterablePostFields,
  sortablePostFields,
} from "../../catalog/post-fields.ts";
import { metricsPage } from "../../replies/metric-list.ts";

/** @throws ResourceNotFoundError, a protocol error, that names the networks there are. */
export function cataloguePage(uri: URL, name: string): string {
  const network = metricNetworks.find((one) => one === name);
  if (network === undefined) {
    throw new ResourceNotFoundError(uri.href, `The networks are ${metricNetworks.join(", ")}.`);
  }
  const { text } = metricsPage(network, 3, metricsOf(network, 3), Infinity);
  return [text, ...(postPages[network] ?? [])].join("\n\n");
}

const postPages: Partial<Record<MetricNetwork, readonly string[]>> = {
  facebook: [
    `Fields of list_facebook_posts: ${facebookPostFields.map(({ name }) => name).join(", ")}.`,
    `It sorts by: ${sortablePostFields.join(", ")}.`,
    `It filters by: ${filterablePostFields.join(", ")}.`,
  ],
};
