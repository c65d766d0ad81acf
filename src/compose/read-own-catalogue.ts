/** Reads the operator's catalogue, a file of JSON with comments. */
import { dotPath } from "../text/json.ts";
import { readFileSync, statSync } from "node:fs";
import { findNodeAtLocation, parseTree, printParseErrorCode, getNodeValue } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import * as z from "zod";
import { isColumnName } from "../catalog/numbers.ts";
import { breakdowns } from "../catalog/dimensions.ts";
import { isKindName, kinds } from "../catalog/kinds.ts";
import { metricsOf, type Metric } from "../catalog/metrics/index.ts";
import { metricNetworks, type MetricNetwork } from "../catalog/networks.ts";
import type { OwnCatalogue } from "../catalog/own.ts";
import { errorCodeOf, ToolError } from "../errors/tool-error.ts";
import { attempt } from "../errors/joined.ts";
import { namesIn, readFormula } from "../meaning/formulas.ts";
import { derivedMetric } from "../meaning/ratios.ts";
import { plainText } from "../text/sanitize.ts";
import { UsageError } from "../terminal/flags.ts";

const metricName = z
  .string()
  .regex(/^[A-Za-z]\w{0,99}$/, "must be the name of a metric")
  .refine((name) => !isColumnName(name), "is the name of a column");

const kindNames = Object.keys(kinds).filter(isKindName);

const shape = z.strictObject({
  metrics: z
    .array(
      z.strictObject({
        network: z.enum(metricNetworks),
        name: metricName,
        aggregation: z.enum(["sum", "average"]),
        breakdowns: z.array(z.enum(breakdowns)).default([]),
        kind: z.enum(kindNames, `must be one of ${kindNames.join(", ")}, such as "kind": "flow"`),
      }),
    )
    .default([]),
  words: z.record(z.string(), z.array(metricName)).default({}),
  ratios: z
    .record(
      metricName,
      z
        .string()
        .regex(
          /^[\w\s()+-]+(?:\/[\w\s()+-]+)?$/,
          'must be "a / b", "a - b" or "(a + b) / c", of metrics',
        ),
    )
    .default({}),
});

/** @throws UsageError with the line and the reason. */
export function readOwnCatalogue(file: string): OwnCatalogue {
  const text = textOf(file);
  const errors: ParseError[] = [];
  const root = treeOf(file, text, errors);
  const failure = (offset: number, reason: string): UsageError =>
    catalogueError(
      `${file}, line ${text.slice(0, offset).split("\n").length}: ${plainText(reason, 500)}`,
    );
  const [first] = errors;
  if (first !== undefined) throw failure(first.offset, `not valid JSON: ${syntaxProblem(first)}`);
  const parsed = shape.safeParse(root && getNodeValue(root));
  const catalogue = parsed.data && catalogueOf(parsed.data);
  const [issue] = parsed.error?.issues ?? (catalogue ? problemsIn(catalogue, parsed.data) : []);
  if (catalogue !== undefined && issue === undefined) return catalogue;
  const { path = [], message = "not valid" } = issue ?? {};
  const place = path.map((part) => (typeof part === "symbol" ? String(part) : part));
  // A missing field has no line: the error names the line of the object that lacks it.
  const node =
    root && (findNodeAtLocation(root, place) ?? findNodeAtLocation(root, place.slice(0, -1)));
  throw failure(node?.offset ?? 0, [dotPath(place), message].filter(Boolean).join(": "));
}

type Parsed = z.output<typeof shape>;

/** `ValueExpected` as `value expected`. */
const syntaxProblem = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, " $&")
    .toLowerCase();

const catalogueError = (problem: string): UsageError =>
  new UsageError(problem, {
    next: "https://github.com/social-analytics-mcp/social-analytics-mcp/blob/main/docs/operate.md#your-own-catalogue shows the form of the file.",
  });

/** Metrics that the file has twice, words and ratios of metrics that no network has, and ratios that cannot be computed. */
function problemsIn({ metrics, ratios }: OwnCatalogue, { metrics: rows, words }: Parsed) {
  const known = metricNetworks.map((network) => [
    ...metricsOf(network, 3).filter(({ isOwn }) => isOwn !== true),
    ...(metrics.get(network) ?? []),
  ]);
  const names = new Set(known.flat().map(({ name }) => name));
  const keys = rows.map(({ network, name }) => `${network} ${name}`);
  return [
    ...keys.flatMap((key, at) =>
      keys.indexOf(key) < at ? [{ path: ["metrics", at], message: `${key} is there twice` }] : [],
    ),
    ...Object.keys(words).flatMap((word) =>
      /\s/.test(word) ? [{ path: ["words", word], message: "is more than one word" }] : [],
    ),
    ...Object.entries(words).flatMap(([word, named]) =>
      named
        .filter((name) => !names.has(name))
        .map((name) => ({ path: ["words", word], message: `no network has a metric ${name}` })),
    ),
    ...[...ratios].flatMap(([name, text]) => {
      const message = names.has(name) ? "is the name of a metric" : ratioProblem(name, text, known);
      return message === undefined ? [] : [{ path: ["ratios", name], message }];
    }),
  ];
}

/** Why no network can compute the ratio. */
function ratioProblem(
  name: string,
  text: string,
  known: readonly (readonly Metric[])[],
): string | undefined {
  const formula = attempt(() => readFormula(`${name} = ${text}`));
  if (formula instanceof ToolError || formula === undefined) return formula?.problem;
  const parts = [...new Set(namesIn(formula))];
  const having = known.filter((all) => parts.every((part) => all.some((one) => one.name === part)));
  if (having.length === 0)
    return `no network has ${parts.length === 2 ? "both " : ""}${parts.join(" and ")}`;
  const made = having.map((metrics) => attempt(() => derivedMetric(formula, metrics)));
  const [first] = made;
  return made.every((one) => one instanceof ToolError) && first instanceof ToolError
    ? first.problem
    : undefined;
}

function catalogueOf({ metrics, words, ratios }: Parsed): OwnCatalogue {
  const own = metrics.map(({ network, kind, ...row }) => {
    const metric: Metric = { ...row, kind: kinds[kind], version2: "absent", isOwn: true };
    return { network, metric };
  });
  const metricsIn = (network: MetricNetwork): Metric[] =>
    own.flatMap((one) => (one.network === network ? [one.metric] : []));
  return {
    metrics: new Map(metricNetworks.map((network) => [network, metricsIn(network)])),
    words: new Map(Object.entries(words).map(([word, names]) => [word.toLowerCase(), names])),
    ratios: new Map(Object.entries(ratios)),
  };
}

function treeOf(file: string, text: string, errors: ParseError[]): ReturnType<typeof parseTree> {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    throw catalogueError(`${file} is nested too deeply`);
  }
}

/** @throws UsageError for what is not a regular file: reading a pipe would block the server. */
function textOf(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw catalogueError(`${file} is not a file`);
    if (stats.size > mostBytes) throw catalogueError(`${file} is larger than ${mostBytes} bytes`);
    // Editors on Windows begin a file with a byte order mark.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw catalogueError(`${file} cannot be read (${errorCodeOf(error) ?? "unknown"})`);
  }
}

const mostBytes = 1024 * 1024;
