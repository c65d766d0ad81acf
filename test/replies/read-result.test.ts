/** Pieces of kept results: slices, other grains of time, rankings. */
import { expect, test } from "vitest";
import { connect, facebookIds, withoutIds } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { dailyQuestion, idOf, withResult } from "../helpers/results.ts";

test("slices by profile, metric and day without a request", async () => {
  const { call, result, sandbox } = await withResult();
  const before = sandbox.requests().length;

  const { text } = await call("read_result", {
    result,
    profiles: ["Acme UK", facebookIds(1)[0]],
    metrics: ["insights_reach"],
    date_start: "2026-10-05",
    date_end: "2026-10-06",
  });

  expect(sandbox.requests()).toHaveLength(before);
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by profile, day, 2026-10-05 to 2026-10-06, profile time. Complete. A piece of a stored result; no request sent.

    these 2|mean|all 3
    insights_reach people per page and day|5831|4919

    insights_reach
    day|Acme US|Acme UK
    10-05|8343|3151
    10-06|8252|3576
    result://rRESULTID~profiles=Acme%20UK&profiles=100000000000000&metrics=insights_reach&date_start=2026-10-05&date_end=2026-10-06.csv"
  `);
});

test("shows ISO weeks, folded from the days, with totals still over profile-days", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", { result, grain: "week", profiles: facebookIds(2) });

  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 2 profiles by profile, week, 2026-09-28 to 2026-10-11, profile time. Complete. A piece of a stored result; no request sent.

    these 2|total|mean|all
    fans_change sum|36||76
    insights_reach people per page and day|no total|5427|4795

    A = Acme US; B = Acme UK
    week|fans_change A|B|insights_reach A|B
    2026-W40|14|6|8866|3066
    2026-W41|10|6|6547|3227
    fans_change: page follows since 2025-11-15.
    insights_reach: at least 10894 people (Acme US on 10-02); the API has no distinct people of 14 days. insights_reach_28_days counts 28 days.
    result://rRESULTID~profiles=100000000000000&profiles=100000000007919&grain=week.csv"
  `);
});

test("ranks profiles by a metric, some of them, from an offset", async () => {
  const { call, result } = await withResult();

  const { text } = await call("read_result", {
    result,
    grain: "total",
    sort_by: "fans_change",
    top: 2,
    offset: 1,
  });

  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "facebook, 4 profiles by profile, 2026-09-28 to 2026-10-11, profile time. 14 of 56 profile-days missing in insights_reach: Café Žofín without insights. A piece of a stored result; no request sent.

    metric|profiles|total|mean
    fans_change sum|all 4|76|
    insights_reach people per page and day|all 3|no total|4795

    fans_change, highest first, 2 of 4:
    #|profile|fans_change|insights_reach
    2|Acme US|24|7707
    3|Acme UK|12|3147
    1 more: read_result, or top.
    fans_change: page follows since 2025-11-15.
    insights_reach: at least 10894 people (Acme US on 10-02); the API has no distinct people of 14 days. insights_reach_28_days counts 28 days.
    result://rRESULTID~grain=total&sort_by=fans_change&top=2&offset=1.csv"
  `);
});

test("takes a name as a table shows it", async () => {
  const { call, result } = await withResult({ profiles: facebookIds(6) });
  const { text } = await call("read_result", { result, profiles: ["Acme ¦ Pipes and tabs"] });
  expect(text).toContain("facebook, Acme ¦ Pipes and tabs");
});

test.each<[string, Record<string, unknown>, string]>([
  ["a result that is not kept", { result: "rNOTHING22" }, "not_found: no result"],
  ["an offset beyond its rows", { offset: 9 }, "invalid_input: offset 9 is beyond the 4 rows"],
  [
    "a metric to sort by that it does not have",
    { sort_by: "likes" },
    "invalid_input: the result has no metric likes",
  ],
])("refuses %s", async (_, wrong, expected) => {
  const { failing, result } = await withResult();
  const { text, isError } = await failing("read_result", { result, ...wrong });
  expect(isError).toBe(true);
  expect(text.slice(0, expected.length)).toBe(expected);
});

test("days that were fetched without being asked for can be read", async () => {
  const { call, result } = await withResult({ dimensions: [] });
  const daily = await call("read_result", { result, grain: "day", date_start: "2026-10-10" });
  expect(daily.text).toMatch(/\nday\|fans_change\|insights_reach\n10-10\|\d+\|[\d.]+\n10-11\|/);
  const reply = await call("read_result", { result, profiles: ["Acme US"] });
  expect(reply.text).toContain("facebook, Acme US, 2026-09-28 to 2026-10-11");
});

test("the months and weeks beneath a long result can be read, as if they were asked", async () => {
  const long = { date_start: "2026-06-29", metrics: ["fans_change", "fans_lifetime"] };
  const { call, result } = await withResult({ ...long, dimensions: ["profile"] });
  const months = { ...dailyQuestion, ...long, dimensions: ["profile", "date.month"] };
  const rowsOf = (text: string): string =>
    (text.split("\n\n")[2] ?? "").split("\nresult:")[0] ?? "";

  const piece = await call("read_result", { result, grain: "month" });
  const { text } = await call("get_profile_metrics", months);
  expect(rowsOf(piece.text)).toBe(rowsOf(text));
  expect(rowsOf(text)).toContain("\n2026-07|");
  const weeks = await call("read_result", { result, grain: "week" });
  expect(weeks.text).toContain(" by profile, week, ");
});

test("the least recently used results make room for new ones", async () => {
  const { call, failing } = await connect({ memoryBytes: 80_000 });
  const first = idOf((await call("get_profile_metrics", dailyQuestion)).text);
  for (let days = 1; days < 9; days += 1) {
    await call("get_profile_metrics", { ...dailyQuestion, date_start: `2026-09-0${days}` });
  }

  const { text } = await failing("read_result", { result: first });

  expect(text).toMatch(/^not_found: no result ".*" is stored/);
});

test("refuses what cannot be kept, before a request is spent", async () => {
  const { failing, sandbox } = await connect({ memoryBytes: 20_000 });
  const { text } = await failing("get_profile_metrics", { ...dailyQuestion, profiles: undefined });
  expect(text).toMatch(/^limit_exceeded: the answer has \d+ numbers, and the memory/);
  expect(sandbox.requests("metrics")).toHaveLength(0);
});

test("profiles of one name are told apart by their ids", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: ["a1", "a2"].map((id) => ({ id, name: "Twin" })),
    metrics: ({ body }) => metricsAnswer(body, (id) => Number(id.slice(1))),
  });
  const { call, failing } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2026-10-01",
    date_end: "2026-10-01",
  });
  expect(text).toContain("\nTwin (a2)|2\nTwin (a1)|1\n");

  const neither = await failing("read_result", { result: idOf(text), profiles: ["Twin"] });
  for (const name of ["a2", "Twin (a2)"]) {
    const reply = await call("read_result", { result: idOf(text), profiles: [name] });
    expect(reply.text).toContain("facebook, Twin (a2)");
  }
  expect(neither.text).toMatch(
    /^invalid_input: the result has no profile Twin \(nearest: "Twin \(a1\)", "Twin \(a2\)"\)/,
  );
});
