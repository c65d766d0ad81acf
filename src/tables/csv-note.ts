/** The note on the CSV, whose numbers are the API's. */
import type { Metric } from "../catalog/metrics/index.ts";
import type { Result } from "../cells/result.ts";
import { dimensionsOf } from "../cells/select.ts";
import { kindSuffix } from "../meaning/kind-column.ts";
import { dayColumn } from "../meaning/methods.ts";
import { crossedBreaks } from "../meaning/segments.ts";
import { some } from "../text/words.ts";
import { metricNames } from "./names.ts";
import type { Note } from "./notes.ts";

/** Says where the numbers of the CSV, which are the API's, differ from those that are shown. */
export function csvNote(result: Result): Note {
  const { metrics } = result.cells;
  const isHeld = (metric: Metric): boolean => dayColumn(result, metric) !== undefined;
  const further = metrics.filter((metric) => kindSuffix(result, metric) !== undefined);
  const names = (list: readonly Metric[]): string[] =>
    list.map((metric) => `${metric.name}:${kindSuffix(result, metric)}`);
  const filled = further.filter(isHeld);
  const empty = further.filter((metric) => !isHeld(metric));
  const [first] = filled;
  const rowsAreDays = dimensionsOf(result).includes("date.day");
  const others = metrics.filter(
    (metric) =>
      isHeld(metric) &&
      !rowsAreDays &&
      !further.includes(metric) &&
      differsInText(metric, result.days?.metrics ?? metrics),
  );
  const crossed = metrics.filter(
    (metric) =>
      !rowsAreDays && metric.isDerived !== true && crossedBreaks(result, metric).length > 0,
  );
  const cut = filled.filter(
    (metric) => crossed.includes(metric) && kindSuffix(result, metric) !== "last",
  );
  const texts = [
    first !== undefined &&
      `${some(metricNames(filled), 4)} ${filled.length === 1 ? `is the API's ${apiWord(first)}` : "are the API's"}, ${some(names(filled), 4)} as here`,
    empty.length > 0 && `${some(names(empty), 4)} is empty, because days are not held`,
    others.length > 0 && `${some(metricNames(others), 4)}: the API's mean`,
    crossed.length > 0 && `rows of ${some(metricNames(crossed), 4)} can cross the break`,
    cut.length > 0 && `${some(names(cut), 4)} is empty in these rows`,
  ].filter((text) => text !== false);
  return texts.length > 0 && `CSV: ${texts.join("; ")}.`;
}

/** The API's mean has no further column, and the text shows the last days or a ratio. */
const differsInText = ({ kind, parts, isDerived }: Metric, metrics: readonly Metric[]): boolean =>
  kind.overDays === "last" ||
  (isDerived !== true &&
    parts !== undefined &&
    parts.every((part) => metrics.some(({ name }) => name === part)));

const apiWord = ({ aggregation }: Metric): string => (aggregation === "average" ? "mean" : "sum");
