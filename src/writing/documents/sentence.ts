/** Sentences about numbers, in the language of the document: the number, then one change with its pages. */
import { isStanding } from "../../catalog/kinds.ts";
import { metricsOf } from "../../catalog/metrics/index.ts";
import { metricNetworks } from "../../catalog/networks.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import type { Figure } from "../../answers/replies/figures.ts";
import { nearZero } from "../../base/text/numbers.ts";
import type { Change, Days, Measure, Statement } from "../phrases/phrases.ts";
import type { Format, Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { FigureLeaf, Goal, OrderedRows } from "./nodes.ts";
import type { Source } from "./pieces.ts";
import { labelOf, subjectText } from "./sources.ts";

type Numbers = ReadonlyMap<string, FigureLeaf>;

interface Sentence {
  readonly leaf: FigureLeaf;
  readonly text: string;
}

/** What a number is: by the kind of its metric; of a ratio by its unit. */
function measureOf({ network, metric }: Source, { unit }: Figure): Measure {
  const named = metricNetworks.find((name) => name === network);
  const kind = named && metricsOf(named, 3).find(({ name }) => name === metric.split(" ")[0])?.kind;
  if (kind === undefined) return unit === "%" ? "rate" : "count";
  if (isStanding(kind) || kind.isWindow) return "level";
  return kind.isDistinct ? "people" : kind.overDays === "quotient" ? "rate" : "count";
}

const countIn = (numbers: Numbers, name: string): number | undefined => {
  const value = numbers.get(name)?.figure.value;
  return value !== undefined && isNumber(value) ? value : undefined;
};

/** A level stands at the end of its range. */
const daysOf = (
  range: Source["period"],
  measure: Measure,
  formats: Formats,
  isShort = false,
): Days =>
  formats.days(measure === "level" ? { start: range.end, end: range.end } : range, isShort);

function statementOf(
  { figure, source }: FigureLeaf,
  pages: number | undefined,
  formats: Formats,
  format?: Format,
): Statement {
  const measure = measureOf(source, figure);
  const who = pages === undefined ? "" : subjectText({ ...source, pages }, formats);
  return {
    label: labelOf(source.metric, source.number, formats),
    measure,
    value: formats.figure(figure, format),
    when: daysOf(source.period, measure, formats),
    row: source.isMatching === true ? undefined : source.row,
    pages,
    who: source.isPart === true ? formats.phrases.notAllPosts : who,
  };
}

const reasonText = ({ why }: Figure, formats: Formats): string =>
  formats.phrases.reasons[why?.code ?? "no_value"];

/** The sentence on one number of one range. */
export function numberSentence(leaf: FigureLeaf, formats: Formats, format: Format): Sentence {
  const statement = statementOf(leaf, leaf.source.pages, formats, format);
  const text = isNumber(leaf.figure.value)
    ? formats.phrases.statement(statement)
    : formats.phrases.missing(statement, reasonText(leaf.figure, formats));
  return { leaf, text };
}

/** The sentence on a metric: its number, and in a comparison the change of the pages that have data in both ranges. */
export function metricSentence(numbers: Numbers, formats: Formats): Sentence {
  const [first] = numbers.values();
  const leaf = numbers.get("now") ?? first;
  if (leaf === undefined) throw new Error("there is no number");
  const statement = statementOf(leaf, countIn(numbers, "profiles"), formats);
  if (!isNumber(leaf.figure.value))
    return { leaf, text: formats.phrases.missing(statement, reasonText(leaf.figure, formats)) };
  const changed = changeText(numbers, statement, formats);
  const text = [formats.phrases.statement(statement), changed].filter(Boolean).join(" ");
  return { leaf, text };
}

function changeText(
  numbers: Numbers,
  { measure, pages }: Statement,
  formats: Formats,
): string | undefined {
  const change = numbers.get("change");
  const before = change?.source.before;
  if (change === undefined || before === undefined) return undefined;
  const isShort = before.end.slice(0, 4) === change.source.period.end.slice(0, 4);
  const days = daysOf(before, measure, formats, isShort);
  const { value, text, isAtEqualDays = false } = change.figure;
  if (!isNumber(value)) return formats.phrases.noChange(days, reasonText(change.figure, formats));
  const percent = numbers.get("change_percent");
  const shown =
    percent !== undefined && isNumber(percent.figure.value) ? percent.figure : change.figure;
  const same = countIn(numbers, "same_profiles");
  const ends = ["lowest", "highest"].map((name) => numbers.get(name)?.figure);
  const [lowest, highest] = ends.map((figure) => figure && formats.figure(figure));
  const difference: Change = {
    measure,
    direction: directionOf(value, [text, shown.text]),
    size: formats.figure(shown, { isUnsigned: true }),
    signed: formats.figure(shown),
    before: days,
    isAtEqualDays,
    pages: same === pages ? undefined : same,
    usual: lowest === undefined || highest === undefined ? undefined : [lowest, highest],
  };
  return formats.phrases.change(difference);
}

function directionOf(value: number, texts: readonly string[]): Change["direction"] {
  if (value === 0) return "same";
  return texts.includes(nearZero) ? "hardly" : value > 0 ? "more" : "less";
}

/** The number now, and the change in percent: `16,295,681 (-0.7 %)`. */
export function shortText(numbers: Numbers, formats: Formats): Sentence {
  const [first] = numbers.values();
  const leaf = numbers.get("now") ?? first;
  if (leaf === undefined) throw new Error("there is no number");
  const percent = numbers.get("change_percent")?.figure;
  const change = percent && isNumber(percent.value) ? ` (${formats.figure(percent)})` : "";
  return { leaf, text: `${formats.figure(leaf.figure)}${change}` };
}

/** A sentence for each of the first rows of an order. */
export const rowSentences = (
  { order, first }: OrderedRows,
  count: number,
  formats: Formats,
): Sentence[] =>
  first(count).flatMap(([{ metrics, same }, node]) => {
    // Who rose is of the same pages.
    const line = order !== "rank" && same !== undefined ? node.get("same") : node;
    const [metric = ""] = metrics.keys();
    const metricNode = line?.kind === "branch" ? line.get(metric) : undefined;
    const numbers = metricNode?.kind === "branch" ? metricNode.numbers : undefined;
    return numbers === undefined ? [] : [metricSentence(numbers, formats)];
  });

/** The number of a goal, and where it will be at the pace so far. */
export function goalSentence(goal: Goal, formats: Formats): Sentence {
  const { now, answer } = goal;
  const statement = statementOf(now, answer?.figures.total?.profiles, formats);
  const text = isNumber(now.figure.value)
    ? [formats.phrases.statement(statement), paceText(goal, formats)].filter(Boolean).join(" ")
    : formats.phrases.missing(statement, reasonText(now.figure, formats));
  return { leaf: now, text };
}
