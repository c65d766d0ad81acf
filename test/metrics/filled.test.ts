/** Under a ceiling, answers are filled, plans hold, and so do the smaller questions that a refusal names. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { drawing, leastDrawn, repetitions } from "../helpers/repetitions.ts";

/** Requests are counted, so that quick numbers will do. */
const unlimited = { quotas: { account: 1e9, user: 1e9 }, numbers: () => 1 };
const names = metricsOf("facebook", 3)
  .filter(({ unsupported }) => unsupported !== true)
  .map(({ name }) => name);

async function sentFor(
  { attempt, sandbox }: Connected,
  question: object,
): Promise<{ text: string; isError: boolean; sent: number }> {
  const before = sandbox.requests("metrics").length;
  const { text, isError } = await attempt("get_profile_metrics", { ...question });
  return { text, isError, sent: sandbox.requests("metrics").length - before };
}

const metricCount = repetitions(8, 20);

test(`250 profiles, ${metricCount} metrics and two years: few requests before the refusal, then those that the plan states`, async () => {
  const ceiling = metricCount * 1000;
  const connected = await connect({ ...unlimited, profiles: 250, complexity: ceiling });
  const question = {
    network: "facebook",
    metrics: names.slice(0, metricCount),
    dimensions: ["profile"],
    date_start: "2024-11-01",
    date_end: "2026-10-31",
  };
  const refused = await sentFor(connected, question);
  expect(refused.text).toMatch(/^too_many_requests_needed: /);
  // Halving from 182,500 numbers of each metric, and three trials of larger sizes.
  expect(refused.sent).toBeLessThanOrEqual(12);
  const { text } = await connected.call("get_profile_metrics", { ...question, plan_only: true });

  const [, stated] = /\n(\d+) requests/.exec(text) ?? [];
  const answered = await sentFor(connected, { ...question, max_requests: 400 });
  expect(answered.isError).toBe(false);
  // A larger size that is tried can pass.
  expect(answered.sent).toBeLessThanOrEqual(Number(stated));
  const least = (metricCount * 250 * 730) / ceiling;
  expect(answered.sent).toBeLessThanOrEqual(least * 1.15);
}, 120_000);

interface Followed {
  readonly date_start: string;
  readonly date_end: string;
  readonly profiles: readonly string[];
  readonly metrics: readonly string[];
}

/** The smaller questions that a refusal names, with the requests that it states for each. */
function suggestions(text: string, original: Followed): { question: Followed; stated: number }[] {
  const [, list = ""] = /These would fit: (.*)\./.exec(text) ?? [];
  return [...list.matchAll(/([^;]*?) \((\d+) requests?\)/g)].map(([, what = "", stated]) => {
    const [, start, end] = /(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d)/.exec(what) ?? [];
    const [, profiles] = /(\d+) profiles? at a time/.exec(what) ?? [];
    const [, metrics] = /(\d+) metrics? at a time/.exec(what) ?? [];
    const [, without = ""] = /without (.*), which need/.exec(what) ?? [];
    const question = {
      date_start: start ?? original.date_start,
      date_end: end ?? original.date_end,
      profiles: original.profiles.slice(0, Number(profiles ?? original.profiles.length)),
      metrics: original.metrics
        .slice(0, Number(metrics ?? original.metrics.length))
        .filter((name) => !without.split(", ").includes(name)),
    };
    return { question, stated: Number(stated) };
  });
}

test("the smaller questions that a refusal names need no more requests than it states", async () => {
  let followed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        profiles: fc.constantFrom(30, 110, 250).map((count) => facebookIds(count)),
        metrics: fc.shuffledSubarray(names, { minLength: 2, maxLength: 6 }),
        dimensions: fc.constantFrom<string[]>([], ["profile"], ["date.month"], ["profile_label"]),
        date_start: fc.constantFrom("2025-01-15", "2026-02-01", "2026-08-10"),
      }),
      fc.constantFrom(700, 3000, 20_000),
      fc.constantFrom(6, 12, 30),
      async ({ dimensions, ...rest }, complexity, max_requests) => {
        const original = { ...rest, date_end: "2026-10-20" };
        const shared = { network: "facebook", dimensions, max_requests };
        // Each is followed alone: what the other brings changes what is known and cached.
        for (const place of [0, 1]) {
          const connected = await connect({ ...unlimited, profiles: 250, complexity });
          const { text, isError } = await sentFor(connected, { ...original, ...shared });
          const suggested = isError ? suggestions(text, original)[place] : undefined;
          if (suggested === undefined) return;
          const { sent, ...reply } = await sentFor(connected, { ...suggested.question, ...shared });
          expect({ sent, ...reply }).toMatchObject({ isError: false });
          expect(sent).toBeLessThanOrEqual(suggested.stated);
          followed += 1;
        }
      },
    ),
    drawing(4, 300, 1),
  );
  expect(followed).toBeGreaterThanOrEqual(leastDrawn);
}, 900_000);
