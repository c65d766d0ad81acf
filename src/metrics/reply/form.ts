/** The numbers that a piece of a result shows: those of the kinds, statistics of daily values, shares, or per profile. */
import { each } from "../../async/work.ts";
import { isStatistic, statistics, type Statistic } from "../../catalog/statistics.ts";
import { isDateDimension, type Dimension } from "../../catalog/dimensions.ts";
import { inputError } from "../../errors/tool-error.ts";
import { combineBuckets } from "../../meaning/bucket-statistics.ts";
import { combineDaily, figuresOf } from "../../meaning/daily.ts";
import { joinFigures } from "../../meaning/figures.ts";
import { perProfile, sharesOf } from "../../meaning/shares.ts";
import type { Piece } from "../../replies/reply.ts";
import type { Result } from "../../cells/result.ts";
import type { Shown } from "../../tables/shown.ts";
import { slice } from "./slice.ts";

/** The statistics that a text names, separated by commas. @throws ToolError `invalid_input` for any other text. */
export function readStatistics(text: string | undefined): Statistic[] {
  if (text === undefined) return [];
  const names = [...new Set(text.split(",").map((name) => name.trim()))];
  return names.map((name) => {
    if (isStatistic(name)) return name;
    throw inputError(
      `${JSON.stringify(name.slice(0, 40))} is not a statistic`,
      `Choose from ${statistics.join(", ")}; several with commas.`,
    );
  });
}

/**
 * Returns the function that combines a result into the numbers of a piece.
 * @param whole the rows of the question, whose total shares are of.
 */
export const combinerOf = (
  { statistic, of = "day", view, perProfile: isPerProfile }: Piece,
  whole: Result,
): Shown["combine"] =>
  function* combine(result, dimensions) {
    const names = readStatistics(statistic);
    if (names.length > 0) {
      const all = yield* each(names, (name) =>
        of === "day"
          ? combineDaily(result, dimensions, () => name, { needsAll: needsAll(name) })
          : combineBuckets(result, dimensions, name, of),
      );
      return joinFigures(all);
    }
    if (view === "shares") {
      const metrics = result.cells.metrics.map(({ name }) => name);
      return yield* sharesOf(result, dimensions, slice(whole, { metrics }));
    }
    const combined = isPerProfile === true ? perProfile : figuresOf;
    return yield* combined(result, dimensions);
  };

/** The lowest, highest and first value are of days on which every profile has a value already. */
const needsAll = (statistic: Statistic): boolean => ["min", "max", "first"].includes(statistic);

/** The forms that a piece asks for: its numbers are not those of the kinds. */
const formsOf = ({ statistic, view, perProfile: isPerProfile }: Piece): string[] =>
  [
    statistic !== undefined && "statistic",
    view === "shares" && "view shares",
    isPerProfile === true && "per_profile",
  ].filter((form) => form !== false);

/** True for numbers that have no totals and no shorter form. */
export const isSpecial = (piece: Piece, dimensions: readonly Dimension[]): boolean =>
  formsOf(piece).length > 0 || dimensions.includes("date.weekday");

/** @throws ToolError `invalid_input` for arguments that cannot be combined. */
export function checkForm(piece: Piece, dimensions: readonly Dimension[]): void {
  const { statistic, of = "day", perProfile: isPerProfile = false } = piece;
  const time = dimensions.find((type) => isDateDimension(type));
  const forms = formsOf(piece);
  const check = (isWrong: boolean, problem: string, advice: string): void => {
    if (isWrong) throw inputError(problem, advice);
  };
  check(
    of !== "day" && statistic === undefined,
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
  check(forms.length > 1, `${forms.join(" and ")} cannot be combined`, "Give one of them.");
}
