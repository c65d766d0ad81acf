/** Finds values that are missing from an answer and may still arrive. */
import type { MetricsAnswer, MetricsRequest } from "../../api/metrics-answer.ts";
import { needsInsights, type Metric } from "../../catalog/metrics/index.ts";
import { rowKey } from "../../cells/axis.ts";
import { stridesOf } from "../../cells/cells.ts";
import type { Question } from "../question/question.ts";

/** Values of insights metrics never arrive for profiles whose insights are off. */
export function hasGaps(
  { metrics: asked, profiles }: Question,
  { metrics: names }: MetricsRequest,
  { axes, values }: MetricsAnswer,
): boolean {
  const off = new Set(
    profiles.filter(({ insightsEnabled }) => insightsEnabled === false).map(({ id }) => String(id)),
  );
  const insights = names.map((name) =>
    asked.some((metric: Metric) => metric.name === name && needsInsights(metric)),
  );
  const axis = axes.findIndex(({ type }) => type === "profile");
  const rows = axes[axis]?.rows ?? [];
  const stride = stridesOf(axes, names.length)[axis] ?? 1;
  const isOff = rows.map((row) => off.has(rowKey(row)));
  return values.some((value, at) => {
    if (!Number.isNaN(value)) return false;
    const row = rows.length === 0 ? -1 : Math.floor(at / stride) % rows.length;
    return !(isOff[row] === true && insights[at % names.length] === true);
  });
}
