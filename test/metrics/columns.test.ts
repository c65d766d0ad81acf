/** The columns of a result are counted before they are made, whoever asks for them. */
import { expect, test } from "vitest";
import { ourLimits } from "../../src/catalog/limits.ts";
import { connect } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const ratios = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `r${place} = insights_reactions / insights_views`);

const year = {
  network: "facebook",
  metrics: ["insights_reactions", "insights_views"],
  date_start: "2025-11-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.day"],
};

/** Bytes of memory that a refusal may take. */
const little = 200 * 1024 * 1024;

test("ratios of a stored result and of a chart are refused before they are made", async () => {
  expect(500 * 365 * 102).toBeGreaterThan(ourLimits.resultNumbers);
  const { call, failing } = await connect({ profiles: 500, numbers: () => 1 });
  const { text } = await call("get_profile_metrics", year);
  const result = idOf(text);
  for (const tool of ["read_result", "chart_result"]) {
    const before = process.memoryUsage().rss;
    const refused = await failing(tool, { result, metrics: ratios(100) });
    expect([tool, refused.text]).toEqual([
      tool,
      expect.stringContaining("limit_exceeded: 102 metrics and ratios of 182500 profile-days"),
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(little);
  }
  const few = await call("read_result", { result, metrics: ratios(2), top: 1 });
  expect(few.text).toContain("r1");
});

test("a question with too many ratios is refused before a request is sent", async () => {
  const { failing, sandbox } = await connect({ profiles: 500, numbers: () => 1 });
  const wide = { ...year, date_start: "2023-11-01", metrics: ratios(100) };
  const { text } = await failing("get_profile_metrics", wide);
  expect(text).toMatch(/^limit_exceeded: the answer has \d+ numbers, and the memory for results/);
  expect(sandbox.requests("metrics")).toEqual([]);
});

test.each([
  ["get_profile_metrics", { network: "facebook" }],
  ["read_result", { result: "r" }],
  ["chart_result", { result: "r" }],
])("%s takes up to 100 metrics", async (tool, required) => {
  const { failing } = await connect();
  const { text } = await failing(tool, { ...required, metrics: ratios(101) });
  expect(text).toContain("metrics: it must have 1 to 100 items of at most 200 characters");
});
