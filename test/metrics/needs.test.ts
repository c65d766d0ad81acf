/** What a question needs follows from its range and metrics alone. */
import { expect, test } from "vitest";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { neededRange } from "../../src/questions/metrics/question/needs.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { toDay } from "../../src/base/time/days.ts";
import { connect } from "../helpers/connect.ts";
import { factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { idOf } from "../helpers/results.ts";
import { yearly } from "../helpers/yearly.ts";

const shown = (question: Question): unknown[] =>
  planQuestion(question, factsOf()).parts.map(({ metrics, dimensions }) => [
    metrics.map(({ name }) => name).join(" "),
    dimensions.join(" "),
  ]);

test.each<readonly Dimension[][]>([
  [[]],
  [["profile"]],
  [["date.week"]],
  [["date.quarter", "profile_label"]],
  [["profile", "date.day"]],
])("%j needs values by profile and day", (dimensions) => {
  const metrics = facebookMetrics("fans_lifetime", "insights_reach");
  expect(shown(yearly(dimensions, 300, { metrics }))).toEqual([
    ["fans_lifetime insights_reach", "profile date.day"],
  ]);
});

test("a breakdown needs its rows too", () => {
  const metrics = facebookMetrics("insights_reactions");
  expect(shown(yearly(["date.month", "reaction_type"], 3, { metrics }))).toEqual([
    ["insights_reactions", "profile date.day"],
    ["insights_reactions", "profile date.day reaction_type"],
  ]);
});

const levels = facebookMetrics("fans_lifetime", "insights_reach_28_days");

test("levels without a dimension of time need the last 29 days that are over", () => {
  const rangeOf = (rest: Partial<Question>, dimensions: readonly Dimension[] = []): unknown => {
    const question = yearly(dimensions, 3, { metrics: levels.slice(1), ...rest });
    const { start, end } = neededRange(question);
    return [start, end];
  };
  expect(rangeOf({})).toEqual(["2025-12-03", "2025-12-31"]);
  expect(rangeOf({}, ["profile", "country"])).toEqual(["2025-12-03", "2025-12-31"]);
  expect(rangeOf({ today: toDay("2025-12-11") })).toEqual(["2025-11-12", "2025-12-31"]);
  expect(rangeOf({ start: toDay("2025-12-20") })).toEqual(["2025-12-20", "2025-12-31"]);
  expect(rangeOf({}, ["date.month"])).toEqual(["2025-01-01", "2025-12-31"]);
  const metrics = [...levels, ...facebookMetrics("insights_views")];
  expect(rangeOf({ metrics })).toEqual(["2025-01-01", "2025-12-31"]);
  expect(rangeOf({ metrics: levels }), "and before a break").toEqual(["2025-10-17", "2025-12-31"]);
});

test("fans of a year in total are one month of numbers, and the reply names the year", async () => {
  const { call, failing, sandbox } = await connect({ profiles: 250 });
  const [start, end] = ["2024-12-01", "2025-10-31"];
  const range = { date_start: start, date_end: end };
  const question = { network: "facebook", metrics: ["fans_lifetime"], ...range };
  const { text } = await call("get_profile_metrics", { ...question, dimensions: [] });
  expect(text).toMatch(
    /^facebook, 250 profiles in total, 2024-12-01 to 2025-10-31, profile time\. Values missing: \d/,
  );
  expect(text).toMatch(/\n\d+ without values in 28 days\|–\n/);
  const bodies = sandbox.requests("metrics").map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  expect(bodies[0]).toMatchObject({ date_start: "2025-10-03", date_end: end });
  const pieces = [
    { grain: "month" },
    { statistic: "mean" },
    { statistic: "last", of: "week" },
    { date_start: "2025-10-20" },
    { date_end: "2025-05-31" },
  ];
  for (const piece of pieces) {
    const refused = await failing("read_result", { result: idOf(text), ...piece });
    expect(refused.text).toContain("levels in total need no earlier days");
  }
});
