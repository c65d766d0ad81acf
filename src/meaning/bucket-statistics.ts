/** Statistics over the weeks, months or quarters of each row (`of` of read_result). */
import { each, type Work } from "../async/work.ts";
import type { Dimension } from "../catalog/dimensions.ts";
import type { GrainName } from "../catalog/grains.ts";
import type { Statistic } from "../catalog/statistics.ts";
import type { Result } from "../cells/result.ts";
import { numberAt } from "../cells/number-at.ts";
import { combine, waysOf } from "./combine.ts";
import { statisticValue } from "./daily.ts";
import { coverageAt, isNumber, isWithheld, withheld, type Figures } from "./figures.ts";
import type { TimeRow } from "./time-rows.ts";

/** A bucket counts where at least this share of its days has a value. */
const enough = 0.95;

/**
 * The statistic of the buckets of each row. Its coverage is that of the buckets: how many count, of those that the range
 * holds whole.
 * @param dimensions none of time.
 */
export function* combineBuckets(
  result: Result,
  dimensions: readonly Dimension[],
  statistic: Statistic,
  bucket: GrainName,
): Work<Figures> {
  const ways = waysOf(result);
  const whole = yield* combine(result, dimensions, { ways });
  const held = yield* combine(result, [...dimensions, `date.${bucket}`], {
    ways,
    isDivided: false,
  });
  const time: readonly TimeRow[] = held.axes.at(-1)?.time ?? [];
  const width = whole.columns.length;
  const figures = {
    ...whole,
    columns: whole.columns.map((column) => ({ ...column, method: statistic, bucket })),
    values: new Float64Array(whole.values.length),
    covered: new Uint32Array(whole.values.length),
    expected: new Uint32Array(whole.values.length),
    pending: new Uint8Array(whole.values.length),
    days: new Int32Array(whole.values.length).fill(-1),
  };
  yield* each(whole.columns, function* column({ metric, segment }, place) {
    const source = held.columns.findIndex((one) => one.metric === metric);
    const buckets = [...time.keys()].filter((row) => {
      const { isPartial = true, start = "", end = "" } = time[row] ?? {};
      return !isPartial && start >= segment.start && end <= segment.end;
    });
    for (let at = place; at < figures.values.length; at += width) {
      const line = Math.floor(at / width) * time.length;
      const places = buckets.map((row) => (line + row) * held.columns.length + source);
      const list = places.flatMap((from) =>
        counts(held, from) ? numberAt(held.values, from) : [],
      );
      const isHidden = places.some((from) => isWithheld(numberAt(held.values, from)));
      figures.values[at] = isHidden
        ? withheld
        : list.length === 0
          ? Number.NaN
          : statisticValue(list, statistic);
      figures.covered[at] = list.length;
      figures.expected[at] = buckets.length;
    }
    yield;
  });
  return figures;
}

const counts = (held: Figures, at: number): boolean =>
  isNumber(numberAt(held.values, at)) && held.pending[at] !== 1 && !(coverageAt(held, at) < enough);
