/** The digits of numbers in replies (replies.md, Numbers). */
import { expect, test } from "vitest";
import {
  formatDifference,
  formatNumber,
  formatPercent,
  formatPoints,
  formatShare,
} from "../../src/base/text/numbers.ts";

test.each([
  [-0, "0"],
  [12, "12"],
  [-3, "-3"],
  [1234567, "1234567"],
  [9_007_199_254_740_991, "9007199254740991"],
  [46410.6387, "46411"],
  [999.96, "1000"],
  [906.2857, "906.3"],
  [27.756, "27.76"],
  [2.23456, "2.235"],
  [2.5, "2.5"],
  [-1.0001, "-1"],
  [2 / 3, "0.6667"],
  [0.00031249, "0.0003125"],
  [-0.000_012_344, "-0.00001234"],
  [1e-120, "0"],
  [Number.NaN, "–"],
  [Number.POSITIVE_INFINITY, "·"],
])("the number %d is written %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [241.2998, [46410.6387, 46169.3389], "+241"],
  [-0.2, [46410.6387, 46410.8387], "~0"],
  [11.386, [601.52, 590.134], "+11.4"],
  [-2.25, [27.75, 30], "-2.25"],
  [0, [5.5, 5.5], "0"],
  [-496227.4, [], "-496227"],
  [0.3, [], "~0"],
  [Number.NaN, [], "–"],
  [Number.POSITIVE_INFINITY, [], "·"],
])("the change %d of %j is rounded once: %s", (change, numbers, text) => {
  expect(formatDifference(change, numbers)).toBe(text);
});

test.each([
  [-1.42, "-1.4"],
  [0.0336, "+0.034"],
  [-34.78, "-34.8"],
  [0, "0"],
])("the difference of %d points is written %s", (points, text) => {
  expect(formatPoints(points)).toBe(text);
});

test.each([
  [2.02, "+2"],
  [-34.78, "-34.8"],
  [0.04, "~0"],
  [-0.04, "~0"],
  [0, "0"],
  [-0, "0"],
  [Number.NaN, "–"],
])("the percent change %d is written %s", (value, text) => {
  expect(formatPercent(value)).toBe(text);
});

test.each([
  [34.78, "34.8"],
  [9.96, "10"],
  [2.31, "2.3"],
  [0.1449, "0.14"],
  [0.0214, "0.021"],
  [-0.0214, "-0.021"],
  [100, "100"],
  [0, "0"],
  [Number.NaN, "–"],
])("the share %d is written %s", (value, text) => {
  expect(formatShare(value)).toBe(text);
});
