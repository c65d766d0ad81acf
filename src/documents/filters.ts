/** Filters that make a sentence or a block of an answer: `moved`, `pace`, `table`, `chart`. */
import { isNumber } from "../cells/states.ts";
import { chartKinds, type ChartRequest } from "../replies/chart.ts";
import { noPercent } from "../replies/figures.ts";
import type { Answer } from "./answers.ts";
import { Reference } from "./drops.ts";
import { missingText, type Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { Pieces } from "./pieces.ts";
import type { Branch, FigureLeaf } from "./nodes.ts";
import { tableOf, type TableOptions } from "./tables.ts";
import type { Rendering } from "./template.ts";

interface Parts {
  readonly pieces: Pieces;
  readonly formats: Formats;
  readonly eventsOf: TableOptions["eventsOf"];
  /** Returns the mark of a chart that is drawn once the text is rendered. */
  readonly chart: (answer: Answer, request: ChartRequest) => string;
}

type Options = ReadonlyMap<string, unknown>;

/** Filters return marks, which stand for what they make. */
export const filtersOf = (parts: Parts): Rendering["filters"] =>
  Object.fromEntries(
    Object.entries(ofAnswers(parts)).map(([name, filter]) => [
      name,
      // The place of a question that failed says so.
      (value, options) => {
        const node = Reference.nodeOf(value);
        const why = node?.kind === "branch" ? node.failure : undefined;
        return why === undefined
          ? filter(value, options)
          : parts.pieces.add({ kind: "missing", why });
      },
    ]),
  );

const ofAnswers = ({ pieces, formats, eventsOf, chart }: Parts): Rendering["filters"] => ({
  moved(value) {
    const { numbers } = branchOf(value);
    if (numbers?.get("change") === undefined)
      throw new Error("moved is of a metric of a comparison, such as week.total.insights_views");
    return pieces.add(movedOf(numbers, formats));
  },
  pace(value) {
    const { goal } = branchOf(value);
    if (goal === undefined) throw new Error("pace is of a goal, such as goals.fans");
    const source = { ...goal.now.source, reference: `goals.${goal.name}`, number: "pace" };
    const text = paceText(goal, formats);
    const why = "the goal has no elapsed days yet";
    const figure =
      text === missingText && isNumber(goal.now.figure.value)
        ? { ...goal.now.figure, value: Number.NaN, why }
        : goal.now.figure;
    return pieces.add({ kind: "figure", figure, source, text });
  },
  table(value, options) {
    checkOptions(options, ["rows", "columns", "by"]);
    const table = tableOf(answerOf(value), formats, {
      rows: countIn(options, "rows"),
      columns: namesIn(options, "columns"),
      by: textIn(options, "by"),
      eventsOf,
    });
    return pieces.add({ kind: "block", block: { kind: "table", table } });
  },
  chart(value, options) {
    checkOptions(options, ["kind", "top", "metrics"]);
    const kind = textIn(options, "kind");
    const known = chartKinds.find((name) => name === kind);
    if (kind !== undefined && known === undefined)
      throw new Error(`a chart is of the kind ${chartKinds.join(", ")}`);
    const [top, metrics] = [countIn(options, "top"), namesIn(options, "metrics")];
    return chart(answerOf(value), { kind: known, top, metrics });
  },
});

/** `rose 4.1 %`, `fell 3 %`, `did not change`; per day where the ranges have other lengths. */
function movedOf(
  numbers: ReadonlyMap<string, FigureLeaf>,
  formats: Formats,
): FigureLeaf & { readonly text: string } {
  const leafOf = (name: string): FigureLeaf | undefined => numbers.get(name);
  const [percent, perDay, change] = ["change_percent", "per_day_percent", "change"].map(leafOf);
  const hasPercent = percent !== undefined && percent.figure.why !== noPercent;
  const isPerDay = perDay !== undefined && isNumber(perDay.figure.value);
  const leaf = (isPerDay ? perDay : hasPercent ? percent : change) ?? percent;
  if (leaf === undefined) throw new Error("there is no change");
  const { value } = leaf.figure;
  if (!isNumber(value)) return { ...leaf, text: formats.figure(leaf.figure) };
  if (value === 0) return { ...leaf, text: "did not change" };
  const size = formats.figure(leaf.figure, { isUnsigned: true });
  const by = leaf === change ? "by " : "";
  const verb = value > 0 ? "rose" : "fell";
  const text = size.startsWith("~")
    ? "hardly changed"
    : `${verb} ${by}${size}${isPerDay ? " per day" : ""}`;
  return { ...leaf, text };
}

function branchOf(value: unknown): Branch {
  const node = Reference.nodeOf(value);
  if (node?.kind === "branch") return node;
  throw new Error("this filter takes a question, a goal or a metric");
}

function answerOf(value: unknown): Answer {
  const { answer } = branchOf(value);
  if (answer === undefined) throw new Error("this filter takes a question");
  return answer;
}

function checkOptions(options: Options, names: readonly string[]): void {
  for (const name of options.keys())
    if (!names.includes(name))
      throw new Error(`there is no option ${name}; there are ${names.join(", ")}`);
}

const textIn = (options: Options, name: string): string | undefined => {
  const value = options.get(name);
  return typeof value === "string" ? value : undefined;
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
