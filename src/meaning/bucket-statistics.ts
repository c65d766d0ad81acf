/** Statistics over the weeks, months or quarters of each row (`of` of read_result). */
import { each, type Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { GrainName } from "../catalog/grains.ts";
import type { Statistic } from "../catalog/statistics.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { combine } from "./combine.ts";
import { statisticValue } from "./daily.ts";
import { differsMuch } from "./coverage.ts";
import { coverageAt, isNumber, isWithheld, withheld } from "./figures.ts";
import type { Column, Figures } from "./figures.ts";
import type { TimeRow } from "./time-rows.ts";

/** A bucket of a profile counts where at least this share of its days has a value. */
const enough = 0.95;

/**
 * The statistic of the buckets of each row that the range holds whole. A bucket of rows that combine profiles counts where
 * it has about as many of its profile-days as the best one.
 * @param dimensions none of time.
 */
export function* combineBuckets(
  result: Result,
  dimensions: readonly Dimension[],
  statistic: Statistic,
  grain: GrainName,
): Work<Figures> {
  const whole = yield* combine(result, dimensions);
  const held = yield* combine(result, [...dimensions, `date.${grain}`], { isDivided: false });
  const time: readonly TimeRow[] = held.axes.at(-1)?.time ?? [];
  const width = whole.columns.length;
  const values = new Float64Array(whole.values.length);
  const isOfOne = dimensions.includes("profile") || result.profileCount === 1;
  const columns = yield* each(whole.columns, function* withBuckets(column, place): Work<Column> {
    const { metric, segment } = column;
    const source = held.columns.findIndex((one) => one.metric === metric);
    const buckets = [...time.keys()].filter((row) => {
      const { isPartial = true, start = "", end = "" } = time[row] ?? {};
      return !isPartial && start >= segment.start && end <= segment.end;
    });
    const counted = new Uint32Array(values.length / width);
    for (let line = 0; line < counted.length; line += 1) {
      const places = buckets.map(
        (row) => (line * time.length + row) * held.columns.length + source,
      );
      const shares = places.map((from) => coverageAt(held, from));
      const most = Math.max(...shares);
      const list = places.flatMap((from, at) => {
        const [value, share = 1] = [numberAt(held.values, from), shares[at]];
        const isThin = isOfOne ? share < enough : differsMuch(most, share);
        return isNumber(value) && held.pending[from] !== 1 && !isThin ? value : [];
      });
      const isHidden = places.some((from) => isWithheld(numberAt(held.values, from)));
      const value = list.length === 0 ? Number.NaN : statisticValue(list, statistic);
      values[line * width + place] = isHidden ? withheld : value;
      counted[line] = list.length;
    }
    yield;
    return { ...column, method: statistic, buckets: { grain, all: buckets.length, counted } };
  });
  const none = { pending: whole.pending.slice().fill(0), days: whole.days.slice().fill(-1) };
  return { ...whole, ...none, columns, values };
}
