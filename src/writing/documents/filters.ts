/** The filters of references: they turn a number into a sentence, or an answer into a table, list or chart. None computes. */
import { reasonOf } from "../../answers/replies/reasons.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { chartKinds, type ChartRequest } from "../../answers/replies/chart.ts";
import { required } from "../../base/errors/tool-error.ts";
import { nearestText } from "../../base/text/nearest.ts";
import type { Answer } from "./answers.ts";
import type { Format, Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { Branch, FigureLeaf, Node } from "./nodes.ts";
import type { Piece } from "./pieces.ts";
import { missingText } from "./formats.ts";
import {
  goalSentence,
  metricSentence,
  numberSentence,
  rowSentences,
  shortText,
} from "./sentence.ts";
import type { Tables } from "./tables.ts";
import type { Call, Value } from "./text.ts";

/** A reference with what its filters have chosen. */
export interface Shown {
  readonly node: Node;
  readonly format: Format;
  readonly isOptional?: boolean;
  /** What a filter made of it; of a list, an item each. */
  readonly pieces?: Piece | readonly Piece[];
}

export interface Parts {
  readonly formats: Formats;
  readonly table: Tables;
  /** Returns the piece of a chart that is drawn once the text is rendered. */
  readonly chart: (answer: Answer, request: ChartRequest) => Piece;
}

type Filter = (shown: Shown, call: Call, parts: Parts) => Shown;

const formatting =
  (formatOf: (call: Call) => Format): Filter =>
  (shown, call) => {
    if (shown.pieces !== undefined || (shown.node.kind !== "figure" && !isFailed(shown.node)))
      throw new Error(
        `${call.steps[0]} is of a number of an answer, such as week.total.insights_views.now`,
      );
    return { ...shown, format: { ...shown.format, ...formatOf(call) } };
  };

/** A filter that makes a piece of what is there; in the place of what is not there stands why. */
const making =
  (make: (shown: Shown, call: Call, parts: Parts) => Piece | readonly Piece[]): Filter =>
  (shown, call, parts) => {
    if (shown.pieces !== undefined)
      throw new Error(`${call.steps[0]} cannot follow another filter that makes a text`);
    const { node } = shown;
    if (isFailed(node)) return { ...shown, pieces: { kind: "missing", why: node.failure } };
    return { ...shown, pieces: make(shown, call, parts) };
  };

const isFailed = (node: Node): node is Branch & { failure: string } =>
  node.kind === "branch" && node.failure !== undefined;

const sentence = (leaf: FigureLeaf, text: string): Piece => ({ ...leaf, text, isSentence: true });

const filters: Readonly<Record<string, Filter>> = {
  round: formatting(({ values: [decimals = 0] }) => {
    if (typeof decimals === "number" && Number.isInteger(decimals) && decimals <= 10)
      return { decimals };
    throw new Error("round takes a number of decimals from 0 to 10");
  }),
  compact: formatting(() => ({ isCompact: true })),
  unsigned: formatting(() => ({ isUnsigned: true })),
  optional: (shown) => ({ ...shown, isOptional: true }),
  sentence: making(({ node, format }, _, { formats }) => {
    if (format.isUnsigned === true)
      throw new Error("a sentence has numbers with their signs: leave unsigned out");
    if (node.kind === "figure") {
      if (node.source.before !== undefined)
        throw new Error("a change stands beside its number: write the metric without it");
      const { leaf, text } = numberSentence(node, formats, format);
      return sentence(leaf, text);
    }
    const { goal, numbers } = sentenceOf(node);
    const { leaf, text } =
      goal === undefined
        ? metricSentence(required(numbers, "numbers"), formats)
        : goalSentence(goal, formats);
    return sentence(leaf, text);
  }),
  sentences: making(({ node }, { values: [count = 5] }, { formats }) => {
    const { ordered } = branchOf(node);
    if (ordered === undefined) throw new Error("sentences are of rank, rose or fell: week.rose");
    if (typeof count !== "number" || !Number.isInteger(count) || count < 1 || count > 100)
      throw new Error("sentences takes a number of rows from 1 to 100");
    const sentences = rowSentences(ordered, count, formats);
    if (sentences.length > 0) return sentences.map(({ leaf, text }) => sentence(leaf, text));
    return {
      kind: "missing",
      why: `${ordered.question}.${ordered.order}: no rows`,
      text: formats.phrases.noRows,
    };
  }),
  short: making(({ node }, _, { formats }) => {
    const { numbers } = branchOf(node);
    if (numbers === undefined)
      throw new Error("short is of a metric, such as week.total.insights_views");
    const { leaf, text } = shortText(numbers, formats);
    return { ...leaf, text };
  }),
  pace: making(({ node }, _, { formats }) => {
    const { goal } = branchOf(node);
    if (goal === undefined) throw new Error("pace is of a goal, such as goals.fans");
    const { now } = goal;
    const source = { ...now.source, reference: `goals.${goal.name}`, number: "pace" };
    const text = paceText(goal, formats);
    const why = reasonOf("no_value", { text: "the goal has no elapsed days yet" });
    const isNone = text === undefined && isNumber(now.figure.value);
    const figure = isNone ? { ...now.figure, value: Number.NaN, why } : now.figure;
    return { kind: "figure", figure, source, text: text ?? missingText };
  }),
  table: making(({ node }, { options }, { table }) => {
    checkOptions(options, ["rows", "columns", "by"]);
    const chosen = {
      rows: countIn(options, "rows"),
      columns: namesIn(options, "columns"),
      by: textIn(options, "by"),
    };
    return { kind: "block", block: { kind: "table", table: table(answerOf(node), chosen) } };
  }),
  chart: making(({ node }, { options }, { chart }) => {
    checkOptions(options, ["kind", "top", "metrics"]);
    const name = textIn(options, "kind");
    const kind = chartKinds.find((known) => known === name);
    if (kind !== name) throw new Error(`a chart is of the kind ${chartKinds.join(", ")}`);
    const [top, metrics] = [countIn(options, "top"), namesIn(options, "metrics")];
    const answer = answerOf(node);
    const { figures } = answer;
    const like = figures.blank ?? (figures.rowCount > 0 ? figures.line(0) : figures.total);
    const metricNames = [...(like?.metrics.keys() ?? [])];
    const unknown = metrics?.find((metric) => !metricNames.includes(metric));
    if (unknown !== undefined)
      throw new Error(`the answer has no metric ${unknown}${nearestText(unknown, metricNames)}`);
    return chart(answer, { kind, top, metrics });
  }),
};

/** @throws Error that says what is wrong with the reference. */
export function applied(shown: Shown, call: Call, parts: Parts): Shown {
  const [name = "", ...more] = call.steps;
  const filter = Object.hasOwn(filters, name) && more.length === 0 ? filters[name] : undefined;
  if (filter !== undefined) return filter(shown, call, parts);
  const names = Object.keys(filters);
  const near = nearestText(name, names);
  throw new Error(
    `there is no filter ${name}: numbers are written, never computed${near === "" ? `; filters are ${names.join(", ")}` : near}`,
  );
}

/** The pieces of a reference without a filter that makes some. */
export function plainPiece({ node, format }: Shown, formats: Formats): Piece {
  switch (node.kind) {
    case "figure":
      return { ...node, text: formats.figure(node.figure, format) };
    case "period":
      return { kind: "period", text: formats.range(node.range) };
    case "value":
      return node;
    case "name":
      return node.text === undefined
        ? { kind: "missing", why: "there is no such row" }
        : { kind: "name", text: node.text };
    case "block":
      return node;
    case "branch":
      if (node.failure !== undefined) return { kind: "missing", why: node.failure };
      throw new Error(`this is not a number: choose one of ${node.keys.slice(0, 12).join(", ")}`);
  }
}

/** The goal or the numbers of a sentence; of posts, how many there are. */
function sentenceOf(node: Node): {
  readonly goal: Branch["goal"] | undefined;
  readonly numbers: Branch["numbers"] | undefined;
} {
  const branch = branchOf(node);
  const total = branch.answer === undefined ? undefined : branch.get("total");
  const posts = total?.kind === "branch" ? total.get("posts") : undefined;
  const { goal, numbers } = posts?.kind === "branch" ? posts : branch;
  if (goal === undefined && numbers === undefined)
    throw new Error("sentence is of a metric, a goal or posts, such as week.total.insights_views");
  return { goal, numbers };
}

const branchOf = (node: Node): Branch => {
  if (node.kind === "branch") return node;
  throw new Error("this filter takes a question, a goal or a metric");
};

function answerOf(node: Node): Answer {
  const { answer } = branchOf(node);
  if (answer === undefined) throw new Error("this filter takes a question");
  return answer;
}

type Options = ReadonlyMap<string, Value>;

function checkOptions(options: Options, names: readonly string[]): void {
  for (const name of options.keys())
    if (!names.includes(name))
      throw new Error(`there is no option ${name}; there are ${names.join(", ")}`);
}

const textIn = (options: Options, name: string): string | undefined => {
  const value = options.get(name);
  if (value === undefined || typeof value === "string") return value;
  throw new Error(`${name} takes a text in quotation marks`);
};

const namesIn = (options: Options, name: string): string[] | undefined =>
  textIn(options, name)
    ?.split(",")
    .map((text) => text.trim())
    .filter(Boolean);

function countIn(options: Options, name: string): number | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw new Error(`${name} takes a whole number above 0`);
}
