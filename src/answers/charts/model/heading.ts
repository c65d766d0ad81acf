/** The words of a chart: its title, its units, and where its numbers come from. */
import { isCalendarDate, type Dimension } from "../../../catalog/dimensions.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { networkTraits } from "../../../catalog/networks.ts";
import { rangeOf, type Result } from "../../../numbers/cells/result.ts";
import { onlyLabelled } from "../../../numbers/cells/select.ts";
import { onlyThroughout } from "../../../numbers/meaning/levels.ts";
import { countsOf } from "../../report/comparison/shown.ts";
import { comparedCoverage, coverageText } from "../../report/coverage.ts";
import { profilesName } from "../../report/names.ts";
import type { ComparedTable } from "../../../numbers/table/compare.ts";
import { rangeTitle } from "./dates.ts";
import type { RankedLines } from "./series.ts";

const numberWords = "no one two three four five six seven eight nine ten".split(" ");

/** The words of a metric: `insights_fan_adds` is `fan adds`. */
const metricWords = ({ name }: Metric): string =>
  name.replaceAll(/\binsights_|_(?:lifetime|change)\b/g, "").replaceAll("_", " ");

/** The noun for the values of a metric. */
export const unitOf = (metric: Metric): string =>
  metric.unit ?? (metric.kind.isDistinct ? "people" : metricWords(metric));

/** The rows that a chart draws, where it does not draw all. */
export interface Chosen {
  readonly text: string;
  /** The metric that ranks the rows; a title with it needs no other. */
  readonly metric: Metric | undefined;
}

/** `the 8 of 120 profiles with most views`. @returns undefined if all rows are drawn, or they are not the first of a ranking. */
export function chosenOf(
  count: number,
  drawn: number,
  type: string,
  by: RankedLines | undefined,
): Chosen | undefined {
  const noun = { profile: "profiles", profile_label: "labels" }[type];
  // Lines after the first ones are not those with the highest numbers.
  if (noun === undefined || by === undefined || by.offset > 0 || drawn >= count) return undefined;
  const { metric, end } = by;
  const counts = metric?.kind.overProfiles === "sum" && !metric.kind.isDifference;
  const size = counts ? { highest: "most", lowest: "fewest" }[end] : `the ${end}`;
  const which = metric === undefined ? "" : ` with ${size} ${whatOf([metric])}`;
  return { text: `the ${drawn} of ${count} ${noun}${which}`, metric };
}

/** The profiles that meet the conditions: `the 15 of 40 profiles that match`. */
export const matchedOf = (
  matched: Result | undefined,
  { profileCount }: Result,
): Chosen | undefined =>
  matched && {
    text: `the ${matched.profileCount} of ${profileCount} profiles that match`,
    metric: undefined,
  };

/**
 * Whose numbers a chart draws, where these are not all profiles: in its title if all metrics have the same ones, else
 * above each panel.
 * @param texts by metric: `the same 97 of 120 profiles`; empty for all.
 */
export function populationsOf(
  texts: readonly string[],
  chosen?: Chosen,
): { readonly chosen: Chosen | undefined; readonly panels: readonly string[] } {
  const [text = "", ...more] = new Set(texts);
  if (more.length === 0 && (text === "" || chosen === undefined))
    return { chosen: text === "" ? chosen : { text, metric: undefined }, panels: [] };
  return { chosen, panels: texts.map((which) => (which === "" ? "" : `, ${which}`)) };
}

/** By metric, `the 97 of 120 profiles with values throughout`; empty for all. */
export function throughoutTexts(
  result: Result,
  dimensions: readonly Dimension[],
  metrics: readonly Metric[],
): string[] {
  const isAlongTime = dimensions.some(isCalendarDate) && !dimensions.includes("profile");
  const counts = isAlongTime ? onlyThroughout(result).counts : new Map<string, number>();
  return metrics.map(({ name }) => {
    const count = counts.get(name);
    return count === undefined
      ? ""
      : `the ${count} of ${result.profileCount} profiles with values throughout`;
  });
}

/** By metric, `the same 97 of 120 profiles`; empty for all. */
export function sameTexts(
  table: ComparedTable,
  dimensions: readonly Dimension[],
  metrics: readonly Metric[],
): string[] {
  return metrics.map((metric) => {
    const counts = dimensions.includes("profile") ? undefined : countsOf(table, metric);
    return counts === undefined ? "" : `the same ${counts.same} of ${counts.profiles} profiles`;
  });
}

/** `Views by day, three profiles`. @param by the dimensions of the axis and of the series. */
export function titleOf(
  result: Result,
  metrics: readonly Metric[],
  by: readonly string[],
  chosen?: Chosen,
): string {
  const { profileCount } = result;
  const isNamed = chosen !== undefined && metrics.every(({ name }) => name === chosen.metric?.name);
  if (isNamed && by.length === 1 && ["profile", "profile_label"].includes(by.join()))
    return capital(chosen.text);
  const what = whatOf(metrics);
  const how = by.map(dimensionWords).join(" and ");
  const who =
    profileCount === 1
      ? profilesName(result)
      : `${numberWords[profileCount] ?? profileCount} profiles`;
  return `${capital(what)}${how && ` by ${how}`}, ${chosen?.text ?? who}`;
}

const dimensionWords = (type: string): string =>
  type === "gender_age"
    ? "gender and age"
    : type.replace(/^date\.|^profile_/, "").replaceAll("_", " ");

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `The 20 of 120 profiles with the largest changes in views`; `Change in views by profile, three profiles`. @param rows `drawn` of more rows. */
export function changeTitle(
  result: Result,
  metrics: readonly Metric[],
  by: readonly string[],
  rows: { readonly drawn: number | undefined; readonly chosen: Chosen | undefined },
): string {
  const { drawn, chosen } = rows;
  const what = whatOf(metrics);
  if (drawn !== undefined && by.join() === "profile")
    return `The ${drawn} of ${result.profileCount} profiles with the largest changes in ${what}`;
  const title = titleOf(result, metrics, by, chosen);
  return `Change in ${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}

/** `views and change in fans`. */
function whatOf(metrics: readonly Metric[]): string {
  const words = metrics.map((metric) =>
    metric.kind.isDifference ? `change in ${metricWords(metric)}` : metricWords(metric),
  );
  return [...new Set(words)].join(", ").replace(/, ([^,]*)$/, " and $1");
}

/** The network, the ranges, the time zone and the coverage. @param before the earlier range of a comparison. */
export function sourceOf(dimensions: readonly Dimension[], now: Result, before?: Result): string {
  // Profiles without a label have no row in a chart by label.
  const counted = (result: Result): Result => onlyLabelled(result, dimensions);
  const zone = networkTraits[now.network].dayZone ?? "profile time";
  const against = before === undefined ? "" : ` against ${rangeTitle(rangeOf(before))}`;
  const { statements } =
    before === undefined
      ? coverageText(counted(now))
      : comparedCoverage({ now: counted(now), before: counted(before) });
  return [`${now.network}, ${rangeTitle(rangeOf(now))}${against}, ${zone}.`, ...statements].join(
    " ",
  );
}
