/** The numbers that a piece of a result shows: those of the kinds, statistics of daily values, shares, or per profile. */
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import { grains } from "../../catalog/grains.ts";
import { plural } from "../../base/text/words.ts";
import type { Metric } from "../../catalog/metrics/index.ts";
import { onlyThroughout } from "../../numbers/meaning/levels.ts";
import { measures, statistics } from "../../catalog/statistics.ts";
import type { Measure, Statistic, StatisticBucket } from "../../catalog/statistics.ts";
import { rowKey } from "../../numbers/cells/axis.ts";
import type { Result } from "../../numbers/cells/result.ts";
import { choiceSaid } from "../../catalog/words.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { isNumber } from "../../numbers/cells/states.ts";
import { differsMuch } from "../../numbers/meaning/coverage.ts";
import { holdsBreak } from "../../numbers/meaning/segments.ts";
import { combine } from "../../numbers/table/combine.ts";
import { perProfile, share } from "../../numbers/table/share.ts";
import { fold, statistic } from "../../numbers/table/statistic.ts";
import { windowMeans } from "../../numbers/table/window.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { foldThroughout } from "../../numbers/table/throughout.ts";
import { coverageAt } from "../../numbers/table/table.ts";
import { timeRows } from "../../numbers/meaning/time-rows.ts";
import type { Note } from "../replies/layout.ts";
import type { Piece } from "../replies/reply.ts";
import type { Shown } from "../report/shown.ts";
import { percent } from "../../base/text/numbers.ts";
import { some } from "../../base/text/words.ts";
import { slice } from "./slice.ts";

/** The statistics that a text names, separated by commas. @throws ToolError `invalid_input` for any other text. */
export function readStatistics(text: string | undefined): Statistic[] {
  if (text === undefined) return [];
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  return names.map((name) => {
    const match = statistics.find((candidate) => candidate === name);
    if (match !== undefined) return match;
    const said = choiceSaid(name);
    throw inputError(
      `${JSON.stringify(name.slice(0, 40))} is not a statistic${said === undefined ? "" : ` (write ${said})`}`,
      `Choose from ${statistics.join(", ")}; several with commas.`,
    );
  });
}

/** The operator of each measure. @see share for its parameters. */
const operators: Readonly<Record<Measure, typeof share>> = { shares: share };

/**
 * Returns the function that folds a result into the numbers of a piece.
 * @param population the rows of the question, whose total shares are of.
 */
export const foldOf = (
  { statistic: names, of = "day", view, perProfile: isPerProfile, window }: Piece,
  population: Result,
): Shown["fold"] => {
  const statisticNames = readStatistics(names);
  return (result, dimensions, combining) => {
    if (statisticNames.length > 0)
      return foldThroughout(
        result,
        dimensions,
        (counted, types, options) =>
          statistic(counted, types, { names: statisticNames, of }, options),
        combining,
      );
    const measure = measures.find((name) => name === view);
    if (measure !== undefined) {
      const metrics = result.metrics.map(({ name }) => name);
      return operators[measure](result, dimensions, slice(population, { metrics }), combining);
    }
    if (window !== undefined) return foldThroughout(result, dimensions, windowMeans, combining);
    if (isPerProfile === true) return perProfile(result, dimensions, combining);
    // Weekdays are means: of levels those of the profiles that are there throughout.
    return dimensions.includes("date.weekday")
      ? foldThroughout(result, dimensions, fold, combining)
      : fold(result, dimensions, combining);
  };
};

export const throughoutNotes = (result: Result, dimensions: readonly Dimension[]): string[] =>
  Array.from(
    dimensions.includes("profile") ? [] : onlyThroughout(result).counts,
    ([name, count]) =>
      `${name}: statistics are of the ${plural(count, "profile")} with values in the first and the last 7 days.`,
  );

/** The forms that a piece asks for: its numbers are not those of the kinds. */
const formsOf = (piece: Piece): string[] =>
  [
    piece.statistic !== undefined && "statistic",
    measures.some((name) => name === piece.view) && `view ${piece.view}`,
    piece.perProfile === true && "per_profile",
    piece.window !== undefined && "window",
  ].filter((form) => form !== false);

/** True for numbers that have no totals and no shorter form. */
export const isSpecial = (piece: Piece, dimensions: readonly Dimension[]): boolean =>
  formsOf(piece).length > 0 || dimensions.includes("date.weekday");

