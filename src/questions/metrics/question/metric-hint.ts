/** Suggests what to write in place of an unknown metric. */
import { metricsNamed } from "../../../catalog/metric-words.ts";
import { metricsOf } from "../../../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../../../catalog/networks.ts";
import {
  metricElsewhere,
  metricMeant,
  metricSaid,
  ratioSaid,
} from "../../../catalog/people-words.ts";
import { nearestText } from "../../../base/text/nearest.ts";

/**
 * Returns it in brackets; an empty text where nothing is known.
 * @param names those that can be written instead; all of the network (default).
 */
export function metricHint(
  text: string,
  network: MetricNetwork,
  names: readonly string[] = metricsOf(network, 3).map(({ name }) => name),
): string {
  const ratio = ratioSaid(text, network);
  if (ratio !== undefined) return ` (write ${JSON.stringify(ratio)})`;
  const meant = metricMeant(text, network);
  if (meant !== undefined && names.includes(meant)) return ` (write ${meant})`;
  const said = metricSaid(text, network) ?? metricElsewhere(text);
  if (said !== undefined) return ` (${said})`;
  if (/\w\s*\*\s*\w/.test(text))
    return " (metrics are added, subtracted and divided, not multiplied)";
  const [, above = "", below = ""] = /^(\w+?)_per_(\w+)$/.exec(text) ?? [];
  const parts = [above, below].map((word) => metricMeant(word, network));
  if (!parts.includes(undefined))
    return ` (write ${JSON.stringify(`${text} = ${parts.join(" / ")}`)})`;
  const several = text.split(/[\s,]+/, 8);
  const isMetric = (word: string): boolean =>
    metricMeant(word, network) !== undefined || names.includes(word);
  if (several.length > 1 && several.some(isMetric))
    return " (write each metric as one text of the list)";
  const networks = metricNetworks.filter((candidate) =>
    metricsOf(candidate, 3).some(({ name }) => name === text),
  );
  const words = text.replace(/^insights_/, "").replaceAll("_", " ");
  const ended = metricsOf(network, 3).flatMap((metric) =>
    metric.unsupported === true ? metric.name : [],
  );
  const offered = names.filter((name) => !ended.includes(name));
  const named = metricsNamed(words, metricsOf(network, 3)).map(({ name }) => name);
  const alike = named.filter((name) => offered.includes(name)).slice(0, 3);
  if (networks.length > 0)
    return ` (a metric of ${networks.join(" and ")}${alike.length > 0 ? `; here ${alike.join(", ")}` : ""})`;
  const near = nearestText(text, offered);
  return near === "" && alike.length > 0 ? ` (such as ${alike.join(", ")})` : near;
}
