/** Calm on bad input: each ends in a tool error with its code and a next step, and the server lives on. */
import { expect, test } from "vitest";
import { toolsets } from "../../src/server/mcp/tool.ts";
import { connect, facebookIds } from "../helpers/connect.ts";

const good = {
  network: "facebook",
  metrics: ["fans_change"],
  profiles: facebookIds(2),
  date_start: "2026-10-01",
  date_end: "2026-10-07",
};

test.each<[string, Record<string, unknown>, string]>([
  [
    "a wrong type",
    { metrics: { name: "fans_change" } },
    "invalid_input: metrics must be a list, not an object",
  ],
  [
    "an unknown argument, with the nearest",
    { metric: "x" },
    "invalid_input: metric is not an argument; write metrics",
  ],
  [
    "an unknown period, with the nearest",
    { date_start: undefined, date_end: undefined, period: "last_12_moons" },
    'invalid_input: "last_12_moons" is not a period (nearest: last_12_',
  ],
  ["a missing argument", { network: undefined }, "invalid_input: network is missing: choose from"],
  ["a fraction", { max_requests: 1.5 }, "invalid_input: max_requests must be a whole number, not"],
  [
    "a number below its range",
    { max_requests: 0 },
    "invalid_input: max_requests must be at least 1",
  ],

  [
    "a network the API does not list",
    { network: "myspace" },
    'invalid_input: network must not be "myspace": choose from facebook, ',
  ],
  [
    "an unknown metric, with the nearest",
    { metrics: ["fan_change"] },
    'invalid_input: facebook has no metric "fan_change" (nearest: fans_change',
  ],
  [
    "a profile without a name",
    { profiles: [""] },
    "invalid_input: profiles: an item is an empty text",
  ],
  [
    "10,001 profiles",
    { profiles: Array.from({ length: 10_001 }, (_, index) => `p${index}`) },
    "invalid_input: profiles: it must have 1 to 10000 items of at most",
  ],
  [
    "a profile of another network",
    { profiles: ["urn:li:organization:1000000"] },
    "profiles_not_allowed: not facebook profiles of this account: urn:li:organization:1000000",
  ],
  [
    "dates out of history",
    { date_start: "2001-01-01", date_end: "2001-01-02" },
    "before_history_limit: the range starts before the account's history",
  ],
  [
    "a day that does not exist",
    { date_end: "2026-02-30" },
    'invalid_input: date_end "2026-02-30" is not a valid date',
  ],
  [
    "an end before the start",
    { date_end: "2026-09-30" },
    "invalid_input: date_end 2026-09-30 is before date_start 2026-10-01",
  ],
  [
    "a range that has not begun",
    { date_start: "2027-01-01", date_end: "2027-01-02" },
    "invalid_input: date_start 2027-01-01 is in the future",
  ],
  [
    "an unknown dimension",
    { dimensions: ["date.days"] },
    'invalid_input: "date.days" is not a dimension (nearest: date.day',
  ],
  [
    "two grains of time",
    { dimensions: ["date.day", "date.week"] },
    "invalid_input: date.day, date.week are more than one grain of time",
  ],
  [
    "a breakdown that is not last",
    { metrics: ["insights_reach"], dimensions: ["gender_age", "profile"] },
    "invalid_input: gender_age must be the last dimension",
  ],
  [
    "two breakdowns",
    { metrics: ["insights_reach"], dimensions: ["post_attribution", "gender_age"] },
    "invalid_input: post_attribution, gender_age are two breakdowns",
  ],
  [
    "a breakdown that a metric does not have",
    { metrics: ["insights_reach", "fans_change"], dimensions: ["gender_age"] },
    "invalid_input: gender_age is not allowed for fans_change\nAllowed for: insights_reach, insights_reach_28_days, insights_reach_7_days.",
  ],
  [
    "more requests than allowed",
    { max_requests: 1, profiles: undefined },
    "too_many_requests_needed: 2 requests are needed, and max_requests is 1",
  ],
])("%s", async (_, wrong, expected) => {
  const { call, failing, sandbox } = await connect();

  const { text, isError } = await failing("get_profile_metrics", { ...good, ...wrong });

  expect(isError).toBe(true);
  expect(text.slice(0, expected.length)).toBe(expected);
  expect(text.split("\n").length, "a next step follows").toBeGreaterThanOrEqual(2);
  const refused = sandbox.requests("metrics").filter(({ failedWith }) => failedWith !== undefined);
  expect(refused.length, "only the API knows how far its history reaches").toBe(
    expected.startsWith("before_history") ? 1 : 0,
  );
  const next = await call("get_profile_metrics", good);
  expect(next.isError, "the server lives on").toBe(false);
});

test("an unknown metric costs no request; beside names, the list that the right call needs", async () => {
  const { call, failing, sandbox } = await connect();
  const wrong = { ...good, metrics: ["nonsense"] };
  await failing("get_profile_metrics", { ...wrong, profiles: null });
  expect(sandbox.requests()).toHaveLength(0);
  await failing("get_profile_metrics", wrong);
  await call("get_profile_metrics", good);
  expect(sandbox.requests().map(({ operation }) => operation)).toEqual(["profiles", "metrics"]);
});

test("null for an optional argument counts as absent, in every tool", async () => {
  const { client, attempt } = await connect({ toolsets, profiles: 3 });
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const { properties = {}, required = [] } = inputSchema;
    const optional = Object.keys(properties).filter((key) => !required.includes(key));
    const nulls = Object.fromEntries(optional.map((key) => [key, null]));
    const dates =
      name.startsWith("list_facebook") || name.startsWith("list_linkedin")
        ? { period: "last_week" }
        : {};
    const fields = {
      network: "facebook",
      ...(name.includes("metrics") && { period: "last_week" }),
      ...dates,
    };
    const input = Object.fromEntries(Object.entries(fields).filter(([key]) => key in properties));
    const [with_, without] = [
      await attempt(name, { ...nulls, ...input }),
      await attempt(name, input),
    ];
    expect([name, with_.isError]).toEqual([name, without.isError]);
    expect(with_.text).not.toContain("null");
  }
});

test("an unknown tool is a protocol error", async () => {
  const { client } = await connect();
  await expect(client.callTool({ name: "nothing" })).rejects.toThrow("Tool nothing not found");
});
