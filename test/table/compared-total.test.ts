/** The numbers of all rows are compared once, whatever a reply and later ones write of them. */
import { expect, test } from "vitest";
import { finish } from "../../src/base/async/work.ts";
import { StoredMetrics } from "../../src/answers/results/stored.ts";
import { comparedTotal } from "../../src/numbers/table/compared-total.ts";
import { required } from "../../src/base/errors/tool-error.ts";
import type { Comparison } from "../../src/numbers/cells/result.ts";
import { LocalCalls } from "../helpers/costs.ts";
import { sandboxApi } from "../helpers/sandbox-api.ts";

const month = { date_start: "2026-10-01", date_end: "2026-10-31", compare_to: "previous_period" };
const facebook = { network: "facebook", metrics: ["insights_views", "fans_lifetime"] };

/** Asks, and returns the stored comparison. */
async function comparisonOf(question: object, part = ""): Promise<Comparison> {
  const calls = new LocalCalls(sandboxApi(20));
  const { id } = await calls.call("get_profile_metrics", { ...month, ...question }, true);
  const stored = await calls.services.results.find(`${id}${part}`);
  if (!(stored instanceof StoredMetrics)) throw new Error("no metrics are stored");
  return required(stored.comparison, "a comparison");
}

test.each([
  ["by profile", { ...facebook, dimensions: ["profile"] }],
  ["by label", { ...facebook, dimensions: ["profile_label"] }],
  ["without rows", { ...facebook, dimensions: [] }],
  ["of all networks", { network: "all" }, "~linkedin"],
])("%s", async (_, question, part?: string) => {
  const comparison = await comparisonOf(question, part);
  const { dimensions } = comparison.now;
  // The work ends at its first step, because nothing is left to compare.
  const { done, value } = comparedTotal(comparison, dimensions).next();
  expect(done).toBe(true);
  expect(value).toBe(finish(comparedTotal(comparison, dimensions)));
});

test("rows of labels have another total, without the profiles that no label has", async () => {
  const { now, before } = await comparisonOf({ ...facebook, dimensions: ["profile_label"] });
  const labels = required(now.labels, "the labels");
  const fewer = { ...labels, placesOf: new Map([...labels.placesOf].slice(0, 7)) };
  const comparison = { now: { ...now, labels: fewer }, before: { ...before, labels: fewer } };
  const countOf = (dimensions?: ["profile_label"]): number =>
    finish(comparedTotal(comparison, dimensions)).comparison.now.profileCount;
  expect([countOf(["profile_label"]), countOf(), countOf(["profile_label"])]).toEqual([7, 20, 7]);
});
