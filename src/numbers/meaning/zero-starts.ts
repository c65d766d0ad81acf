/** Profiles that have not begun: they have only zeros, for weeks, before values that are hardly ever 0. */
import { mean } from "simple-statistics";
import type { Metric } from "../../catalog/metrics/index.ts";
import { follows, type Known } from "./known-values.ts";
import { canEndInZeros } from "./zero-runs.ts";

/** The fewest days in a row of zeros, and of the values that follow. */
const leastDays = { zeros: 28, after: 14 };
/** The share of the days after the first value that are above 0. */
const leastAbove = 0.9;
/** The events that would be usual on the days of zeros. */
const leastEvents = 50;

/** The values without the zeros before a beginning: of counts of events and people that are not paid for. */
export function withoutZeroStarts(known: Known, metric: Metric): Known {
  if (!canEndInZeros(metric)) return known;
  const lines = known.lines.map((line) => {
    const first = beginningOf(known, line.values);
    return first === 0
      ? line
      : { ...line, values: line.values.map((value, at) => (at < first ? Number.NaN : value)) };
  });
  return { ...known, lines };
}

/** The place of the first value above 0 after days of zeros; 0 for values without such a beginning. */
function beginningOf(known: Known, values: Float64Array): number {
  const first = values.findIndex((value) => value !== 0 && !Number.isNaN(value));
  let [longest, run] = [0, 0];
  for (let at = 0; at < first; at += 1) {
    run = values[at] === 0 ? (follows(known, at) ? run : 0) + 1 : 0;
    longest = Math.max(longest, run);
  }
  if (longest < leastDays.zeros) return 0;
  const after = values.subarray(first).filter((value) => !Number.isNaN(value));
  const above = after.filter((value) => value > 0).length;
  const isSteady = after.length >= leastDays.after && above >= leastAbove * after.length;
  return isSteady && mean([...after]) * longest >= leastEvents ? first : 0;
}
