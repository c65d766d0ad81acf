/** The change of a ratio over rows, split by hand. */
import { expect, test } from "vitest";
import { rateAndMix } from "../../src/comparison/rate-and-mix.ts";

const quotients = (above: readonly number[], below: readonly number[]) => ({
  above: Float64Array.from(above),
  below: Float64Array.from(below),
});

test("the rate is the change by the mean weight; the mix is the change of weight by the distance from all", () => {
  // Ratios 0.5 and 0.1 become 0.6 and 0.1; weights 0.5 and 0.5 become 0.25 and 0.75; all: 0.3 becomes 0.225.
  const { rate, mix } = rateAndMix(quotients([15, 7.5], [25, 75]), quotients([25, 5], [50, 50]));
  expect([...rate].map((one) => one.toFixed(4))).toEqual(["0.0375", "0.0000"]);
  // -0.25 × (0.55 - 0.2625) and 0.25 × (0.1 - 0.2625): both lower the whole.
  expect([...mix].map((one) => one.toFixed(4))).toEqual(["-0.0719", "-0.0406"]);
});

test("a row on one side only has no rate: the side without it takes the other's ratio", () => {
  const { rate, mix } = rateAndMix(quotients([5, 3], [10, 10]), quotients([5, NaN], [10, NaN]));
  expect([...rate]).toEqual([0, 0]);
  // The new row is below the average of 0.45, and the old one above: both lower the whole.
  expect([...mix].map((one) => one.toFixed(4))).toEqual(["-0.0250", "-0.0750"]);
});

test("rows over 0 keep the sum, and rows without both parts have neither", () => {
  const { rate, mix } = rateAndMix(
    quotients([5, 1, NaN], [10, 0, NaN]),
    quotients([5, 0, NaN], [10, 0, NaN]),
  );
  expect([rate[2], mix[2]]).toEqual([Number.NaN, Number.NaN]);
  const sum = [...rate, ...mix].reduce((total, one) => total + (Number.isNaN(one) ? 0 : one), 0);
  expect(sum).toBeCloseTo(6 / 10 - 5 / 10, 12);
});
