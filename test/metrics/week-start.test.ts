/** Weeks of results by day start on the API's own day, also where no question has asked for weeks before. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const sunday = { firstWeekday: 0, week: (day: string): string => day };
const daily = {
  network: "facebook",
  metrics: ["insights_views"],
  profiles: ["Acme US"],
  dimensions: ["date.day"],
  date_start: "2026-10-01",
  date_end: "2026-10-17",
};
/** 2026-10-04 is a Sunday. */
const weeks = /\n2026-09-27\*\|\d+\n2026-10-04\|\d+\n2026-10-11\|\d+\n/;

async function asked(question: object = daily, budget = 6000): Promise<Connected & { id: string }> {
  const settings = { maxAnswerTokens: budget };
  const connected = await connect({ rowStyle: sunday, settings });
  const { text } = await connected.call("get_profile_metrics", { ...question });
  return { ...connected, id: idOf(text) };
}

test("read_result by week asks the API once, and says so", async () => {
  const { call, id, sandbox } = await asked();
  const before = sandbox.requests("metrics").length;
  const piece = await call("read_result", { result: id, grain: "week" });
  expect(piece.text).toMatch(weeks);
  expect(piece.text).toMatch(
    /A piece of a stored result; 2 requests sent, to learn on which day the API's weeks start\./,
  );
  expect(sandbox.requests("metrics").length - before, "Mondays, then Sundays").toBe(2);
  const again = await call("read_result", { result: id, grain: "week", metrics: daily.metrics });
  expect(again.text).toMatch(weeks);
  expect(again.text).toContain("no request sent");
  expect(sandbox.requests("metrics").length - before).toBe(2);
});

test("a chart by week, and a heatmap, whose rows are the weekdays from the first", async () => {
  const { call, id } = await asked();
  const chart = await call("chart_result", { result: id, grain: "week" });
  expect(chart.text).toMatch(/highest \d+ \((2026-)?10-\d\d\)/);
  expect(chart.text).not.toContain("2026-W");
  const heatmap = await call("chart_result", { result: id, kind: "heatmap" });
  expect(heatmap.text).toMatch(
    /^Views by weekday and week, Acme US: heatmap, 3 weeks\. facebook, 2026-10-01 to 10-17, profile time\. Complete\.$/m,
  );
  expect(heatmap.text).toMatch(/\n\ninsights_views sum\nSunday: /);
});

test("a table that is condensed to weeks", async () => {
  const { call, sandbox } = await connect({ rowStyle: sunday, settings: { maxAnswerTokens: 700 } });
  const long = { ...daily, date_start: "2026-05-01", date_end: "2026-10-31" };
  const { text } = await call("get_profile_metrics", long);
  expect(text).toContain("\nCondensed to weeks: ");
  expect(text).toMatch(/\n2026-04-26\*\|\d+\n2026-05-03\|\d+\n/);
  expect(text).toContain(`${sandbox.requests().length} requests sent`);
});

test("both ranges of a comparison find the day, whichever of them is cut by the sizes of answers", async () => {
  const { call, client } = await connect({
    profiles: 40,
    rowStyle: { ...sunday, firstWeekday: 4 },
    complexity: 500,
  });
  const whole = { ...daily, profiles: undefined, dimensions: ["profile", "date.week"] };
  const long = { ...whole, date_start: "2026-09-01", date_end: "2026-10-31", max_requests: 500 };
  const { text } = await call("get_profile_metrics", { ...long, compare_to: "previous_period" });
  expect(text).toMatch(/^facebook, 40 profiles by profile, week, 2026-09-01 to 10-31 /);
  // 2026-10-29 is a Thursday.
  expect(await readCsv({ client }, `result://${idOf(text)}.csv`)).toMatch(
    /\n\d+,Acme US,2026-10-22,2026-08-20,\d+,[^\n]*\n\d+,Acme US,2026-10-29,2026-08-27,\d+,/,
  );
});
