/** The dimensions of a question, checked against the catalogue. */
import {
  commonDimensions,
  dimensionOf,
  dimensions as allDimensions,
  isBreakdown,
  isDateDimension,
  type Dimension,
} from "../../../catalog/dimensions.ts";
import { allowsDimension, type Metric } from "../../../catalog/metrics/index.ts";
import { dimensionSaid } from "../../../catalog/words.ts";
import { throwErrors, withoutErrors } from "../../../base/errors/joined.ts";
import { inputError } from "../../../base/errors/tool-error.ts";
import { nearestText } from "../../../base/text/nearest.ts";

/**
 * @param metrics those that were asked for, which allow a breakdown or not.
 * @throws ToolError `invalid_input` that names the nearest valid values.
 */
export function findDimensions(
  texts: readonly string[],
  metrics: readonly Metric[],
  known: readonly Metric[],
): Dimension[] {
  const readings = texts.map((text) => {
    const dimension = dimensionOf(text);
    if (dimension !== undefined) return dimension;
    const said = dimensionSaid(text);
    const hint =
      said === undefined ? nearestText(text, allDimensions) : saidHint(said, metrics, known);
    return inputError(
      `${JSON.stringify(text.slice(0, 80))} is not a dimension${hint}`,
      `Choose from ${listed(commonDimensions)} and the breakdowns that describe_metrics lists.`,
    );
  });
  throwErrors(...readings);
  const dimensions = withoutErrors(readings);
  const doubled = dimensions.find((dimension, index) => dimensions.indexOf(dimension) !== index);
  if (doubled !== undefined)
    throw inputError(`the dimension ${doubled} is given twice`, "Give it once.");

  const grains = dimensions.filter((dimension) => isDateDimension(dimension));
  if (grains.length > 1)
    throw inputError(`${listed(grains)} are more than one grain of time`, "Choose one of them.");

  const starred = dimensions.filter((dimension) => isBreakdown(dimension));
  if (starred.length > 1)
    throw inputError(
      `${listed(starred)} are two breakdowns`,
      "Only one is allowed; call once for each.",
    );
  const [breakdown] = starred;
  if (breakdown !== undefined) checkBreakdown(breakdown, dimensions, metrics, known);
  return dimensions;
}

/** A breakdown that no metric of the question has is named with the metrics that have it. */
function saidHint(said: string, metrics: readonly Metric[], known: readonly Metric[]): string {
  const has = (list: readonly Metric[]): string[] =>
    list
      .filter(({ breakdowns }) => breakdowns.some((breakdown) => breakdown === said))
      .map(({ name }) => name);
  if (!isBreakdown(said) || has(metrics).length > 0) return ` (write ${said})`;
  const having = has(known);
  const posts = said === "hour_of_day" ? "; posts have hours: read_result with group_by hour" : "";
  return having.length === 0
    ? ` (no metric of this network has ${said}${posts})`
    : ` (${said}, which ${listed(having)} alone ${having.length === 1 ? "has" : "have"}${posts})`;
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
  const names = (some: readonly Metric[]): string => listed(some.map((metric) => metric.name));
  throw inputError(
    `${breakdown} is not allowed for ${names(rejected)}`,
    allowing.length > 0
      ? `Allowed for: ${names(allowing)}. Ask for those alone, or leave ${breakdown} out.`
      : `No metric of this network allows it: leave ${breakdown} out.`,
  );
}

const listed = (texts: readonly string[]): string => texts.join(", ");
