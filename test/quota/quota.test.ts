/** All requests that the quotas allow are answered, and none is sent while the gate is closed. */
import { expect, onTestFinished, test } from "vitest";
import { quotaSentence } from "../../src/questions/metrics/reply/plan.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { connect } from "../helpers/connect.ts";
import { testClock } from "../helpers/clock.ts";
import { testNow } from "../helpers/in-memory.ts";

const hour = 3_600_000;

test("three users × 600 calls in an hour: exactly as many are answered as the quotas allow", async () => {
  let passed = 0;
  const now = (): number => testNow + passed;
  const shared = await serveSandbox({ now });
  onTestFinished(() => shared.close());
  const users = await Promise.all(
    shared.users.map(async ({ name, token, secret }) => {
      const environment = { SOCIAL_ANALYTICS_TOKEN: token, SOCIAL_ANALYTICS_SECRET: secret };
      const { call, attempt } = await connect({
        baseUrl: shared.baseUrl,
        environment,
        now,
        clock: testClock(now),
        // Nobody waits: waiting would move one user's clock alone.
        deadlineSeconds: 0,
      });
      return { name, call, attempt, answered: 0 };
    }),
  );
  for (let turn = 0; turn < 600; turn += 1) {
    passed += (hour - 1000) / 600;
    await Promise.all(
      users.map(async (user) => {
        const { text, isError } = await user.attempt("get_current_user");
        expect(isError || text.includes(user.name)).toBe(true);
        if (!isError) user.answered += 1;
      }),
    );
  }
  const answered = users.map((user) => user.answered);
  expect(answered.reduce((sum, count) => sum + count)).toBe(1000);
  expect(Math.max(...answered)).toBeLessThanOrEqual(500);
  const refused = shared.sandbox.requests().filter(({ failedWith }) => failedWith !== undefined);
  expect(refused.map(({ failedWith }) => failedWith)).toEqual(refused.map(() => 10));
  expect(refused.length, "one per credential").toBeLessThanOrEqual(3);

  passed += hour;
  expect((await users[0]?.call("get_current_user"))?.isError, "in the next hour").toBe(false);
});

test("a single user is stopped before the API rejects a request", async () => {
  const { attempt, sandbox } = await connect();
  let answered = 0;
  for (let turn = 0; turn < 520; turn += 1) {
    const { text, isError } = await attempt("get_current_user");
    if (!isError) answered += 1;
    expect(
      !isError || /^user_quota_exhausted: .*\nCall again after 13:\d\d UTC\.$/.test(text),
    ).toBe(true);
  }
  expect(answered).toBe(500);
  expect(sandbox.requests().filter(({ failedWith }) => failedWith !== undefined)).toEqual([]);
});

const year = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2025-01-01",
  date_end: "2025-12-31",
  dimensions: ["profile", "date.day"],
};

test("a plan above max_requests is rejected with numbers and with suggestions that fit", async () => {
  const { call, failing, sandbox } = await connect({ profiles: 700, numbers: () => 1 });
  const question = { ...year, date_start: "2020-01-01", max_requests: 10 };
  const { text } = await failing("get_profile_metrics", question);
  expect(text).toBe(
    [
      "too_many_requests_needed: 42 requests are needed, and max_requests is 10",
      "These would fit: 27 profiles at a time (6 requests); or 2025-10-29 to 2025-12-31 (7 requests). Or call again with max_requests 42, if spending that many is intended: at most 499 are left this hour.",
    ].join("\n"),
  );
  const before = sandbox.requests("metrics").length;
  const days = await call("get_profile_metrics", {
    ...year,
    date_start: "2025-09-23",
    max_requests: 10,
  });
  expect([days.isError, sandbox.requests("metrics").length - before]).toEqual([false, 7]);
});

test("if a shorter range is not enough, fewer profiles are suggested as well", async () => {
  const { failing } = await connect({ profiles: 700, numbers: () => 1 });
  const question = { ...year, date_start: "2020-01-01", max_requests: 3 };
  const { text } = await failing("get_profile_metrics", question);
  expect(text).toContain(
    "These would fit: 2025-10-29 to 2025-12-31, 100 profiles at a time (1 request).",
  );
});

test("a plan above the remaining quota is rejected with suggestions that fit", async () => {
  const { call, failing } = await connect({ profiles: 700, numbers: () => 1 });
  for (let spent = 0; spent < 490; spent += 1) await call("get_current_user");
  const { text } = await failing("get_profile_metrics", { ...year, date_start: "2024-01-01" });
  expect(text).toContain(
    "14 requests are needed, and at most 9 are left this hour\nThese would fit: ",
  );
  expect(text).toContain("2025-10-29 to 2025-12-31 (7 requests)");
  const planned = await call("get_profile_metrics", {
    ...year,
    date_start: "2024-01-01",
    plan_only: true,
  });
  expect(planned.text).toContain(
    "\nAt most 9 requests are left this hour: too few. From 13:00 UTC on, the quota allows the call.",
  );
  const days = await call("get_profile_metrics", { ...year, date_start: "2025-09-23" });
  expect(days.text).toContain(" 7 requests sent, at most 2 left this hour.");
});

test("the plan of all networks says from when on the quota allows it", async () => {
  const { call } = await connect({ profiles: 700, numbers: () => 1 });
  for (let spent = 0; spent < 490; spent += 1) await call("get_current_user");
  const { text } = await call("get_profile_metrics", {
    network: "all",
    metrics: ["followers"],
    period: "last_month",
    plan_only: true,
  });
  expect(text).toMatch(
    /\nAt most \d requests are left this hour: too few\. From 13:00 UTC on, the quota allows the call\.$/,
  );
});

test("what takes several hours has the time of its last request", () => {
  const now = Date.parse("2026-10-01T12:00Z");
  const sentence = (needed: number): string =>
    quotaSentence(
      needed,
      { requests: 100, isReported: true, limit: 500, freeAt: now + 1_800_000 },
      now,
    );
  expect(sentence(100)).toBe("Afterwards 0 requests would be left this hour.");
  expect(sentence(500)).toContain(" From 12:30 UTC on, the quota allows the call.");
  expect(sentence(1101)).toContain(
    " The quota allows 500 an hour: of a question in parts, the last requests can be sent from 14:30 UTC on.",
  );
});
