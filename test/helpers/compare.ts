/** Results as maps, which compare equal whatever the order of their rows. */
import { rowKey, type Axis } from "../../src/numbers/cells/axis.ts";

export interface Numbers {
  readonly axes: readonly Axis[];
  readonly metrics: readonly string[];
  readonly values: Float64Array;
}

/** Returns every number by its rows and metric, without missing ones. */
export function numbersByKey({ axes, metrics, values }: Numbers): Map<string, number> {
  const numbers = new Map<string, number>();
  values.forEach((value, at) => {
    if (Number.isNaN(value)) return;
    let rest = Math.floor(at / metrics.length);
    const keys = [metrics[at % metrics.length] ?? ""];
    for (const { rows } of axes.toReversed()) {
      keys.push(rowKey(rows[rest % rows.length] ?? ""));
      rest = Math.floor(rest / rows.length);
    }
    numbers.set(keys.toReversed().join(" / "), value);
  });
  return numbers;
}

/** Returns the first difference between two maps of numbers, if any; means may differ in their last bits. */
export function difference(
  left: ReadonlyMap<string, number>,
  right: ReadonlyMap<string, number>,
): string | undefined {
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const leftNumber = left.get(key);
    const rightNumber = right.get(key);
    if (leftNumber === undefined || rightNumber === undefined)
      return `${key}: ${leftNumber} against ${rightNumber}`;
    if (Math.abs(leftNumber - rightNumber) > 1e-9 * Math.max(1, Math.abs(leftNumber)))
      return `${key}: ${leftNumber} against ${rightNumber}`;
  }
  return undefined;
}
