/** Renders the text of a report. A template can choose, loop and format; it cannot compute, include, or read anything else. */
import { Liquid, LiquidError } from "liquidjs";
import { nearestText } from "../text/nearest.ts";
import { hiddenNames, Reference, unknownText } from "./drops.ts";
import { privateUse, type Pieces } from "./pieces.ts";
import type { Format, Formats } from "./formats.ts";
import type { FigureLeaf, Leaf, Node } from "./nodes.ts";
import type { TextError } from "./yaml.ts";

/** What a template reads: references, and plain texts of the front matter. */
type Scope = ReadonlyMap<string, Node | string>;

const limits = { parseLimit: 1_000_000, renderLimit: 1000, memoryLimit: 50_000_000 };
const mostLength = 2_000_000;

const allowedTags = ["if", "unless", "for"];

export interface Rendering {
  readonly scope: Scope;
  readonly pieces: Pieces;
  readonly formats: Formats;
  /** Those that make blocks and sentences; they get the node of their value. */
  readonly filters: Readonly<
    Record<string, (value: unknown, options: ReadonlyMap<string, unknown>) => unknown>
  >;
}

/** The text with a mark for each reference, and everything that is wrong with it. */
export function renderText(
  text: string,
  { scope, pieces, formats, filters }: Rendering,
): { readonly marked: string; readonly errors: readonly TextError[] } {
  const engine = new Liquid({
    ...limits,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    catchAllErrors: true,
    relativeReference: false,
    templates: {},
    outputEscape: (value) => written(value, pieces, formats),
  });
  for (const name of Object.keys(engine.tags))
    if (!allowedTags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const [name, filter] of Object.entries({ ...formatFilters, ...filters }))
    engine.registerFilter(name, function run(value: unknown, ...args: unknown[]) {
      return filter(value, optionsOf(args));
    });
  if (text.length > limits.parseLimit)
    return {
      marked: "",
      errors: [{ line: 1, problem: `the text has more than ${limits.parseLimit} characters` }],
    };
  try {
    const template = engine.parse(text.replaceAll(privateUse, ""));
    const errors = [...unresolved(engine, template, scope)];
    if (errors.length > 0) return { marked: "", errors };
    const values = Array.from(scope, ([name, value]) => [
      name,
      typeof value === "string" ? pieceText(value, pieces) : new Reference(value),
    ]);
    const marked: unknown = engine.renderSync(template, Object.fromEntries(values));
    const rendered = String(marked);
    return rendered.length > mostLength
      ? {
          marked: "",
          errors: [
            { line: 1, problem: `the report would have more than ${mostLength} characters` },
          ],
        }
      : { marked: rendered, errors: [] };
  } catch (error) {
    return { marked: "", errors: errorsOf(error) };
  }
}

/** A text of the front matter is escaped, and its numbers are checked. */
const pieceText = (text: string, pieces: Pieces): string =>
  pieces.add({ kind: "name", text: text.replaceAll(privateUse, ""), isChecked: true });

