/** Ranges whose first or last days are special: days that are not over, short months at an edge, the day of a break. */
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const compared = { network: "facebook", compare_to: "previous_period" };

test("days that are not over lower no change, and their month has none", async () => {
  const numbers: Numbers = (_, __, day) => (day >= "2026-11-20" ? null : 10);
  const { call } = await connect({ numbers });
  const question = {
    ...compared,
    metrics: ["insights_post_impressions"],
    profiles: facebookIds(2),
    date_start: "2026-07-01",
    date_end: "2026-11-30",
  };
  const total = await call("get_profile_metrics", { ...question, dimensions: [] });
  expect(total.text).toMatch(
    /\nall 2\|now\|before\|change at equal days\|change %\n.* sum\|2840\|3000\|0\|0\n/,
  );
  const months = await call("get_profile_metrics", { ...question, dimensions: ["date.month"] });
  expect(months.text).toMatch(/\n2026-11\*\|2026-06\|380\|600\|\|\n/);
});

test.each([
  ["the last", "2026-09-01", "2026-05-01", "2026-09-01"],
  ["the first", "2026-05-31", "2026-05-31", "2026-09-30"],
])(
  "%s day of a range is missing, alone in its month: the first and the last 5 % of the days have values",
  async (_, missing, date_start, date_end) => {
    const numbers: Numbers = ({ name }, __, day) =>
      name === "Acme UK" && day === missing ? null : 10;
    const { call } = await connect({ numbers });
    const dates = { date_start, date_end };
    const question = { ...compared, metrics: ["insights_video_views"], profiles: facebookIds(2) };
    const { text } = await call("get_profile_metrics", { ...question, ...dates, dimensions: [] });
    expect(text).toMatch(/\nall 2\|now.*\n.* sum\|\d+\|\d+\|0\|0\n/);
  },
);

test("a month without values at the start of two years is within the first 5 % of the days", async () => {
  const numbers: Numbers = ({ name }, __, day) =>
    name === "Acme UK" && day < "2023-04-01" ? null : 10;
  const { call } = await connect({ numbers });
  const question = { ...compared, metrics: ["insights_video_views"], profiles: facebookIds(2) };
  const dates = { date_start: "2025-01-01", date_end: "2026-10-31", compare_to: "2023-03-01" };
  const { text } = await call("get_profile_metrics", { ...question, ...dates, dimensions: [] });
  expect(text).toContain("Before: 31 of 1344 profile-days missing: Acme UK began 2023-04-01.");
  expect(text).toMatch(/\nall 2\|now.*\n.* sum\|13380\|13130\|0\|0\n/);
});

test("a profile that ended has its own line, and the percent is of the same profiles", async () => {
  const numbers: Numbers = ({ name }, __, day) =>
    name === "Acme US" ? 10 : day < "2026-10-01" ? 15 : null;
  const { call } = await connect({ numbers });
  const question = { ...compared, metrics: ["insights_video_views"], profiles: facebookIds(2) };
  const dates = { date_start: "2026-10-01", date_end: "2026-10-31", dimensions: [] };
  const { text } = await call("get_profile_metrics", { ...question, ...dates });
  expect(text).toContain("\nall|2|310|750|-465|-60 with ended\n");
  expect(text).toContain("\nsame in both ranges|1|310|300|0|0\n");
  expect(text).toContain("\nended 2026-09-30|1||450|-465|ended\n");
});

test("days of a net change that cancel out over a month are not zeros", async () => {
  const numbers: Numbers = (_, __, day) =>
    day > "2026-05-31" ? 7 : day.endsWith("-01") ? 5 : day.endsWith("-02") ? -5 : 0;
  const { call } = await connect({ numbers });
  const question = { ...compared, metrics: ["fans_change"], profiles: facebookIds(2) };
  const dates = { date_start: "2026-05-01", date_end: "2026-10-31", dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...question, ...dates });
  expect(text).not.toContain("only zeros");
});

test("a range that ends on the day of a break has one side: the day is not in it", async () => {
  const { call } = await connect({ numbers: (_, __, day) => (day === "2025-11-15" ? 1000 : 10) });
  const question = { ...compared, metrics: ["fans_change"], profiles: facebookIds(2) };
  const dates = { date_start: "2025-11-16", date_end: "2026-02-28", dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...question, ...dates });
  expect(text).toContain(
    "\nall 2|2025-11-16 to 2026-02-28, page follows|2025-08-03 to 11-14, page fans\nfans_change sum|2100|2080\n",
  );
  expect(text).toContain("\nAcme US|1050|1040\n");
});

test("the day of a break has no change of a net count, on either side", async () => {
  const { call, client } = await connect({ numbers: () => 5 });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    profiles: facebookIds(1),
    date_start: "2026-11-14",
    date_end: "2026-11-16",
    dimensions: ["date.day"],
    compare_to: "previous_year",
  });
  const csv = await readCsv({ client }, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n").slice(1, 4)).toEqual([
    "2026-11-14,2025-11-14,5,5,,,",
    "2026-11-15,2025-11-15,5,5,,,",
    "2026-11-16,2025-11-16,5,5,0,,",
  ]);
});

test("the mean of the daily totals of a long range is per day, not per profile-day", async () => {
  const { call } = await connect({ numbers: () => 10 });
  const question = { network: "facebook", metrics: ["insights_video_views"] };
  const dates = { date_start: "2026-03-01", date_end: "2026-06-01", dimensions: ["date.day"] };
  const daily = await call("get_profile_metrics", {
    ...question,
    ...dates,
    profiles: facebookIds(2),
  });
  const { text } = await call("read_result", { result: idOf(daily.text), statistic: "mean" });
  expect(text).toContain("\nmetric|value\ninsights_video_views mean per day|20\n");
});
