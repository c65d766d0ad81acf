/** What a comparison says of unequal rows, breaks, and late data. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";

const two = ["Acme US", "Acme UK"];

async function compared(question: object, maxAnswerTokens = 6000): Promise<string> {
  const { call } = await connect({ settings: { maxAnswerTokens } });
  const { text, isError } = await call("get_profile_metrics", { network: "facebook", ...question });
  expect({ text, isError }).toMatchObject({ isError: false });
  return text;
}

test("parts of weeks are starred, and have no change", async () => {
  const text = await compared({
    metrics: ["insights_views"],
    profiles: two,
    date_start: "2026-11-01",
    date_end: "2026-11-10",
    compare_to: "2026-10-01",
    dimensions: ["date.week"],
  });
  expect(text).toMatch(/\n2026-W44\*\|2026-W40\*\|14681\|46995\|\n/);
  expect(text).toContain("\n* is a part of a week.\n");
  // The ranges have ten days each, of which one has no value.
  expect(text).toContain("(10 days each)");
  expect(text).toMatch(/\nall 2\|now\|before\|change at equal days\|change %\n/);
});

test("a range before the data starts has fewer days, and no profile is said to have joined", async () => {
  const question = { network: "instagram", metrics: ["insights_video_views"], profiles: two };
  const late = await compared({
    ...question,
    date_start: "2025-07-01",
    date_end: "2025-07-31",
    compare_to: "previous_period",
  });
  expect(late).toContain(
    "\ninsights_video_views: data starts on 2025-06-09; earlier days are not applicable",
  );
  expect(late).toMatch(/\nAcme US\|.*\|252438\|145872\|\+46891\|\+22\.8\n/);
  expect(late).not.toContain("began");
  const before = await compared({
    ...question,
    dimensions: [],
    date_start: "2025-06-10",
    date_end: "2025-06-20",
    compare_to: "previous_year",
  });
  expect(before).not.toMatch(/values now only|began|joined/);
});

test("months across a break have no change, and the whole ranges are shown by their parts", async () => {
  const text = await compared({
    metrics: ["fans_change"],
    profiles: two,
    date_start: "2025-11-01",
    date_end: "2025-12-31",
    compare_to: "previous_year",
    dimensions: ["date.month"],
  });
  expect(text).toMatch(/\n2025-11\|·\|\d+\|·\n/);
  expect(text).toMatch(
    /\nall 2\|2025-11-01 to 11-14, page fans\|2025-11-16 to 12-31, page follows\|2024-11-01 to 12-31, page fans\nfans_change sum\|\d+\|\d+\|\d+\n/,
  );
});

test("days of levels on which a profile has no value yet have no change", async () => {
  const text = await compared({
    metrics: ["fans_lifetime"],
    profiles: ["Acme US", "Acme 日本"],
    date_start: "2026-01-01",
    date_end: "2026-10-31",
    dimensions: ["date.month"],
    compare_to: "2025-02-20",
  });
  expect(text).toMatch(/\|·\|/);
});

test("a total that cannot be made is withheld, and the reply says so", async () => {
  const text = await compared({
    network: "youtube",
    metrics: ["interactions_per_1k_fans"],
    profiles: two,
    period: "last_month",
    compare_to: "previous_period",
  });
  expect(text).toMatch(
    /\nall 2\|now\|before\|change at equal days\n[^\n]* mean per profile-day\|·\|·\|·\n/,
  );
  expect(text).toContain("\n· is withheld, not missing: values of interactions_per_1k_fans exist");
});

test("a small budget keeps the totals, and notes give way", async () => {
  const question = {
    metrics: ["insights_views"],
    period: "last_month",
    compare_to: "previous_period",
  };
  const text = await compared(question, 600);
  expect(text).toMatch(/\nall\|114\|\d+\|\d+\|\|gaps\nsame in both ranges\|105\|/);
  expect(text).not.toContain("|profile|");
});
