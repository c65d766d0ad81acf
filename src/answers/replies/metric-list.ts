/** The metrics of a network as a page of text. */
import { breaksOf, breakText } from "../../catalog/breaks.ts";
import { commonDimensions, type Breakdown } from "../../catalog/dimensions.ts";
import { kinds } from "../../catalog/kinds.ts";
import { metricsOf, needsInsights, ownerText, type Metric } from "../../catalog/metrics/index.ts";
import { networkTraits, type ApiVersion, type MetricNetwork } from "../../catalog/networks.ts";
import { done, type Work } from "../../base/async/work.ts";
import { dayAt } from "../../base/time/days.ts";
import { tableCsv } from "./csv.ts";
import { layOut } from "./layout.ts";
import type { Reply } from "./reply.ts";
import { fittingBlock } from "./table.ts";

/** When the API rejected a metric alone, in milliseconds since 1970; undefined for one that it accepts. */
export type UnacceptedSince = (name: string, breakdown?: Breakdown) => number | undefined;

/**
 * @param metrics a selection of the network's metrics.
 * @param since when the API rejected a metric: none is known (default).
 */
export function* metricsPage(
  { network, version }: { readonly network: MetricNetwork; readonly version: ApiVersion },
  metrics: readonly Metric[],
  maxTokens: number,
  since: UnacceptedSince = () => undefined,
): Work<Reply> {
  const table = {
    columns: ["metric", "kind", "aggregation", "breakdowns", "notes"],
    rows: metrics.map((metric) => [
      metric.name,
      kindOf(metric),
      metric.aggregation,
      metric.breakdowns.join(" "),
      notesOf(metric, since),
    ]),
  };
  const breaks = breaksOf(network)
    .filter((row) => row.metrics.some((name) => metrics.some((metric) => metric.name === name)))
    .map((row) => `Break on ${row.date} in ${row.metrics.join(", ")}: ${breakText(row)}.`);
  const metricCount = metricsOf(network, version).length;
  const frame = {
    subject: `${network}, API version ${version}: ${metrics.length} of ${metricCount} metrics.`,
    cautions: [
      `Dimensions of every metric: ${commonDimensions.join(", ")}. One breakdown may follow as the last dimension.`,
      ...kindLines(metrics),
      ...breaks,
      metrics.some(needsInsights) && insightsNote(network),
      networkTraits[network].dayZone !== undefined && "Days begin at midnight UTC.",
    ],
  };
  const content = yield* layOut(frame, maxTokens, (room) =>
    done({ table: [fittingBlock(table, room, () => "Narrow with search.")] }),
  );
  return { content, csv: () => tableCsv(table) };
}

/** `people 28 days`: the kind, with its window. */
const kindOf = ({ kind, window }: Metric): string =>
  window === undefined ? kind.word : `${kind.word} ${window} days`;

/** The meaning of each kind, and the ways in which its numbers can be combined. */
function kindLines(metrics: readonly Metric[]): string[] {
  const shown = Object.values(kinds).filter((catalogKind) =>
    metrics.some(({ kind }) => kind === catalogKind),
  );
  return [...new Set(shown.map(({ word, meaning }) => `Kind ${word}: ${meaning}.`))];
}

const notesOf = (
  { name, breakdowns, isOwn, owner, unsupported, unit, note, breakdownNote, parts }: Metric,
  since: UnacceptedSince,
): string =>
  [
    ...[undefined, ...breakdowns].map((breakdown) => {
      const at = since(name, breakdown);
      const of = breakdown === undefined ? "" : `by ${breakdown} `;
      return at !== undefined && `${of}not accepted by the API since ${dayAt(at)}`;
    }),
    isOwn && ownerText({ isOwn, owner }),
    unsupported && "no longer supported",
    parts?.join(" / "),
    unit,
    note,
    breakdownNote,
  ]
    .filter(Boolean)
    .join("; ");

const insightsNote = (network: MetricNetwork): string =>
  networkTraits[network].refusesWithoutInsights
    ? "Every metric needs profiles whose insights are enabled (list_profiles)."
    : "Metrics whose names begin with insights_ have values only for profiles whose insights are enabled.";
