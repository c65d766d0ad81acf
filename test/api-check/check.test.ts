/** `check-api` finds each way in which an API differs, and no other. */
import { expect, test } from "vitest";
import { deviations } from "../../src/sandbox/metrics-answer.ts";
import { assumptionIds } from "../../src/command/api-check/assumptions.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { apiDifferences, isSample } from "../helpers/api-differences.ts";
import { rememberedNumbers } from "../helpers/remembered-numbers.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";
import { check, type Tamper } from "../helpers/checked.ts";

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
    const { differing, observationOf } = await check(options);
    expect(differing).toEqual(ids);
    expect(observationOf(ids[0] ?? "")).toContain(text);
  },
);

test("names that the API gives cannot control the terminal, or write a line of their own", async () => {
  const { observationOf } = await check({
    tamper(_, record) {
      for (const post of Object(record).data?.posts ?? [])
        Object.assign(post, { author_id: undefined, "FAKE\u001B[31m\nid\u202E": post.author_id });
    },
  });
  expect(observationOf("post_profile_field")).toContain("FAKE");
  expect(observationOf("post_profile_field")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test("the API's own totals and weeks are measured, and how they are made", async () => {
  const { observationOf } = await check({ differ: ["weeks", "averages"] });
  expect(observationOf("week_start")).toBe("Sunday");
  expect(observationOf("aggregation")).toMatch(/fans_change \(net\): -?\d+ \(sum\), as ours/);
  expect(observationOf("aggregation")).toMatch(
    /fans_lifetime \(level\): [\d.]+ \(mean\), ours \d+ \(last\)/,
  );
});

test("days that are late are measured", async () => {
  expect((await check()).observationOf("lag")).toMatch(
    /^asked to 2026-11-18, .* fans_change to 2026-11-18$/,
  );
  const { differing, observationOf } = await check({ world: { lag: 5 } });
  expect(differing).toEqual([]);
  expect(observationOf("lag")).toMatch(/^asked to 2026-11-18, .* fans_change to 2026-11-14$/);
});

test.each(metricNetworks)(
  "%s: each retired metric is found, and nothing else differs",
  async (network) => {
    const names = metricsOf(network, 3).flatMap(({ name, unsupported }) =>
      unsupported ? [] : [name],
    );
    for (const name of isFull ? names : names.slice(0, 1)) {
      const { differing, observationOf } = await check({ network, world: { retired: [name] } });
      expect([differing, observationOf("metrics")]).toEqual([["metrics"], `rejected: ${name}`]);
    }
  },
);

test("an API that fails at the request for all metrics says nothing of them", async () => {
  const { findings } = await check({
    tamper(seen, record) {
      if ((seen.body.metrics?.length ?? 0) > 5 && !isSample(seen))
        Object.assign(Object(record), { success: false, errors: [{ code: 500, errors: [] }] });
    },
  });
  expect(findings.find(({ id }) => id === "metrics")?.state).toBe("not_seen");
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
  expect(findings.find(({ id }) => id === "repeat")).toMatchObject({ state: "not_seen" });
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

test("the size and the history are measured", async () => {
  const { observationOf } = await check({ complexity: 50_000, profiles: 80, historyMonths: 20 });
  expect(observationOf("sizes")).toBe("accepts 29120 numbers by profile and day, rejects 58240");
  expect(observationOf("history")).toBe("answers days from 2025-03-19 on");
});

/** More than two requests can ask. */
const manyProfiles = repetitions(210, 300);

test(`with every difference and ${manyProfiles} profiles, requests are left for the history`, async () => {
  const { observationOf } = await check({
    profiles: manyProfiles,
    differ: deviations,
    historyMonths: 20,
  });
  expect(observationOf("history")).toBe("answers days from 2025-03-19 on");
});

test("an account with two months of history, and one without values of a metric, can be checked", async () => {
  const short = await check({ historyMonths: 2 });
  expect(short.observationOf("repeat")).toMatch(/^equal for/);
  const lacking = await check({
    numbers: (profile, metric, day, breakdown) =>
      metric === "fans_change" ? null : rememberedNumbers(profile, metric, day, breakdown),
  });
  expect(lacking.observationOf("repeat")).toMatch(/^equal for/);
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
    observation: expect.stringContaining("the API reported an internal error"),
  });
});

test("a history that no error names is found to the day, or not asked for", async () => {
  const { observationOf, requests } = await check({
    historyMonths: 20,
    tamper(_, record) {
      if (Object(record).errors?.[0]?.code === 6) Object(record).errors[0].errors = ["too early"];
    },
  });
  expect(observationOf("history")).toMatch(
    /^(answers days from 2025-03-19 on|begins after 2016-11-18; not asked)/,
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
  expect(unseen).toEqual(["post_profile_field", "post_order", "headers"]);
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
