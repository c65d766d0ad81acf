/** A plan states the requests that will be sent, and a plan that grows too large stops before it is expensive. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { drawing, repetitions } from "../helpers/repetitions.ts";

const runs = repetitions(3, 300);

const questions = fc.record({
  profiles: fc.constantFrom(3, 30, 110, 250).map((count) => facebookIds(count)),
  metrics: fc.constantFrom(
    ["fans_change"],
    ["insights_reach"],
    ["insights_reactions", "insights_reach", "insights_views", "fans_change", "fans_lifetime"],
  ),
  dimensions: fc.constantFrom<string[]>(
    [],
    ["profile"],
    ["date.day"],
    ["date.week"],
    ["date.month", "profile"],
    ["profile", "date.day"],
    ["profile_label"],
    ["date.quarter"],
    ["date.weekday"],
  ),
  date_start: fc.constantFrom("2025-08-15", "2026-01-01", "2026-08-01"),
});

const fixed = { network: "facebook", date_end: "2026-10-20" };

/** Requests are counted, so that quick numbers will do. */
const unlimited = { quotas: { account: 1e9, user: 1e9 }, profiles: 250, numbers: () => 1 };

/** The numbers of requests that a plan states: from and to. Those for lists are stated apart. */
async function planned(
  { call }: Connected,
  question: Readonly<Record<string, unknown>>,
): Promise<{ least: number; most: number }> {
  const { text } = await call("get_profile_metrics", { ...question, plan_only: true });
  const numberIn = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
  const [, cost = ""] = text.split("\n");
  const stated =
    /^(\d+) requests?( if the API accepts [\d,]+ numbers at once; more if not)?(?:; \d+ more (?:is|are) cached)?\.$|^No request: everything is cached\.$/.exec(
      cost,
    );
  if (stated === null) throw new Error(`no cost in ${text}`);
  const [, count = 0, condition] = stated;
  const lists = numberIn(/^(\d+) more requests? for lists /m);
  return {
    least: Number(count) + lists,
    most: condition === undefined ? Number(count) + lists : Number.POSITIVE_INFINITY,
  };
}

test("the requests that are sent are those that the plan states; once sizes are known, exactly", async () => {
  await fc.assert(
    fc.asyncProperty(
      questions,
      fc.constantFrom(11_000, 20_000, 50_000),
      async (variant, complexity) => {
        const connected = await connect({ ...unlimited, complexity });
        const { call, sandbox } = connected;
        for (const count of [1, 2]) {
          const question = { ...fixed, ...variant, fresh: count > 1, max_requests: 1000 };
          const { least, most } = await planned(connected, question);
          const before = sandbox.requests().length;
          await call("get_profile_metrics", question);
          const sent = sandbox.requests().length - before;
          expect(sent).toBeGreaterThanOrEqual(least);
          expect(sent).toBeLessThanOrEqual(most);
          // The first call learns the sizes.
          expect(count === 1 ? least : most).toBe(least);
        }
      },
    ),
    { numRuns: runs },
  );
}, 3_600_000);

test("a refusal because more requests turn out to be needed has sent few, and says what they showed", async () => {
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(
      questions,
      fc.constantFrom(100, 700, 3000, 11_000),
      fc.constantFrom(6, 20, 60, 120),
      async (variant, complexity, max_requests) => {
        const { attempt, sandbox } = await connect({ ...unlimited, complexity });
        const question = { ...fixed, ...variant, max_requests };
        const { text, isError } = await attempt("get_profile_metrics", question);
        const sent = sandbox.requests("metrics").length;
        expect(sent).toBeLessThanOrEqual(max_requests);
        if (!isError) return;
        refusals += 1;
        expect(text).toMatch(/^too_many_requests_needed: /);
        // Halving the largest request (from 55,000 numbers to 100: ten times) and three trials of larger sizes, for each of
        // three shapes.
        expect(sent).toBeLessThanOrEqual(39);
      },
    ),
    drawing(5, 600, 1),
  );
  expect(refusals).toBeGreaterThan(0);
}, 3_600_000);

test("a plan that grows says what was sent, what would fit, and how to learn what it needs from here", async () => {
  const connected = await connect({ ...unlimited, complexity: 700 });
  const { call, failing, sandbox } = connected;
  const question = {
    ...fixed,
    profiles: facebookIds(30),
    metrics: ["fans_change", "insights_reach"],
    dimensions: ["profile", "date.day"],
    date_start: "2026-08-01",
  };
  const refused = await failing("get_profile_metrics", { ...question, max_requests: 6 });
  expect(refused.text).toMatch(
    /^too_many_requests_needed: at least \d+ requests turn out to be needed, and max_requests is 6; \d requests? w(?:as|ere) sent, \d of them too large for the API\nTheir answers are cached, .* These would fit: .* plan_only shows how many are needed now\.$/,
  );
  const { least } = await planned(connected, question);
  const before = sandbox.requests("metrics").length;
  const again = await call("get_profile_metrics", { ...question, max_requests: 100 });
  expect(again.isError).toBe(false);
  expect(sandbox.requests("metrics").length - before).toBeGreaterThanOrEqual(least);
});

test("where the same call would do with the sizes that were learned, the refusal says so", async () => {
  const { call, failing } = await connect({ ...unlimited, complexity: 700 });
  const question = {
    ...fixed,
    profiles: facebookIds(30),
    metrics: ["fans_change", "insights_reach"],
    dimensions: ["profile", "date.day"],
    date_start: "2026-08-01",
    max_requests: 11,
  };
  const refused = await failing("get_profile_metrics", question);
  expect(refused.text).toMatch(/Call again: \d+ requests will do\.$/);
  expect((await call("get_profile_metrics", question)).isError).toBe(false);
});
