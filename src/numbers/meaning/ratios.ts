/** Metrics that a question defines and this server computes: ratios, sums and differences of metrics. */
import type { Work } from "../../base/async/work.ts";
import { isStanding, kinds } from "../../catalog/kinds.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { listOf, type DayValues } from "../cells/day-values.ts";
import { numberAt } from "../cells/number-at.ts";
import { inputError, required, type ToolError } from "../../base/errors/tool-error.ts";
import { withheld } from "../cells/states.ts";
import { anotherName, namesIn, parseFormula, sumName } from "./formulas.ts";
import type { Formula, Term } from "./formulas.ts";

/** A ratio of posts by the names of its parts. */
export interface NamedRatio {
  readonly name: string;
  readonly above: string;
  readonly below: string;
}

/** Reads a text as a ratio of two numbers; undefined for the name of one. @throws ToolError `invalid_input` for other formulas. */
export function readRatio(text: string): NamedRatio | undefined {
  // Names of fields can have other characters.
  const formula = /[/=]/.test(text) ? parseFormula(text) : undefined;
  if (formula === undefined) return undefined;
  const { name, above, below = [] } = formula;
  const [[numerator], [denominator]] = [above, below];
  if (above.length + below.length === 2 && numerator !== undefined && denominator !== undefined)
    return { name, above: numerator.name, below: denominator.name };
  throw inputError(
    `${JSON.stringify(text.slice(0, 80))} is not a ratio of two numbers`,
    'Posts have ratios of two of their numbers: "a / b", or "name = a / b".',
  );
}

export const nameTakenError = (name: string): ToolError =>
  inputError(`the name ${name} of a formula is taken`, anotherName);

/**
 * The formula as a metric.
 * @param known the metrics that it is made of.
 * @throws ToolError `invalid_input` for metrics that cannot be divided, or added.
 */
export function derivedMetric(
  { definition, ...formula }: Formula,
  known: readonly Metric[],
): Metric {
  const metric = computedMetric(formula, known);
  if (definition === undefined) return metric;
  const note = [definition.description, metric.note].filter(Boolean).join("; ");
  return { ...metric, note, isOwn: true, owner: definition.owner };
}

function computedMetric({ name, above, below }: Formula, known: readonly Metric[]): Metric {
  if (below === undefined) return sumOf(name, above, known);
  const partOf = (terms: readonly Term[]): Metric =>
    terms.length > 1
      ? sumOf(sumName(terms), terms, known)
      : named(required(terms[0], "a term").name, known);
  const [numerator, denominator] = [partOf(above), partOf(below)];
  checkParts(name, numerator, denominator);
  return {
    name,
    aggregation: "average",
    kind: kinds.ratio,
    breakdowns: numerator.breakdowns.filter((breakdown) =>
      denominator.breakdowns.includes(breakdown),
    ),
    parts: [numerator.name, denominator.name],
    sums: [numerator, denominator].filter(({ terms }) => terms !== undefined),
    operands: namesIn({ name, above, below }),
    isDerived: true,
    note: definitionOf(numerator, denominator),
  };
}

function named(name: string, known: readonly Metric[]): Metric {
  const match = known.find((metric) => metric.name === name);
  if (match !== undefined) return match;
  throw inputError(
    `${name} is not among the metrics`,
    `Choose from ${known.map((metric) => metric.name).join(", ")}.`,
  );
}

/** A sum has the kind of its metrics: by profile and day, where all have a value. */
function sumOf(name: string, terms: readonly Term[], known: readonly Metric[]): Metric {
  const metrics = terms.map((term) => named(term.name, known));
  const first = required(metrics[0], "a metric");
  const { kind, unit } = first;
  const unlike = metrics.find((metric) => metric.kind !== kind);
  if (unlike !== undefined || kind.overProfiles !== "sum" || kind.isWindow)
    throw inputError(
      `${name} cannot be computed: ${first.name} is of the kind ${kind.word}, ${unlike === undefined ? "whose numbers do not add up" : `and ${unlike.name} of the kind ${unlike.kind.word}`}`,
      "Add or subtract metrics of one kind: flows, nets or levels (describe_metrics lists the kinds). Metrics of two kinds can be divided: a / b.",
    );
  return {
    name,
    aggregation: "sum",
    kind,
    breakdowns: first.breakdowns.filter((breakdown) =>
      metrics.every(({ breakdowns }) => breakdowns.includes(breakdown)),
    ),
    terms,
    operands: terms.map((term) => term.name),
    isDerived: true,
    ...(terms.some(({ sign }) => sign === -1) && { isSigned: true }),
    ...(unit !== undefined && metrics.every((metric) => metric.unit === unit) && { unit }),
    note:
      terms.length === 1
        ? first.name
        : `${sumName(terms)}, of the profile-days that have all of them`,
  };
}

/** @throws ToolError `invalid_input` for the name of a formula that another metric or formula has. */
export function checkNames(metrics: readonly Metric[], known: readonly Metric[]): void {
  const formOf = ({ parts, terms }: Metric): string => JSON.stringify([parts, terms]);
  for (const metric of metrics) {
    const { name, isDerived } = metric;
    if (isDerived !== true) continue;
    const isTaken = [...known, ...metrics].some(
      (candidate) => candidate.name === name && formOf(candidate) !== formOf(metric),
    );
    if (isTaken) throw nameTakenError(name);
  }
}

function checkParts(name: string, numerator: Metric, denominator: Metric): void {
  const problems = [
    [numerator, numerator.kind.whyNoPart],
    [
      denominator,
      denominator.kind.whyNoPart ??
        denominator.kind.whyNoDenominator ??
        (denominator.isSigned === true ? "can be negative, which is no base" : undefined),
    ],
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
  const requested = shown.flatMap((metric) => {
    const parts = metric.operands ?? (hasParts(metric, known) ? (metric.parts ?? []) : []);
    return [
      ...(metric.isDerived === true ? [] : [metric]),
      ...parts.flatMap((part) => known.filter(({ name }) => name === part)),
    ];
  });
  return [...new Map(requested.map((metric) => [metric.name, metric])).values()];
}

/** The values with a list for each formula: missing where a part is; of a ratio withheld over 0. */
export function* withFormulas(days: DayValues, formulas: readonly Metric[]): Work<DayValues> {
  const [metrics, lists] = [[...days.metrics], [...days.lists]];
  const values = { ...days, metrics, lists };
  for (const metric of formulas.flatMap((formula) => [...(formula.sums ?? []), formula])) {
    if (listOf(values, metric) !== undefined) continue;
    const { parts = [], terms } = metric;
    const read = (name: string): Float64Array => required(listOf(values, { name }), name);
    const list = terms === undefined ? quotients(parts.map(read)) : sums(terms, read);
    yield list.byteLength;
    metrics.push(metric);
    lists.push(list);
  }
  return values;
}

function sums(terms: readonly Term[], read: (name: string) => Float64Array): Float64Array {
  const added = new Float64Array(read(required(terms[0], "a term").name).length);
  for (const { name, sign } of terms) {
    const list = read(name);
    for (let at = 0; at < added.length; at += 1)
      added[at] = numberAt(added, at) + sign * numberAt(list, at);
  }
  return added;
}

function quotients([above, below]: readonly Float64Array[]): Float64Array {
  if (above === undefined || below === undefined) return new Float64Array();
  return above.map((numerator, at) => {
    const denominator = numberAt(below, at);
    return Number.isNaN(numerator) || denominator !== 0 ? numerator / denominator : withheld;
  });
}
