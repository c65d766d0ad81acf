/** Ratios of two metrics, which a question defines and this server computes: `a / b`, or `name = a / b`. */
import type { Work } from "../async/work.ts";
import { isColumnName } from "../catalog/numbers.ts";
import { isStanding, kinds } from "../catalog/kinds.ts";
import type { Metric } from "../catalog/metrics/index.ts";
import { ownCatalogue } from "../catalog/own.ts";
import { listOf, type DayValues } from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import { inputError, required, type ToolError } from "../errors/tool-error.ts";
import { withheld } from "../cells/states.ts";

/** A ratio by the names of its parts. */
export interface NamedRatio {
  readonly name: string;
  readonly above: string;
  readonly below: string;
}

const form = /^(?:([A-Za-z]\w{0,59})\s*=\s*)?(\w+)\s*\/\s*(\w+)$/;

/**
 * Reads a text as a ratio, which the operator's catalogue can name; undefined for the name of a metric.
 * @throws ToolError `invalid_input` for any other text.
 */
export function readRatio(asked: string): NamedRatio | undefined {
  const own = ownCatalogue().ratios.get(asked);
  const text = own === undefined ? asked : `${asked} = ${own}`;
  if (!/[/=]/.test(text)) return undefined;
  const [, given, above = "", below = ""] = form.exec(text.trim()) ?? [];
  if (above === "") {
    throw inputError(
      `${JSON.stringify(text.slice(0, 80))} is not a ratio of two metrics`,
      'Write "a / b", or "name = a / b", where a and b are metrics and the name has letters, digits and underscores.',
    );
  }
  if (given !== undefined && isColumnName(given)) {
    throw inputError(`the name ${given} of a ratio is that of a column or a row`, anotherName);
  }
  return { name: given ?? `${above} / ${below}`, above, below };
}

const anotherName = "Give the ratio another name.";

export const nameTakenError = (name: string): ToolError =>
  inputError(`the name ${name} of a ratio is taken`, anotherName);

/**
 * The ratio as a metric.
 * @param known the metrics of which its parts are taken.
 * @throws ToolError `invalid_input` for parts that cannot be divided.
 */
export function ratioOf({ name, above, below }: NamedRatio, known: readonly Metric[]): Metric {
  const [numerator, denominator] = [above, below].map((part) =>
    known.find((metric) => metric.name === part),
  );
  if (numerator === undefined || denominator === undefined)
    throw inputError(
      `${numerator === undefined ? above : below} is not among the metrics`,
      `Choose from ${known.map((metric) => metric.name).join(", ")}.`,
    );
  checkParts(name, numerator, denominator);
  return {
    name,
    aggregation: "average",
    kind: kinds.ratio,
    breakdowns: numerator.breakdowns.filter((one) => denominator.breakdowns.includes(one)),
    parts: [above, below],
    isDerived: true,
    note: definitionOf(numerator, denominator),
  };
}

/** @throws ToolError `invalid_input` for the name of a ratio that another metric or ratio has. */
export function checkNames(asked: readonly Metric[], known: readonly Metric[]): void {
  for (const { name, parts, isDerived } of asked) {
    if (isDerived !== true) continue;
    const isTaken = [...known, ...asked].some(
      (one) => one.name === name && one.parts?.join() !== parts?.join(),
    );
    if (isTaken) throw nameTakenError(name);
  }
}

function checkParts(name: string, numerator: Metric, denominator: Metric): void {
  const problems = [
    [numerator, numerator.kind.whyNoPart],
    [denominator, denominator.kind.whyNoPart ?? denominator.kind.whyNoDenominator],
  ] as const;
  for (const [part, reason] of problems)
    if (reason !== undefined)
      throw inputError(`${name} cannot be computed: ${part.name} ${reason}`, otherParts);
}

const otherParts = "Choose counts of events or people, or levels.";

/** The definition of the ratio, as replies state it. */
function definitionOf(numerator: Metric, denominator: Metric): string {
  const people = [numerator, denominator].filter(({ kind }) => kind.isDistinct);
  const counted = people.length === 0 ? "" : "; people count once per profile and day";
  switch (denominatorOf(numerator, denominator)) {
    case "last":
      return `${numerator.name} over ${denominator.name}, both of the last day that has both`;
    case "mean":
      return `the sum of ${numerator.name} over the profiles' mean ${denominator.name}, of the days that have both`;
    case "sum":
      return `the sum of ${numerator.name} over the sum of ${denominator.name}, of the profile-days that have both${counted}`;
  }
}

/** The rule that combines the denominators of several days. The days of a level cannot be added, so a flow is divided by their mean. */
export function denominatorOf(numerator: Metric, denominator: Metric): "sum" | "mean" | "last" {
  if (!isStanding(denominator.kind)) return "sum";
  if (isStanding(numerator.kind)) return "last";
  return numerator.kind.overDays === "sum" ? "mean" : "sum";
}

/** True for a ratio that is made of two metrics. */
export const hasParts = ({ parts }: Metric, known: readonly Metric[]): boolean =>
  parts?.every((part) => known.some(({ name }) => name === part)) === true;

/** The metrics to request for those that are shown: ratios need their parts, which replace those that the API lacks. */
export function requestedMetrics(shown: readonly Metric[], known: readonly Metric[]): Metric[] {
  const requested = shown.flatMap((metric) => [
    ...(metric.isDerived === true ? [] : [metric]),
    ...(hasParts(metric, known) ? (metric.parts ?? []) : []).flatMap((part) =>
      known.filter(({ name }) => name === part),
    ),
  ]);
  return [...new Map(requested.map((metric) => [metric.name, metric])).values()];
}

/** The values with a list for each ratio: missing where a part is, withheld over 0. */
export function* withRatios(days: DayValues, ratios: readonly Metric[]): Work<DayValues> {
  const lists = [...days.lists];
  for (const { parts = [] } of ratios) {
    const [above, below] = parts.map((name) => required(listOf(days, { name }), name));
    if (above === undefined || below === undefined) continue;
    yield above.byteLength;
    const quotients = new Float64Array(above.length);
    for (let at = 0; at < above.length; at += 1) {
      const [numerator, denominator] = [numberAt(above, at), numberAt(below, at)];
      const isValid = Number.isNaN(numerator) || denominator !== 0;
      quotients[at] = isValid ? numerator / denominator : withheld;
    }
    lists.push(quotients);
  }
  return { ...days, metrics: [...days.metrics, ...ratios], lists };
}