const optionsOf = (args: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(
    args.map((arg, at) => (Array.isArray(arg) ? [String(arg[0]), arg[1]] : [String(at), arg])),
  );

/** A number with the format that filters have chosen. */
class Formatted {
  constructor(
    readonly leaf: FigureLeaf | Extract<Leaf, { kind: "period" }>,
    readonly format: Format,
  ) {}
}

const formatted = (value: unknown, format: Format): Formatted => {
  const leaf = value instanceof Formatted ? value.leaf : Reference.nodeOf(value);
  if (leaf?.kind === "figure" || leaf?.kind === "period")
    return new Formatted(leaf, { ...(value instanceof Formatted && value.format), ...format });
  throw new Error(
    "this filter formats a number of an answer, such as week.total.insights_views.now",
  );
};

const formatFilters: Rendering["filters"] = {
  round: (value, options) => {
    const decimals = Number(options.get("0") ?? 0);
    if (!(Number.isInteger(decimals) && decimals >= 0 && decimals <= 10))
      throw new Error("round takes a number of decimals from 0 to 10");
    return formatted(value, { decimals });
  },
  compact: (value) => formatted(value, { isCompact: true }),
  unsigned: (value) => formatted(value, { isUnsigned: true }),
};

const filterNames = [...Object.keys(formatFilters), "moved", "pace", "table", "chart"];

/** The mark of a value, or the text that the author wrote. */
function written(value: unknown, pieces: Pieces, formats: Formats): string {
  const { leaf, format } =
    value instanceof Formatted ? value : { leaf: Reference.nodeOf(value), format: {} };
  if (leaf === undefined)
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  switch (leaf.kind) {
    case "figure":
      return pieces.add({ ...leaf, text: formats.figure(leaf.figure, format) });
    case "mark":
      return leaf.text;
    case "period":
      return pieces.add({ kind: "period", text: formats.range(leaf.range) });
    case "name":
      return leaf.text === undefined
        ? pieces.add({ kind: "missing", why: "there is no such row" })
        : pieces.add({ kind: "name", text: leaf.text, isChecked: false });
    case "branch":
      if (leaf.failure !== undefined) return pieces.add({ kind: "missing", why: leaf.failure });
      throw new Error(`this is not a number: choose one of ${leaf.keys.slice(0, 12).join(", ")}`);
  }
}

/** References that lead nowhere, with their lines. Those of loops are known when they run. */
function* unresolved(
  engine: Liquid,
  template: ReturnType<Liquid["parse"]>,
  scope: Scope,
): Generator<TextError> {
  const { globals, variables } = engine.analyzeSync(template, { partials: false });
  for (const variable of Object.values(variables).flat()) {
    const key = variable.segments.find((segment) => hiddenNames.has(String(segment)));
    if (key !== undefined)
      yield { line: variable.location.row, problem: `there is no ${JSON.stringify(String(key))}` };
  }
  for (const variable of Object.values(globals).flat()) {
    const { segments, location } = variable;
    const [first = "", ...rest] = segments;
    let node = scope.get(String(first));
    if (node === undefined) {
      const names = [...scope.keys()];
      const near = nearestText(String(first), names);
      const problem = `there is no question or value ${JSON.stringify(String(first))}${near === "" ? `; there are ${names.join(", ")}` : near}`;
      yield { line: location.row, problem };
      continue;
    }
    let path = String(first);
    for (const segment of rest) {
      // A name that another reference holds is known when it runs.
      if (typeof segment === "object" || typeof node === "string" || node === undefined) break;
      if (node.kind === "figure" && segment === "is_missing") break;
      const next: Node | undefined = node.kind === "branch" ? node.get(String(segment)) : undefined;
      if (next === undefined && !hiddenNames.has(String(segment)))
        yield { line: location.row, problem: `${path}: ${unknownText(node, String(segment))}` };
      path += `.${String(segment)}`;
      node = next;
    }
  }
}

function errorsOf(error: unknown): TextError[] {
  const { errors, token, originalError, message } = Object(error);
  if (Array.isArray(errors)) return errors.flatMap((one) => errorsOf(one));
  if (/limit exceeded/.test(String(message)))
    return [{ line: 1, problem: "the text takes too long to render: use fewer or shorter loops" }];
  if (!LiquidError.is(error)) throw error;
  const [line = 1] = token?.getPosition?.() ?? [];
  const [text = ""] = String(originalError?.message ?? message).split(/, line:|\n/);
  return [{ line, problem: inWords(text) }];
}

/** Errors of the library, with what a text can use. */
function inWords(text: string): string {
  const [, tag] = /^tag "(\w+)" not found/.exec(text) ?? [];
  if (tag !== undefined) return `there is no tag ${tag}; a text can use ${allowedTags.join(", ")}`;
  const [, filter] = /^undefined filter: (\w+)/.exec(text) ?? [];
  if (filter === undefined) return text;
  return `there is no filter ${filter}: numbers are written, never computed; filters are ${filterNames.join(", ")}`;
}
