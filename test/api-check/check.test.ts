/** `check-api` finds each way in which an API differs, and no other. */
import { expect, test } from "vitest";
import { deviations } from "../../src/sandbox/metrics-answer.ts";
import { assumptionIds } from "../../src/api-check/assumptions.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";
import { apiDifferences, increase, isSample } from "../helpers/api-differences.ts";
import { check, dimensionsOf, type Tamper } from "../helpers/checked.ts";

test.each(metricNetworks)(
  "%s as specified: nothing differs, in at most 25 requests",
  async (network) => {
    const { differing, findings, requests, bodies } = await check({ network });
    expect(differing).toEqual([]);
    expect(findings.map(({ id }) => id)).toEqual(assumptionIds);
    expect(requests).toBe(bodies.length);
    expect(requests).toBeLessThanOrEqual(25);
  },
);

test.each(apiDifferences)(
  "$what: the check finds it, and no other",
  async ({ options, ids, text = "" }) => {
    const { differing, found } = await check(options);
    expect(differing).toEqual(ids);
    expect(found(ids[0] ?? "")).toContain(text);
  },
);

test("a difference that is gone when it is asked again is not reported", async () => {
  const tamper = increase(
    (seen) => isSample(seen) && dimensionsOf(seen) === "" && seen.before === 0,
  );
  expect((await check({ tamper })).differing).toEqual([]);
});

test("one wrong answer by profile and day is no difference of totals, averages or repeats", async () => {
  const tamper = increase(
    (seen) => isSample(seen) && dimensionsOf(seen) === "profile date.day" && seen.before === 0,
  );
  expect((await check({ tamper })).differing).toEqual([]);
});

test("where the repeated question fails, a difference of days is asked again too", async () => {
  let asked = 0;
  const tamper: Tamper = (seen, record) => {
    if (!isSample(seen) || dimensionsOf(seen) !== "profile date.day") return;
    asked += 1;
    if (asked === 1) increase(() => true)(seen, record, {});
    if (asked === 2)
      Object.assign(Object(record), { success: false, errors: [{ code: 8, errors: [] }] });
  };
  const { findings } = await check({ tamper });
  expect(findings.find(({ id }) => id === "totals")?.state).not.toBe("differs");
});

test.each([1, 5])(
  "names of weeks that start on Sunday are no difference, with seed %i",
  async (seed) => {
    const { findings } = await check({ profiles: 300, differ: deviations, seed });
    const weekNames = findings.find(({ id }) => id === "week_names");
    expect(weekNames?.state).toBe("holds");
  },
);

