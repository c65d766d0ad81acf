/** The order of the names that errors propose. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { nearest } from "../../src/base/text/nearest.ts";

const brands = ["Brand 1", "Brand 120", "Brand 4", "My Brand 12 US", "Brand 12", "Brand 14"];

test.each([
  ["brand14", ["Brand 14"]],
  ["BRAND-12", ["Brand 12"]],
  ["brand 12", ["Brand 12", "My Brand 12 US", "Brand 120", "Brand 1"]],
  ["brand12", ["Brand 12", "My Brand 12 US", "Brand 120", "Brand 1"]],
  ["us brand", ["My Brand 12 US"]],
])(
  "%s: equal names, then those with all of its words, then those that it begins, then by distance",
  (text, expected) => {
    expect(nearest(text, brands, expected.length)).toEqual(expected);
  },
);

test("words of metrics end at underscores, and the beginning of a word is nearer than a short name", () => {
  const metrics = metricsOf("facebook", 3).map(({ name }) => name);
  expect(nearest("views", metrics, 1)).toEqual(["insights_views"]);
  expect(nearest("view", metrics, 1)).toEqual(["insights_views"]);
  expect(nearest("fans_life", metrics, 1)).toEqual(["fans_lifetime"]);
  expect(nearest("fan_chnage", metrics, 1)).toEqual(["fans_change"]);
});

test("names without letters and digits are not taken for equal", () => {
  expect(nearest("?!", ["!!", "👍", "?!"], 1)).toEqual(["?!"]);
  expect(nearest("", ["a", "b"])).toEqual([]);
  // In one or two letters nothing can differ.
  expect(nearest("c", ["a", "b"])).toEqual([]);
});
