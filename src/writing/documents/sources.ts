/** The text of a footnote: which pages and days a number covers, and where it comes from. */
import { metricNetworks, networkNames } from "../../catalog/networks.ts";
import { ownCatalogue } from "../../catalog/own.ts";
import { isNumberName, numberTraits } from "../../catalog/numbers.ts";
import { formatShare } from "../../base/text/numbers.ts";
import type { Formats } from "./formats.ts";
import type { Source } from "./pieces.ts";

/** The words of a metric without a label: `insights_saved_posts` is "Saved posts". */
function wordsOf(metric: string): string {
  const words = metric
    .replace(/^insights_(?=.)/, "")
    .replace(/(?<=.)_lifetime$/, "")
    .replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/** The label that the operator or this program gives a metric; undefined for other names. */
export const knownLabel = (
  name: string,
  { language, phrases }: Pick<Formats, "language" | "phrases">,
): string | undefined => ownCatalogue().labels.get(name)?.[language] ?? phrases.labels[name];

/** The label of a metric, and which number of it: "Views", "Views, median". */
export function labelOf(metric: string, number: string, formats: Formats): string {
  const { phrases } = formats;
  const label = knownLabel(metric, formats) ?? phrases.heads[metric] ?? wordsOf(metric);
  const isPlain = isNumberName(number) && numberTraits[number].word === "";
  return isPlain ? label : `${label}, ${headOf(number, phrases)}`;
}

/** The heading of a column. */
export const headOf = (name: string, { heads }: Formats["phrases"]): string =>
  heads[name] ?? (isNumberName(name) ? numberTraits[name].title : name.replaceAll("_", " "));

export function networkName(network: string, { phrases }: Formats): string {
  const known = metricNetworks.find((name) => name === network);
  return known === undefined ? phrases.allNetworks : networkNames[known];
}

/** `114 pages`, `97 of 114 pages: those with data in both periods`, the name of a row; empty for all posts. */
export function subjectText({ row, pages, of, isMatching }: Source, { phrases }: Formats): string {
  if (isMatching === true) return phrases.matching(pages);
  if (pages === undefined) return row ?? "";
  return of === undefined ? phrases.pages(pages) : phrases.same(pages, of);
}

export const rangesText = (
  { period, before }: Pick<Source, "period" | "before">,
  formats: Formats,
): string =>
  before === undefined
    ? formats.range(period)
    : formats.phrases.against(formats.range(period), formats.range(before));

/** `Facebook, 114 pages, Views, October 2026; data on 98.2 % of the days; fetched Nov 1, 2026`. */
export function statementOf(source: Source, formats: Formats): string {
  const { network, metric, number, coverage, fetched } = source;
  const { phrases } = formats;
  const subject = [
    networkName(network, formats),
    subjectText(source, formats),
    labelOf(metric, number, formats),
    rangesText(source, formats),
  ];
  const covered = formats.localised(formatShare(100 * coverage));
  return [
    subject.filter(Boolean).join(", "),
    ...(Number.isNaN(coverage) ? [] : [phrases.covered(covered)]),
    ...(fetched === undefined ? [] : [phrases.fetched(formats.day(fetched))]),
  ].join("; ");
}
