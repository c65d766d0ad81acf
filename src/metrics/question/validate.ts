/** Validates a question against the catalogue, and the options of its reply; no request. */
import { commonDimensions, dimensions as allDimensions } from "../../catalog/dimensions.ts";
import { isBreakdown } from "../../catalog/dimensions.ts";
import { isDateDimension, isDimension, type Dimension } from "../../catalog/dimensions.ts";
import { headlineMetrics, spareMetrics } from "../../catalog/headlines.ts";
import { allowsDimension, metricsOf, type Metric } from "../../catalog/metrics/index.ts";
import { checkNames, hasParts, ratioOf, readRatio } from "../../meaning/ratios.ts";
import { requestedMetrics } from "../../meaning/ratios.ts";
import { inputError } from "../../errors/tool-error.ts";
import type { ApiVersion, MetricNetwork } from "../../catalog/networks.ts";
import { nearest } from "../../text/nearest.ts";
import { comparedNumbers } from "../../catalog/column-names.ts";
import { readCondition } from "../../report/conditions.ts";
import type { Sorting } from "../../report/shown.ts";
import type { Question, Subject } from "./question.ts";

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
  const { metrics: named = mainMetrics(requested, known), areMain = !requested.metrics } =
    requested;
  const shown = findMetrics(named, network, version);
  const metrics = requestedMetrics(shown, known);
  const dimensions = findDimensions(requested.dimensions, metrics, known);
  const hasRatio = shown.some((metric) => hasParts(metric, known));
  const spare = areMain ? spareOf(network, known, metrics) : [];
  return { version, network, metrics, dimensions, spare, ...(hasRatio ? { shown } : {}) };
}

/** @throws ToolError `invalid_input` for a breakdown, which only some metrics allow. */
function mainMetrics(
  { network, dimensions }: RequestedSubject,
  known: readonly Metric[],
): readonly string[] {
  const breakdown = dimensions.find((type) => isDimension(type) && isBreakdown(type));
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

/** The metrics and ratios that texts name, each once. */
function findMetrics(
  texts: readonly string[],
  network: MetricNetwork,
  version: ApiVersion,
): Metric[] {
  const asked = texts.map((text) => readRatio(text) ?? text);
  const names = asked.flatMap((one) => (typeof one === "string" ? [one] : [one.above, one.below]));
  const known = metricsOf(network, version);
  if (known.length === 0) throw inputError(`version ${version} has no ${network} metrics`);
  const named = new Map(known.map((metric) => [metric.name, metric]));
  const unknown = names.filter((name) => !named.has(name));
  if (unknown.length > 0) {
    const hints = unknown.map(
      (name) => `${JSON.stringify(name)} (nearest: ${list(nearest(name, [...named.keys()]))})`,
    );
    throw inputError(
      `${network} has no metric ${list(hints)}${version === 3 ? "" : ` in version ${version}`}`,
      `Use one of the nearest names, or describe_metrics${version === 3 ? "" : ` with api_version ${version}`} to see all of ${network}. ${newerMetrics}`,
    );
  }
  const found = asked.flatMap((one) =>
    typeof one === "string" ? (named.get(one) ?? []) : [ratioOf(one, known)],
  );
  const byName = new Map(found.map((metric) => [metric.name, metric]));
  checkNames(found, known);
  return [...byName.values()];
}

export const newerMetrics =
  "If the API has a newer metric, the operator of this server can add it (--catalog FILE).";

function findDimensions(
  texts: readonly string[],
  metrics: readonly Metric[],
  known: readonly Metric[],
): Dimension[] {
  const dimensions = texts.map((text) => {
    if (isDimension(text)) return text;
    throw inputError(
      `${JSON.stringify(text)} is not a dimension (nearest: ${list(nearest(text, allDimensions))})`,
      `Choose from ${list(commonDimensions)} and the breakdowns that describe_metrics lists.`,
    );
  });
  const doubled = dimensions.find((dimension, index) => dimensions.indexOf(dimension) !== index);
  if (doubled !== undefined)
    throw inputError(`the dimension ${doubled} is given twice`, "Give it once.");

  const grains = dimensions.filter((dimension) => isDateDimension(dimension));
  if (grains.length > 1)
    throw inputError(`${list(grains)} are more than one grain of time`, "Choose one of them.");

  const starred = dimensions.filter((dimension) => isBreakdown(dimension));
  if (starred.length > 1)
    throw inputError(
      `${list(starred)} are two breakdowns`,
      "Only one is allowed; call once for each.",
    );
  const [breakdown] = starred;
  if (breakdown !== undefined) checkBreakdown(breakdown, dimensions, metrics, known);
  return dimensions;
}

function checkBreakdown(
  breakdown: Dimension,
  dimensions: readonly Dimension[],
  metrics: readonly Metric[],
  known: readonly Metric[],
): void {
  if (dimensions.at(-1) !== breakdown)
    throw inputError(`${breakdown} must be the last dimension`, "Move it to the end.");
  const rejected = metrics.filter((metric) => !allowsDimension(metric, breakdown));
  if (rejected.length === 0) return;
  const allowing = known.filter((metric) => allowsDimension(metric, breakdown));
  const names = (some: readonly Metric[]): string => list(some.map((metric) => metric.name));
  throw inputError(
    `${breakdown} is not allowed for ${names(rejected)}`,
    allowing.length > 0
      ? `Allowed for: ${names(allowing)}. Ask for those alone, or leave ${breakdown} out.`
      : `No metric of this network allows it: leave ${breakdown} out.`,
  );
}

/** The order of the rows without a metric that the API does not accept. @throws ToolError for a condition on it. */
export function acceptedSorting({ unaccepted = [] }: Question, sorting: Sorting): Sorting {
  const isLeftOut = (name: string | undefined): boolean => unaccepted.some((left) => left === name);
  const conditions = (sorting.where ?? []).map(readCondition);
  const wrong = conditions.find(({ metric, number }) => isLeftOut(metric ?? number));
  if (wrong !== undefined)
    throw inputError(
      `the API does not accept ${wrong.metric ?? wrong.number}, so no row can meet a condition on it`,
      "Leave the condition out.",
    );
  return isLeftOut(sorting.sortBy) ? { ...sorting, sortBy: undefined } : sorting;
}

/** @throws ToolError `invalid_input` for what the question does not ask for. */
export function checkSorting(
  { metrics, shown = metrics, unaccepted = [] }: Question,
  { sortBy, where = [] }: Sorting,
  isCompared: boolean,
): void {
  const conditions = where.map(readCondition);
  const named = conditions.flatMap(({ metric, number }) => [metric ?? number, number]);
  const own = [...shown.map(({ name }) => name), ...unaccepted];
  for (const name of [...(sortBy === undefined ? [] : [sortBy]), ...named]) {
    const isOfComparison = comparedNumbers.some((one) => one === name);
    if (isOfComparison && !isCompared)
      throw inputError(
        `${name} is a number of a comparison, and compare_to is missing`,
        "Add compare_to, such as previous_period.",
      );
    if (isOfComparison || [...own, "value", "coverage"].includes(name)) continue;
    if (name === "name" && name === sortBy) continue;
    throw inputError(
      `the question has no metric ${name.slice(0, 80)}`,
      `Name one of ${own.join(", ")}, or add it to metrics.`,
    );
  }
}
