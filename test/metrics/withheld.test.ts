/** A withheld number is not a missing one: its values exist. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";

const ratio = "rate = insights_reactions / insights_views";
const two = ["1", "2"].map((id) => ({ id, name: `Page ${id}`, insights_enabled: true }));

/** The reply on a ratio, with an API whose metrics have these values. */
async function replyTo(
  values: Readonly<Record<string, number | null>>,
  question: Record<string, unknown>,
): Promise<string> {
  const { baseUrl } = await serveFakeApi({
    profiles: two,
    metrics: ({ body }) => metricsAnswer(body, (_profile, metric) => values[metric] ?? null),
  });
  const { call } = await connect({ baseUrl });
  const input = { network: "facebook", metrics: [ratio], ...question };
  return (await call("get_profile_metrics", input)).text;
}

const ranges = [
  { date_start: "2026-10-01", date_end: "2026-10-03" },
  { date_start: "2026-01-01", date_end: "2026-10-03" },
  { period: "last_month", compare_to: "previous_period" },
];
const splits = [[], ["profile"], ["date.month"], ["profile", "date.month"]];
const questions = ranges.flatMap((range) => splits.map((dimensions) => ({ ...range, dimensions })));

test.each(questions)("denominators that are all 0 are no missing values: %j", async (question) => {
  const text = await replyTo({ insights_reactions: 5, insights_views: 0 }, question);
  expect(text).toContain("·");
  expect(text).toMatch(/^· is withheld, not missing.*denominator is 0\.$/m);
  expect(text).not.toMatch(/Every value is missing|insights are off/);
});

test.each(questions)("without any value, the causes are named: %j", async (question) => {
  const text = await replyTo({}, question);
  expect(text).toContain("Every value is missing: try ");
});
