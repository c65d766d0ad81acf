/** Ranges whose first or last days are special: days that are not over, short months at an edge, the day of a break. */
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

const compared = { network: "facebook", compare_to: "previous_period" };

test("days that are not over lower no change per profile-day, whether gaps are seen by day or by month", async () => {
  const numbers: Numbers = (_, __, day) => (day >= "2026-11-20" ? null : 10);
  const { call } = await connect({ numbers });
  const asked = {
    ...compared,
    metrics: ["insights_post_impressions"],
    profiles: facebookIds(2),
    date_start: "2026-07-01",
    date_end: "2026-11-30",
  };
  const total = await call("get_profile_metrics", { ...asked, dimensions: [] });
  expect(total.text).toMatch(/\nall\|2840\|3000\|-160\|-5\.3\|0\n/);
  const months = await call("get_profile_metrics", { ...asked, dimensions: ["date.month"] });
  expect(months.text).toMatch(/\n2026-11\*\|2026-06\|380\|600\|-220\|-36\.7\|0\|/);

  const rows = { profiles: facebookIds(30), dimensions: ["profile", "date.month"] };
  const own = { ...asked, ...rows, compare_to: undefined };
  const short = await connect({ numbers, profiles: 200, settings: { maxAnswerTokens: 600 } });
  const { text } = await short.call("get_profile_metrics", own);
  expect(text).toContain("change, 09-01 to 10-31 against 07-01 to 08-31");
  expect(text).toMatch(/\ninsights_post_impressions sum\|\d+\|0%\|/);
});

test.each([
  ["the last", "2026-09-01", "2026-05-01", "2026-09-01"],
  ["the first", "2026-05-31", "2026-05-31", "2026-09-30"],
])(
  "%s day of a range is missing, alone in its month: the profile is compared",
  async (_, missing, date_start, date_end) => {
    const numbers: Numbers = ({ name }, __, day) =>
      name === "Acme UK" && day === missing ? null : 10;
    const { call } = await connect({ numbers });
    const dates = { date_start, date_end };
    const asked = { ...compared, metrics: ["insights_video_views"], profiles: facebookIds(2) };
    const { text } = await call("get_profile_metrics", { ...asked, ...dates, dimensions: [] });
    expect(text).toMatch(/\nall\|\d+\|\d+\|-10\|-0\.4\n/);
  },
);

test("days of a net change that cancel out over a month are not zeros", async () => {
  const numbers: Numbers = (_, __, day) =>
    day > "2026-05-31" ? 7 : day.endsWith("-01") ? 5 : day.endsWith("-02") ? -5 : 0;
  const { call } = await connect({ numbers });
  const asked = { ...compared, metrics: ["fans_change"], profiles: facebookIds(2) };
  const dates = { date_start: "2026-05-01", date_end: "2026-10-31", dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...asked, ...dates });
  expect(text).not.toContain("only zeros");
});

test("a range that ends on the day of a break has one side: the day is not in it", async () => {
  const { call } = await connect({ numbers: (_, __, day) => (day === "2025-11-15" ? 1000 : 10) });
  const asked = { ...compared, metrics: ["fans_change"], profiles: facebookIds(2) };
  const dates = { date_start: "2025-11-16", date_end: "2026-02-28", dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...asked, ...dates });
  expect(text).toContain(
    "\nfans_change sum by profile|2025-11-16 to 2026-02-28, page follows|2025-08-03 to 11-14, page fans\n",
  );
  expect(text).toContain("\nAcme US|1050|1040\n");
});

test("the mean of the daily totals of a long range is per day, not per profile-day", async () => {
  const { call } = await connect({ numbers: () => 10 });
  const asked = { network: "facebook", metrics: ["insights_video_views"] };
  const dates = { date_start: "2026-03-01", date_end: "2026-06-01", dimensions: ["date.day"] };
  const daily = await call("get_profile_metrics", {
    ...asked,
    ...dates,
    profiles: facebookIds(2),
  });
  const { text } = await call("read_result", { result: idOf(daily.text), statistic: "mean" });
  expect(text).toContain("\ninsights_video_views, mean per day\n20\n");
});
