/** Formulas that a question defines, as texts: `a / b`, `a - b`, `name = (a + b) / c`. */
import { isColumnName } from "../../catalog/numbers.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import { ownFormula, type OwnFormula } from "../../catalog/own.ts";
import { inputError, required, type ToolError } from "../../base/errors/tool-error.ts";

/** A metric that is added or subtracted. */
export interface Term {
  readonly name: string;
  readonly sign: 1 | -1;
}

/** A sum of metrics, or a ratio of two sums, each of one term or several. */
export interface Formula {
  readonly name: string;
  readonly above: readonly Term[];
  /** Of a ratio. */
  readonly below?: readonly Term[];
  /** Of a formula of the operator's catalogue. */
  readonly definition?: OwnFormula;
}

/** The most terms of a sum. */
const mostTerms = 6;

/**
 * Reads a text as a formula of a network, which the operator's catalogue can name; undefined for the name of a metric.
 * @throws ToolError `invalid_input` for any other text, and for a name that is not defined for the network.
 */
export function readFormula(formulaText: string, network: MetricNetwork): Formula | undefined {
  const definition = ownFormula(formulaText);
  if (definition === undefined) return parseFormula(formulaText);
  const { name, formula } = definition;
  const text = typeof formula === "string" ? formula : formula[network];
  if (text !== undefined)
    return { ...required(parseFormula(`${name} = ${text}`, true), name), definition };
  throw inputError(
    `${name} is defined for ${Object.keys(formula).join(", ")}, and not for ${network}`,
    "Ask for it on these networks, or write the formula in full.",
  );
}

/**
 * @param mayBeOne accepts one metric under another name.
 * @throws ToolError `invalid_input` for a text that is neither a formula nor the name of a metric.
 */
export function parseFormula(text: string, mayBeOne = false): Formula | undefined {
  if (!/[-+/=]/.test(text)) return undefined;
  const [head = "", ...bodies] = text.split("=", 3);
  const [name, body = head] = bodies.length === 0 ? [] : [head.trim(), bodies[0]];
  const [left = "", right, ...more] = body.split("/", 3);
  const above = termsOf(left, right !== undefined);
  const below = right === undefined ? undefined : termsOf(right, true);
  const isSum = above !== undefined && (above.length > 1 || mayBeOne);
  const isRead = above !== undefined && (right === undefined ? isSum : below);
  const isNamed = name === undefined || /^[A-Za-z]\w{0,59}$/.test(name);
  if (above === undefined || !isRead || !isNamed || bodies.length > 1 || more.length > 0)
    throw formulaError(text);
  if (name !== undefined && isColumnName(name))
    throw inputError(`the name ${name} of a formula is that of a column or a row`, anotherName);
  const textOf = (terms: readonly Term[]): string =>
    terms.length === 1 ? sumName(terms) : `(${sumName(terms)})`;
  const usual = below === undefined ? sumName(above) : `${textOf(above)} / ${textOf(below)}`;
  return { name: name ?? usual, above, ...(below && { below }) };
}

export const anotherName = "Give the formula another name.";

const formulaError = (text: string): ToolError =>
  inputError(
    `${JSON.stringify(text.slice(0, 80))} is no formula of metrics`,
    `Write "a / b", "a - b" or "(a + b) / c", with a name of letters, digits and underscores before = if you like; a sum has up to ${mostTerms} metrics.`,
  );

/** Undefined for a text that is no sum; several terms of a ratio are in brackets. */
function termsOf(expression: string, isRatio: boolean): readonly Term[] | undefined {
  const text = expression.trim();
  const isInBrackets = text.startsWith("(") && text.endsWith(")");
  const inner = isInBrackets ? text.slice(1, -1) : text;
  // More pieces than this are not read.
  const pieces = inner.split(/([-+])/, 2 * mostTerms).map((piece) => piece.trim());
  const terms = pieces.flatMap((name, at): Term[] =>
    at % 2 === 0 ? [{ name, sign: pieces[at - 1] === "-" ? -1 : 1 }] : [],
  );
  const isClear = !isRatio || isInBrackets || terms.length === 1;
  const areNames = terms.every(({ name }) => /^\w+$/.test(name));
  return pieces.length < 2 * mostTerms && isClear && areNames ? terms : undefined;
}

/** The name of a sum without one: `a + b - c`. */
export const sumName = (terms: readonly Term[]): string =>
  terms
    .map(({ name, sign }, at) => (at === 0 ? name : `${sign === 1 ? "+" : "-"} ${name}`))
    .join(" ");

/** The metrics that a formula is made of. */
export const namesIn = ({ above, below = [] }: Formula): readonly string[] =>
  [...above, ...below].map(({ name }) => name);
