/** Validates the metrics and dimensions of a question against the catalogue. */
import { dimensionOf, isBreakdown } from "../../../catalog/dimensions.ts";
import { headlineMetrics, spareMetrics } from "../../../catalog/headlines.ts";
import { metricsOf, type Metric } from "../../../catalog/metrics/index.ts";
import type { ApiVersion, MetricNetwork } from "../../../catalog/networks.ts";
import { metricElsewhere, metricMeant, ratioSaid } from "../../../catalog/people-words.ts";
import { metricHint } from "./metric-hint.ts";
import { attempt, passed, throwErrors, withoutErrors } from "../../../base/errors/joined.ts";
import { inputError, ToolError } from "../../../base/errors/tool-error.ts";
import { namesIn, readFormula, type Formula } from "../../../numbers/meaning/formulas.ts";
import {
  checkNames,
  derivedMetric,
  hasParts,
  requestedMetrics,
} from "../../../numbers/meaning/ratios.ts";
import { findDimensions } from "./dimensions.ts";
import type { Subject } from "./question.ts";

/** The part of the arguments that the catalogue validates. */
export interface RequestedSubject {
  readonly version: ApiVersion;
  readonly network: MetricNetwork;
  /** Names and ratios; the main metrics of the network (default). */
  readonly metrics?: readonly string[] | undefined;
  /** The metrics are those of the network: others take the place of those that the API does not accept. */
  readonly areMain?: boolean;
  readonly dimensions: readonly string[];
}

const list = (texts: readonly string[]): string => texts.join(", ");

/** Takes doubled metrics once. @throws ToolError `invalid_input` that names the nearest valid values. */
export function validate(requested: RequestedSubject): Subject {
  const { version, network } = requested;
  const known = metricsOf(network, version);
  const { areMain = requested.metrics === undefined } = requested;
  const words = (requested.metrics ?? []).flatMap((text) => {
    const meant = meantBy(text, network, known);
    return meant === undefined ? [] : [`${text}: ${meant}.`];
  });
  const search = attempt(() =>
    findMetrics(requested.metrics ?? mainMetrics(requested, known), network, version),
  );
  const metrics = search instanceof ToolError ? [] : requestedMetrics(search, known);
  const checked = attempt(() => findDimensions(requested.dimensions, metrics, known));
  const [shownMetrics, dimensions] = [passed(search, checked), passed(checked)];
  const hasFormula = shownMetrics.some(
    (metric) => metric.isDerived === true || hasParts(metric, known),
  );
  const spare = areMain ? spareOf(network, known, metrics) : [];
  return {
    version,
    network,
    metrics,
    dimensions,
    spare,
    words,
    ...(hasFormula ? { shown: shownMetrics } : {}),
  };
}

/** @throws ToolError `invalid_input` for a breakdown, which only some metrics allow. */
function mainMetrics(
  { network, dimensions }: RequestedSubject,
  known: readonly Metric[],
): readonly string[] {
  const breakdown = dimensions.find((text) => isBreakdown(dimensionOf(text) ?? ""));
  if (breakdown !== undefined)
    throw inputError(
      `metrics is missing, and only some metrics of ${network} allow ${breakdown}`,
      "Name them: describe_metrics lists the breakdowns of each.",
    );
  return headlineMetrics[network].filter((name) => known.some((metric) => metric.name === name));
}

const spareOf = (
  network: MetricNetwork,
  known: readonly Metric[],
  metrics: readonly Metric[],
): Metric[] =>
  spareMetrics[network].flatMap(
    (name) => known.find((metric) => metric.name === name && !metrics.includes(metric)) ?? [],
  );

/** The metric that a word means, which is not the name of one. */
function meantBy(
  text: string,
  network: MetricNetwork,
  known: readonly Metric[],
): string | undefined {
  const has = (name: string | undefined): boolean => known.some((metric) => metric.name === name);
  const meant = metricMeant(text, network);
  return has(text) || !has(meant) ? undefined : meant;
}

/** A word with hyphens, such as `engagement-rate`, is no formula. */
const formulaOf = (text: string, network: MetricNetwork): Formula | undefined =>
  ratioSaid(text, network) === undefined && metricElsewhere(text) === undefined
    ? readFormula(text, network)
    : undefined;

/** The metrics and formulas that texts name, each once. */
function findMetrics(
  texts: readonly string[],
  network: MetricNetwork,
  version: ApiVersion,
): Metric[] {
  const known = metricsOf(network, version);
  if (known.length === 0) throw inputError(`version ${version} has no ${network} metrics`);
  const named = new Map(known.map((metric) => [metric.name, metric]));
  const readings = texts.map((text) =>
    named.has(text)
      ? text
      : (meantBy(text, network, known) ?? attempt(() => formulaOf(text, network) ?? text)),
  );
  const terms = withoutErrors(readings);
  const names = terms.flatMap((term) => (typeof term === "string" ? [term] : namesIn(term)));
  const unknown = names.filter((name) => !named.has(name));
  const hints = unknown.map(
    (name) => `${JSON.stringify(name.slice(0, 80))}${metricHint(name, network, [...named.keys()])}`,
  );
  const unknownError =
    unknown.length > 0 &&
    inputError(
      `${network} has no metric ${list(hints)}${version === 3 ? "" : ` in version ${version}`}`,
      `describe_metrics${version === 3 ? "" : ` with api_version ${version}`} lists those of ${network}. ${newerMetrics}`,
    );
  throwErrors(...readings, unknownError);
  const outcomes = terms.map((term) =>
    typeof term === "string" ? (named.get(term) ?? []) : attempt(() => derivedMetric(term, known)),
  );
  throwErrors(...outcomes);
  const metrics = withoutErrors(outcomes.flat());
  const byName = new Map(metrics.map((metric) => [metric.name, metric]));
  checkNames(metrics, known);
  return [...byName.values()];
}

export const newerMetrics =
  "If the API has a newer metric, the operator of this server can add it (--catalog FILE).";
