/** What a summary may compare: whole rows of time, enough of them, and nothing that may not be put together. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";

const youtube = { network: "youtube", metrics: ["views_change", "subscribers_lifetime"] };
const tight = { settings: { maxAnswerTokens: 900 } };

/** The cells of the line that begins so. */
const cellsOf = (text: string, start: string): string[] =>
  text
    .split("\n")
    .find((line) => line.startsWith(start))
    ?.split("|") ?? [];

test("rows that the range cuts are in the total, and in no comparison", async () => {
  const { call } = await connect(tight);
  const asked = { ...youtube, dimensions: ["date.month", "profile"] };
  // January and November are cut.
  const { text } = await call("get_profile_metrics", {
    ...asked,
    date_start: "2026-01-20",
    date_end: "2026-11-05",
  });
  const [, , change, lowest, highest] = cellsOf(text, "views_change (sum)");
  expect(change).toMatch(/%$/);
  for (const extreme of [lowest, highest]) expect(extreme).toMatch(/on 2026-(0[2-9]|10)$/);
});

test("a week has no halves to compare", async () => {
  const { call } = await connect(tight);
  const asked = { ...youtube, dimensions: ["date.day", "profile"], date_start: "2026-10-05" };
  const week = await call("get_profile_metrics", { ...asked, date_end: "2026-10-11" });
  expect(cellsOf(week.text, "views_change (sum)")[2]).toBe("–");
  const weeks = await call("get_profile_metrics", { ...asked, date_end: "2026-10-18" });
  expect(cellsOf(weeks.text, "views_change (sum)")[2]).toMatch(/%$/);
});

test("a metric without a total keeps its line, and the way to one is named", async () => {
  const { call } = await connect(tight);
  const { text } = await call("get_profile_metrics", {
    ...youtube,
    dimensions: ["date.week", "profile"],
    date_start: "2026-10-05",
    date_end: "2026-11-08",
  });
  expect(cellsOf(text, "subscribers_lifetime (average)")[1]).toBe("–");
  expect(text).toContain(
    "No overall average of subscribers_lifetime: the rows are averages already. With date.day and profile among the dimensions it can be had",
  );
});

test("values that may not be put together are called withheld, not missing", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    network: "tiktok",
    metrics: ["insights_fans_lifetime"],
    profiles: ["Acme US"],
    date_start: "2026-10-01",
    date_end: "2026-10-07",
  });
  expect(text).toContain(
    "The result has values, but their days cannot be combined. Ask by day: dimension date.day, or grain day.",
  );
  expect(text).not.toContain("Every value is missing");
});

test("a range that is not over is not called complete", async () => {
  const { call } = await connect();
  const asked = { ...youtube, profiles: ["Acme US"], date_start: "2026-11-18" };
  const open = await call("get_profile_metrics", { ...asked, date_end: "2026-11-20" });
  expect(open.text).toContain("Complete but for days that are not over, 2026-11-20 and later.");
  const over = await call("get_profile_metrics", { ...asked, date_end: "2026-11-19" });
  expect(over.text).toContain("Complete. ");
});