test("names that the API gives cannot control the terminal, or write a line of their own", async () => {
  const { found } = await check({
    rowStyle: { month: (month) => `${month}\u001B[31m\nFAKE\u202E` },
  });
  expect(found("month_names")).toContain("FAKE");
  expect(found("month_names")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

const failing =
  (code: number): Tamper =>
  (seen, record) => {
    if (isSample(seen))
      Object.assign(Object(record), { success: false, errors: [{ code, errors: [] }] });
  };

test.each([
  [10, "account_quota_exhausted"],
  [11, "user_quota_exhausted"],
  [401, "unauthorized"],
])("code %i ends the check, and nothing is stored", async (code, name) => {
  await expect(check({ tamper: failing(code) })).rejects.toThrow(name);
});

test("the check goes on after an error of one answer, and names it", async () => {
  const { failure, findings, requests } = await check({ tamper: failing(500) });
  expect(failure?.problem).toContain("the API reported an internal error");
  expect(findings.find(({ id }) => id === "totals")).toMatchObject({ state: "not_seen" });
  expect(requests).toBeLessThanOrEqual(25);
  expect((await check()).failure).toBeUndefined();
});

test("an error without a code of the API says nothing of its codes", async () => {
  const { findings } = await check({
    tamper(seen, record) {
      if (seen.body.metrics?.[0] === "no_such_metric") Object(record).errors = [];
    },
  });
  expect(findings.find(({ id }) => id === "error_codes")).toMatchObject({ state: "not_seen" });
});

test("an average counts as confirmed only where profiles lack different numbers of days", async () => {
  const { findings } = await check({
    numbers: (profile, metric, day, breakdown) =>
      plausibleNumbers({ ...profile, index: 0, connected: "2015-01-01" }, metric, day, breakdown),
    differ: ["averages"],
  });
  const averages = findings.find(({ id }) => id === "averages");
  expect(averages).toMatchObject({
    state: "not_seen",
    found: "no average whose profiles lack different numbers of days",
  });
});

test("the size and the history are measured", async () => {
  const { found } = await check({ complexity: 50_000, profiles: 80, historyMonths: 20 });
  expect(found("sizes")).toBe("accepts 29120 numbers by profile and day, rejects 58240");
  expect(found("history")).toBe("answers days from 2025-03-19 on");
});

test("with every difference and 300 profiles, requests are left for the history", async () => {
  const { found } = await check({ profiles: 300, differ: deviations, historyMonths: 20 });
  expect(found("history")).toBe("answers days from 2025-03-19 on");
});

test("followers that grew from 0 are no leading zeros", async () => {
  const began = "2026-06-01";
  const { findings } = await check({
    numbers: (profile, metric, day, breakdown) =>
      profile.index === 0 && day < began
        ? 0
        : profile.index === 0 && metric === "fans_lifetime"
          ? Math.floor((Date.parse(day) - Date.parse(began)) / 86_400_000) + 1
          : plausibleNumbers(profile, metric, day, breakdown),
  });
  expect(findings.find(({ id }) => id === "leading_zeros")?.state).toBe("holds");
});

test("an account with two months of history, and one without values of a metric, can be checked", async () => {
  const short = await check({ historyMonths: 2 });
  expect(short.found("totals")).toMatch(/^equal for/);
  const lacking = await check({
    numbers: (profile, metric, day, breakdown) =>
      metric === "fans_change" ? null : plausibleNumbers(profile, metric, day, breakdown),
  });
  expect(lacking.found("totals")).toMatch(/^equal for/);
});

test("a history whose request fails for another reason is not seen", async () => {
  const { findings } = await check({
    historyMonths: 140,
    tamper(seen, record) {
      if (seen.body.date_start?.startsWith("2016-"))
        Object.assign(Object(record), { success: false, errors: [{ code: 500, errors: [] }] });
    },
  });
  expect(findings.find(({ id }) => id === "history")).toMatchObject({
    state: "not_seen",
    found: expect.stringContaining("the API reported an internal error"),
  });
});

test("a history that no error names is found to the month", async () => {
  const { found, requests } = await check({
    historyMonths: 20,
    tamper(_, record) {
      if (Object(record).errors?.[0]?.code === 6) Object(record).errors[0].errors = ["too early"];
    },
  });
  expect(found("history")).toMatch(
    /^(answers days from 2025-04-01 on|begins after 2016-11-18; not asked)/,
  );
  expect(requests).toBeLessThanOrEqual(25);
});

test("an account without gaps, labels or LinkedIn profiles is not seen there", async () => {
  const { findings, differing } = await check({
    network: "twitter",
    profiles: 1,
    numbers: (_, __, day) => Date.parse(day) / 86_400_000,
    tamper({ path }, record) {
      if (path.endsWith("linkedin/profiles")) Object(record).profiles = [];
      for (const profile of Object(record).profiles ?? []) profile.profile_labels = [];
    },
  });
  expect(differing).toEqual([]);
  const unseen = findings.filter(({ state }) => state === "not_seen").map(({ id }) => id);
  expect(unseen).toEqual([
    "averages",
    "profiles_add_up",
    "leading_zeros",
    "empty_sums",
    "label_form",
    "post_profile_field",
    "post_order",
    "headers",
  ]);
});

test("a seed chooses the profiles and days, always the same", async () => {
  const bodies = async (seed: number): Promise<string> => (await check({ seed })).bodies.join();
  const first = await bodies(1);
  expect(await bodies(1)).toBe(first);
  expect(await bodies(2)).not.toBe(first);
});

test("without profiles, or without two weeks of numbers, the error says what to do", async () => {
  await expect(check({ profiles: 0 })).rejects.toThrow(
    "facebook has no profile that can be asked\nConnect a profile, or name another network with --network.",
  );
  const noNumbers = "no two weeks of numbers older than 35 days";
  await expect(check({ numbers: () => null })).rejects.toThrow(noNumbers);
  await expect(check({ historyMonths: 1 })).rejects.toThrow(noNumbers);
});
