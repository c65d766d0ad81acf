/** A month against the one before, 250 pages, four metrics, the ten largest changes: what it costs in tokens. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { connect, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views", "insights_reach", "insights_reactions", "fans_change"],
  period: "last_month",
  compare_to: "previous_period",
  top: 10,
};

/** Thousands of views a day, and a few fans: a value of every page on every day. */
const numberOf = (profile: string, metric: string, day: string): number => {
  const seed = (Number(profile) * 7919 + Date.parse(day) / 864e5) % 997;
  return metric === "fans_change" ? (seed % 7) - 2 : 4000 + seed;
};

/** Every ninth page begins in the earlier month, and has no insights before. */
const withGroups = (profile: string, metric: string, day: string): number | null =>
  Number(profile) % 9 === 0 && day < "2026-09-20" && metric.startsWith("insights_")
    ? null
    : numberOf(profile, metric, day);

test.each([
  ["all pages are the same", numberOf, 480],
  ["some began", withGroups, 640],
])("%s", async (_, valueOf, most) => {
  const ids = Array.from({ length: 250 }, (__, index) => String(100 + index));
  const { baseUrl } = await serveFakeApi({
    profiles: ids.map((id) => ({ id, name: `Brand ${id}`, timezone: "UTC" })),
    metrics: ({ body }) => metricsAnswer(body, valueOf),
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", question);
  expect(text).toContain("\n10|");
  expect(countTokens(withoutIds(text))).toBeLessThanOrEqual(most);
});
