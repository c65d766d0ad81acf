/** A result of any shape, however small, has each of its orders, views, conditions and pictures, or an error that helps. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const shapes = [[], ["profile"], ["day"], ["profile", "day"], ["weekday"], ["profile_label"]];
const ranges = [
  { period: "yesterday" },
  { period: "last_3_days" },
  // A break divides this month.
  { date_start: "2025-11-10", date_end: "2025-11-20" },
];
const pages = [{}, { profiles: ["Acme US"] }, { profiles: ["Acme US", "Café Žofín"] }];
const options = [
  { sort_by: "coverage" },
  { sort_by: "insights_views", order: "asc" },
  { where: ["insights_views > 0"] },
  { where: ["coverage >= 50"] },
  { compare_to: "previous_period" },
];
const pieces = [
  { view: "shares" },
  { view: "outliers" },
  { view: "gaps" },
  { per_profile: true },
  { statistic: "median" },
  { window: 7 },
  { grain: "week" },
];

test.each(ranges)("%o", async (range) => {
  const { attempt } = await connect({ profiles: 12, isBelievable: true });
  const defects: unknown[] = [];
  let answered = 0;
  const ask = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { text, isError } = await attempt(name, args);
    if (text.includes("internal_error")) defects.push([name, args, text]);
    answered += isError ? 0 : 1;
    return isError ? "" : idOf(text);
  };
  for (const dimensions of shapes)
    for (const chosen of pages) {
      const question = {
        network: "facebook",
        metrics: ["insights_views", "fans_lifetime"],
        dimensions,
        ...range,
        ...chosen,
      };
      for (const option of options) await ask("get_profile_metrics", { ...question, ...option });
      const result = await ask("get_profile_metrics", question);
      for (const piece of pieces) await ask("read_result", { result, ...piece });
      await ask("chart_result", { result });
    }
  expect(defects).toEqual([]);
  expect(answered).toBeGreaterThan(100);
});
