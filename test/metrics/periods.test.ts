/** Periods in profile time, through a real client. */
import { expect, test } from "vitest";
import { commonestZone } from "../../src/base/time/zones.ts";
import { connect } from "../helpers/connect.ts";

const metric = { network: "facebook", metrics: ["fans_change"], dimensions: ["date.day"] };

/** 2026-11-20, 23:30 in UTC: the 21st in Prague, the 20th in New York. */
const now = (): number => Date.parse("2026-11-20T23:30:00Z");

test("a period is that of the zone that most profiles of the network have, and a profile whose last day is not over is named", async () => {
  const { call, sandbox } = await connect({ now });
  const yesterday = { ...metric, period: "yesterday" };
  const prague = await call("get_profile_metrics", { ...yesterday, profiles: ["Acme US"] });
  expect(prague.text).toMatch(/^facebook, Acme US by day, 2026-11-20, profile time/);
  expect(prague.text).not.toMatch(/not ended|not over/);
  const newYork = await call("get_profile_metrics", { ...yesterday, profiles: ["Acme UK"] });
  expect(newYork.text).toMatch(/^facebook, Acme UK by day, 2026-11-20, profile time/);
  expect(newYork.text).toContain("The last day, 2026-11-20, has not ended");
  expect(sandbox.requests("metrics").at(-1)?.body).toMatchObject({
    date_start: "2026-10-23",
    date_end: "2026-11-20",
  });
  const both = await call("get_profile_metrics", {
    ...yesterday,
    profiles: ["Acme US", "Acme UK"],
  });
  expect(both.text).toContain(
    "\n2026-11-20 is not over for Acme UK: its values are incomplete or missing.\n",
  );
});

test("on the first of a month, last_month is the month before, whatever zone a page has", async () => {
  // 0:30 of the 1st of November in Prague, the 31st of October in New York.
  const { call } = await connect({ now: () => Date.parse("2026-10-31T23:30:00Z") });
  for (const profiles of [["Acme US"], ["Acme UK"], undefined]) {
    const question = { ...metric, dimensions: [], profiles, period: "last_month" };
    const { text } = await call("get_profile_metrics", question);
    expect(text).toContain(", 2026-10-01 to 2026-10-31,");
  }
});

test("where as many profiles have each of two zones, the one further east decides", () => {
  const zones = ["America/New_York", "Europe/Prague", undefined, undefined, undefined];
  expect(commonestZone(zones, now())).toBe("Europe/Prague");
  expect(commonestZone([...zones, "America/New_York"], now())).toBe("America/New_York");
  expect(commonestZone([undefined], now())).toBeUndefined();
});

test("YouTube's days are UTC's", async () => {
  const { call } = await connect({ now });
  const { text } = await call("get_profile_metrics", {
    network: "youtube",
    metrics: ["views_change"],
    period: "yesterday",
  });
  expect(text).toMatch(/^youtube, 120 profiles by profile, 2026-11-19, UTC\. /);
});

test("a range that reaches into today says that its last day is incomplete", async () => {
  const { call } = await connect({ now });
  const range = { date_start: "2026-11-19", date_end: "2026-11-20" };
  const newYork = await call("get_profile_metrics", { ...metric, ...range, profiles: ["Acme UK"] });
  expect(newYork.text).toContain("The last day, 2026-11-20, has not ended");
  const prague = await call("get_profile_metrics", { ...metric, ...range, profiles: ["Acme US"] });
  expect(prague.text).not.toContain("not ended");
});

test.each<[string, object, string]>([
  [
    "no dates",
    {},
    "no dates are given\nGive date_start and date_end, or a period such as last_week.",
  ],
  ["one date", { date_start: "2026-10-01" }, "date_end is missing\n"],
  [
    "both",
    { date_start: "2026-10-01", date_end: "2026-10-02", period: "last_week" },
    "a period and dates are both given\n",
  ],
  [
    "an unknown period",
    { period: "last_weeks" },
    '"last_weeks" is not a period (nearest: last_week)',
  ],
])("%s are refused before anything is asked", async (_, dates, problem) => {
  const { failing, sandbox } = await connect();
  const { text, isError } = await failing("get_profile_metrics", { ...metric, ...dates });
  expect(isError).toBe(true);
  expect(text).toContain(`invalid_input: ${problem}`);
  expect(sandbox.requests()).toHaveLength(0);
});

test("a period of which no day is over is refused with what would do", async () => {
  const { failing } = await connect({ now: () => Date.parse("2026-11-16T12:00:00Z") });
  const { text } = await failing("get_profile_metrics", {
    ...metric,
    period: "this_week",
    profiles: ["Acme US"],
  });
  expect(text).toMatch(
    /^invalid_input: this_week has no completed day yet\nAsk for last_week, or /,
  );
});

test("an unknown period of posts gets the nearest and the list", async () => {
  const { failing } = await connect();
  const { text } = await failing("list_facebook_posts", { period: "last week" });
  expect(text).toMatch(
    /^invalid_input: "last week" is not a period \(nearest: last_week\)\nThe periods are today, /,
  );
});
