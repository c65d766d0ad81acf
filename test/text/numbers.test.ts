import { expect, test } from "vitest";
import { formatChange, formatNumber } from "../../src/text/numbers.ts";

test.each([
  [0.0414, "+4.1%"],
  [-0.25, "-25%"],
  [0, "0%"],
  [-0, "0%"],
  [0.0004, "0%"],
  [-0.0004, "0%"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "·"],
])("a change of %d is written %s", (share, text) => {
  expect(formatChange(share)).toBe(text);
});

test.each([
  [-0, "0"],
  [1234567, "1234567"],
  [0.5, "0.5"],
  [0.000_012_34, "0.000012"],
  [1 / 3, "0.3333"],
  [Number.NaN, "–"],
])("the number %d is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
