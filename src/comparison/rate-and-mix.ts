/** Splits the change of a ratio over rows: what changed within rows (rate), and what their weights changed (mix). */
import { numberAt } from "../cells/number-at.ts";
import { isNumber, type Quotients } from "../meaning/figures.ts";

export type RateAndMix = Readonly<Record<"rate" | "mix", Float64Array>>;

/**
 * Midpoint weights: the rate of a row is the change of its ratio times its mean weight; the mix is the change of its
 * weight times the distance of its mean ratio from that of all, so that a row above the average which grows raises the
 * whole. The sum of both over all rows is the change of all. A side without a ratio takes the other side's.
 * @param now numerators and denominators by row; NaN where a side does not have the row.
 */
export function rateAndMix(now: Quotients, before: Quotients): RateAndMix {
  const [allNow, allBefore] = [sumOf(now.below), sumOf(before.below)];
  const rate = new Float64Array(now.above.length).fill(Number.NaN);
  const mix = rate.slice();
  if (allNow === 0 || allBefore === 0) return { rate, mix };
  const mean = (sumOf(now.above) / allNow + sumOf(before.above) / allBefore) / 2;
  for (let row = 0; row < rate.length; row += 1) {
    const [one, other] = [partAt(now, row), partAt(before, row)];
    if (one === noPart && other === noPart) continue;
    const ratioNow = one.ratio ?? other.ratio ?? 0;
    const ratioBefore = other.ratio ?? one.ratio ?? 0;
    const [share, shareBefore] = [one.below / allNow, other.below / allBefore];
    const weight = (share + shareBefore) / 2;
    const added = one.above / allNow - other.above / allBefore;
    rate[row] = (ratioNow - ratioBefore) * weight;
    mix[row] = added - numberAt(rate, row) - (share - shareBefore) * mean;
  }
  return { rate, mix };
}

/** A row that a side does not have. */
const noPart = { above: 0, below: 0, ratio: undefined };

/** Without a ratio over 0. */
function partAt(quotients: Quotients, row: number) {
  const [above, below] = [numberAt(quotients.above, row), numberAt(quotients.below, row)];
  if (!isNumber(above) || !isNumber(below)) return noPart;
  return { above, below, ratio: below === 0 ? undefined : above / below };
}

export const sumOf = (list: Float64Array): number =>
  list.reduce((sum, value) => (isNumber(value) ? sum + value : sum), 0);