/** @throws ToolError `invalid_input` for arguments that cannot be combined. */
export function checkForm(piece: Piece, dimensions: readonly Dimension[]): void {
  const { of = "day", perProfile: isPerProfile = false } = piece;
  const time = dimensions.find((type) => isDateDimension(type));
  const forms = formsOf(piece);
  const check = (isWrong: boolean, problem: string, advice: string): void => {
    if (isWrong) throw inputError(problem, advice);
  };
  check(
    of !== "day" && piece.statistic === undefined,
    `of ${of} is for a statistic, and none is named`,
    "Name a statistic, such as min.",
  );
  check(
    of !== "day" && time !== undefined,
    `of ${of} is for rows of the whole range, and these are by ${time?.replace("date.", "")}`,
    "Leave grain out.",
  );
  check(
    isPerProfile && dimensions.includes("profile"),
    "per_profile divides rows of several profiles, and these rows are single profiles",
    "Ask get_profile_metrics without profile among the dimensions.",
  );
  check(
    isPerProfile && time === "date.weekday",
    "per_profile divides sums and levels, and weekdays are means",
    "Choose another grain, such as day.",
  );
  check(
    piece.window !== undefined && time !== "date.day",
    `window is the mean of days, and these rows are by ${time?.replace("date.", "")}`,
    "Leave grain out.",
  );
  check(forms.length > 1, `${forms.join(" and ")} cannot be combined`, "Give one of them.");
}

/** @throws ToolError `invalid_input` with the reason where a kind forbids the statistic. */
export function checkStatistic(
  result: Result,
  name: Statistic,
  of: "day" | StatisticBucket = "day",
): void {
  const reasonAgainst = (metric: Metric): string | undefined => {
    const { kind, isDerived, terms } = metric;
    if (name === "sum" && kind.isDistinct && of !== "day")
      return `the ${of}s of people are means, which cannot be added`;
    if (name === "sum") return kind.whyNoSum;
    if (name === "mean" && isDerived === true && terms === undefined)
      return "a mean of daily ratios is not the ratio; without statistic it is the sum over the sum";
    if (name === "mean" && kind.isWindow)
      return "each day counts the days before it too, so a mean would count days several times";
    return undefined;
  };
  for (const metric of result.metrics) {
    const reason = reasonAgainst(metric);
    if (reason !== undefined)
      throw inputError(
        `${metric.name} has no ${name} here: ${reason}`,
        "Choose another statistic for it, or other metrics.",
      );
  }
}

export const windowNote = ({ window }: Piece): Note =>
  window !== undefined &&
  `Each day has the mean of the ${window} days up to it, where at least ${ourLimits.window.least} have values: none in the first ${window - 1} days of the range, or of a side of a break.`;

/** Says what the statistics are of, and which buckets are cut, so that they do not count. */
export function statisticNote(
  result: Result,
  statisticNames: readonly Statistic[],
  of: "day" | StatisticBucket = "day",
): Note {
  if (statisticNames.length === 0) return false;
  const which = `The numbers are the ${statisticNames.join(" and ")} of`;
  if (of === "day") return `${which} the daily values of each row.`;
  const { network, metrics } = result;
  const { rows } = timeRows(result, `date.${of}`);
  const cut = rows.flatMap(({ row, isPartial }) => (isPartial ? [rowKey(row)] : []));
  const broken = metrics.flatMap((metric) =>
    rows.flatMap(({ row, start, end }) =>
      holdsBreak({ network, start, end }, metric) ? [`${rowKey(row)} of ${metric.name}`] : [],
    ),
  );
  const texts = [
    cut.length > 0 && `${some(cut, 3)}, cut by the range`,
    broken.length > 0 && `${some(broken, 4)}, cut by a break`,
  ].filter((text) => text !== false);
  const without = texts.length === 0 ? "" : `, without ${texts.join(", and ")}`;
  return `${which} the ${grains[of].plural} of each row${without}. A ${of} of a profile counts where at least 95 % of its days have values; a row that lacks one meets no condition.`;
}

/** Names sums whose lowest or highest day may be one on which fewer profiles have a value. */
export function statisticCoverageNotes(
  result: Result,
  dimensions: readonly Dimension[],
  name: Statistic,
): Note[] {
  const isExtreme = name === "min" || name === "max";
  const isSum = !dimensions.includes("profile") && result.profileCount > 1;
  if (!isExtreme || !isSum) return [];
  const { columns } = combine(result, ["date.day"]);
  return columns.map((column) => {
    const { metric, method } = column;
    const rows = [...column.values.keys()];
    const shares = rows.map((row) => coverageAt(column, row)).filter(isNumber);
    const [least, most] = [Math.min(...shares), Math.max(...shares)];
    return (
      method === "sum" &&
      differsMuch(least, most) &&
      `${metric.name}: the days have from ${percent(least)} to ${percent(most)} of their profile-days.`
    );
  });
}
