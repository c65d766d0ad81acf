/** Days on which many single profiles stand out together, a sentence for each. */
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { excessOf, type OutlierDay } from "../../numbers/table/outlier-days.ts";
import type { Outlier } from "../../numbers/table/outliers.ts";
import { formatNumber, formatPercent } from "../../base/text/numbers.ts";
import { cell, some } from "../../base/text/words.ts";

/** The profiles that a sentence names. */
const mostNamed = 3;

/**
 * `2026-10-14, insights_views: 50 of 250 profiles above usual, all of them labelled Premium; 498000 of the 525490 above
 * usual: Brand 139 (+274 %), Brand 12 (+251 %), …`
 */
export function outlierDayText(
  result: Result,
  { outliers, excess, excessOfTotal, label }: OutlierDay,
): string {
  const [{ metric, day, score }] = outliers;
  const side = score > 0 ? "above" : "below";
  const size = (value: number): string => formatNumber(Math.round(Math.abs(value)));
  const count = outliers.length;
  const named =
    label &&
    `, ${label.count === count ? "all" : label.count} of them labelled ${cell(rowName(result, "profile_label", label.row))}`;
  const part = label?.excess ?? excess;
  const of = excessOfTotal === undefined ? "" : ` of the ${size(excessOfTotal)}`;
  const names = outliers.map((outlier) => `${nameOf(result, outlier)}${percentText(outlier)}`);
  return `${day}, ${metric.name}: ${count} of ${result.profileCount} profiles stand out ${side} usual${named ?? ""}; ${size(part)}${of} ${side} usual: ${some(names, mostNamed)}.`;
}

const nameOf = (result: Result, { rows: [profile] }: Outlier): string =>
  profile === undefined ? "" : cell(rowName(result, profile.type, profile.row));

function percentText(outlier: Outlier): string {
  const middle = outlier.value - excessOf(outlier);
  return middle > 0 ? ` (${formatPercent((100 * excessOf(outlier)) / middle)} %)` : "";
}
