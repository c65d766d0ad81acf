/** Sentences that the program writes around numbers, with everything that a number is of. */
import { isNumberName, numberTraits } from "../catalog/numbers.ts";
import { isNumber } from "../cells/states.ts";
import { formatShare, nearZero } from "../text/numbers.ts";
import type { Formats } from "./formats.ts";
import { paceText } from "./goals.ts";
import type { FigureLeaf, Goal, OrderedRows } from "./nodes.ts";
import type { Source } from "./pieces.ts";

/** `insights_views` is "Views", `fans_lifetime` is "Fans"; with the number: "Views, change". */
export function metricTitle(metric: string, number = "now"): string {
  const words = metric
    .replace(/^insights_(?=.)/, "")
    .replace(/(?<=.)_lifetime$/, "")
    .replaceAll("_", " ");
  const title = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const word = isNumberName(number) ? numberTraits[number].word : number.replaceAll("_", " ");
  return [title, word].filter(Boolean).join(", ");
}

const rangesOf = ({ period, before }: Source, formats: Formats): string =>
  [period, before].flatMap((range) => (range ? formats.range(range) : [])).join(" against ");

/** `Views, 114 pages, October 2026`. */
const headOf = (source: Source, formats: Formats): string =>
  [metricTitle(source.metric, source.number), source.subject, rangesOf(source, formats)].join(", ");

export const numberLine = ({ source }: FigureLeaf, text: string, formats: Formats): string =>
  `${headOf(source, formats)}: ${text}`;

type Numbers = ReadonlyMap<string, FigureLeaf>;

/**
 * `rose 4.1 %`, `fell 3 %`, `did not change`.
 * @param isOfAll of all profiles, where these are not the same (default: the same).
 */
function movedOf(
  numbers: Numbers,
  formats: Formats,
  isOfAll = false,
): { leaf: FigureLeaf; text: string } {
  const [percent, change] = (["change_percent", "change"] as const).map(
    (name) => (isOfAll ? numbers.get(`all_${name}`) : undefined) ?? numbers.get(name),
  );
  const hasPercent = percent !== undefined && percent.figure.why?.isOfMetric !== true;
  const leaf = (hasPercent ? percent : change) ?? percent;
  if (leaf === undefined) throw new Error("there is no change");
  const { value } = leaf.figure;
  if (!isNumber(value)) return { leaf, text: formats.figure(leaf.figure) };
  if (value === 0) return { leaf, text: "did not change" };
  const size = formats.figure(leaf.figure, { isUnsigned: true });
  if (leaf.figure.text === nearZero) return { leaf, text: "hardly changed" };
  const verb = value > 0 ? "rose" : "fell";
  return { leaf, text: `${verb} ${leaf === change ? "by " : ""}${size}` };
}

/** `Views, 12 pages, October 2026: 241,800, fell 2.3 % against September 2026`. */
export function metricLine(numbers: Numbers, formats: Formats): { leaf: FigureLeaf; text: string } {
  const [first] = numbers.values();
  const now = numbers.get("now") ?? first;
  if (now === undefined) throw new Error("there is no number");
  const text = numberLine(now, formats.figure(now.figure), formats);
  if (!numbers.has("change")) return { leaf: now, text };
  const { leaf, text: moved } = movedOf(numbers, formats, true);
  // What all profiles moved is not said where they are not the same: the number is right without it.
  if (!isNumber(leaf.figure.value)) return { leaf: now, text };
  const { before } = leaf.source;
  const range = before && formats.range(before);
  const which = numbers.has("usual") ? `usual (the mean of four, ${range})` : range;
  const against = range === undefined ? "" : ` against ${which}`;
  return {
    leaf: isNumber(now.figure.value)
      ? { ...leaf, source: { ...now.source, before: leaf.source.before } }
      : now,
    text: `${text}, ${moved}${against}`,
  };
}

/** `Fans, 114 pages, 22 Nov 2026: 95,000 of 100,000; 97,300 by 31 Dec 2026: 2,700 short`. */
export function goalLine(goal: Goal, formats: Formats): string {
  const { now, to } = goal;
  const target = formats.figure({ ...now.figure, value: to[1], text: String(to[1]) });
  return `${numberLine(now, formats.figure(now.figure), formats)} of ${target}; ${paceText(goal, formats)}`;
}

/** The rows of an order, each with the first metric: `Brand 7: Views 21,700, rose 11.1 % per day`. */
export const rowLines = (
  { order, first }: OrderedRows,
  count: number,
  formats: Formats,
): { leaf: FigureLeaf; text: string }[] =>
  first(count).flatMap(([{ name, same, metrics }, node]) => {
    // Who rose is of the same profiles.
    const own = order !== "rank" && same !== undefined ? node.get("same") : node;
    const [metric = ""] = metrics.keys();
    const found = own?.kind === "branch" ? own.get(metric) : undefined;
    const numbers = found?.kind === "branch" ? found.numbers : undefined;
    const [now] = numbers?.values() ?? [];
    if (numbers === undefined || now === undefined) return [];
    const subject = own === node ? name : same?.name;
    const text = `${subject}: ${metricTitle(metric)} ${formats.figure(now.figure)}`;
    if (order === "rank") return [{ leaf: now, text }];
    const moved = movedOf(numbers, formats);
    return [{ leaf: moved.leaf, text: `${text}, ${moved.text}` }];
  });

/** What a number is of, and where it comes from: the statement that a footnote has. */
export function statementOf(source: Source, formats: Formats): string {
  const { question, network, subject, metric, number, coverage, age, part = "" } = source;
  const parts = [
    [question, network, subject, `${metric} ${number}`].filter(Boolean).join(", "),
    rangesOf(source, formats),
    Number.isNaN(coverage)
      ? ""
      : `${formats.localised(formatShare(100 * coverage))} % of the profile-days`,
    age,
    part.replace(/\.$/, ""),
  ];
  return parts.filter(Boolean).join("; ");
}
