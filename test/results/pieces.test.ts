/** Pieces of results: ranked as they are shown, by any metric held, never folded where days may not be. */
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { dailyQuestion, idOf, withResult } from "../helpers/results.ts";

test("ranks from the lowest, the rows without a value last", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", {
    result,
    grain: "total",
    metrics: ["insights_reach"],
    order: "asc",
  });

  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("Acme") || line.startsWith("Café"));
  expect(text).toContain("\n\ninsights_reach, lowest first, 4 of 4:\nprofile|insights_reach\n");
  expect(rows.map((row) => row.split("|")[0])).toEqual([
    "Acme UK",
    "Acme 日本",
    "Acme US",
    "Café Žofín",
  ]);
});

test("does not add the days of a level", async () => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    ...dailyQuestion,
    network: "tiktok",
    metrics: ["insights_fans_lifetime", "insights_video_views"],
    profiles: undefined,
    skip_unavailable: true,
  });

  const week = await call("read_result", {
    result: idOf(text),
    grain: "week",
    sort_by: "insights_video_views",
    top: 2,
  });

  expect(week.text).toContain("week|insights_fans_lifetime A|B|insights_video_views A|B");
});

test("where time alone is ranked, it is ranked at the grain that is shown", async () => {
  const { call, result } = await withResult({ profiles: facebookIds(1), dimensions: ["date.day"] });
  const numbers = (text: string): number[] =>
    text
      .split("\n")
      .flatMap((line) => /^(?:\d\|)?2026-W\d+\|(-?\d+)/.exec(line)?.[1] ?? [])
      .map(Number);
  const weeks = await call("read_result", { result, grain: "week", metrics: ["fans_change"] });
  const best = await call("read_result", { result, grain: "week", sort_by: "fans_change", top: 1 });
  expect(numbers(weeks.text)).toHaveLength(2);
  expect(numbers(best.text)).toEqual([Math.max(...numbers(weeks.text))]);

  const total = await call("read_result", { result, grain: "total", metrics: ["fans_change"] });
  const top = await call("read_result", { result, grain: "total", sort_by: "fans_change", top: 5 });
  const sum = numbers(weeks.text).reduce((subtotal, value) => subtotal + value, 0);
  expect(total.text).toContain(`\nmetric|total\nfans_change sum|${sum}\n`);
  expect(top.text).toContain(`\nmetric|total|mean\nfans_change sum|${sum}|\n`);
});

test("sorts by a metric that is not shown, and takes a grain that is there already", async () => {
  const { call, result } = await withResult({ dimensions: ["profile"] });
  const { text, isError } = await call("read_result", {
    result,
    metrics: ["insights_reach"],
    sort_by: "fans_change",
    grain: "total",
  });
  expect(isError).toBe(false);
  expect(text).toContain(
    "\nfans_change, highest first, 4 of 4:\nprofile|insights_reach\nAcme 日本|",
  );
  expect(text).not.toContain("fans_change sum");
});

test("days beyond those that are held are named", async () => {
  const { call, result } = await withResult();
  const { text } = await call("read_result", {
    result,
    date_start: "2026-10-08",
    date_end: "2026-10-20",
  });
  expect(text).toContain("2026-10-08 to 2026-10-11");
  expect(text).toContain("The result holds 2026-09-28 to 2026-10-11 only.");
});
