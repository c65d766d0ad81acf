/** Ranges that begin before the account's history: cut where it begins, which is found once and learned. */
import { expect, test } from "vitest";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { failure, metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { spoilt } from "../helpers/spoilt.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";

/** The history begins on 2020-11-19: 72 months before the sandbox's day. */
const question = {
  network: "facebook",
  metrics: ["insights_views"],
  dimensions: ["date.year"],
  date_start: "2015-01-01",
  date_end: "2026-10-31",
};

interface Sent {
  readonly start: string;
  readonly end: string;
}

const sentOf = ({ sandbox }: Pick<Connected, "sandbox">): Sent[] =>
  sandbox.requests("metrics").map(({ body }) => {
    const { date_start: start, date_end: end } = Object(body);
    return { start, end };
  });

const isRejected = ({ start }: Sent): boolean => start < "2020-11-19";

test("the newest days are asked for first, what is rejected is not sent again, and the first line says so", async () => {
  const connected = await connect({ profiles: 6 });
  const { text } = await connected.call("get_profile_metrics", question);
  expect(text.split("\n")[0]).toContain(
    "facebook, 6 profiles by year, 2020-11-19 to 2026-10-31, profile time. The account's history begins on 2020-11-19: earlier days, from 2015-01-01, are not available.",
  );
  const sent = sentOf(connected);
  // Years that were under way are rejected too. The day that the rejection names follows, and the rest of 2020.
  const rejected = sent.filter(isRejected);
  expect(rejected.length).toBeLessThanOrEqual(6);
  expect(sent).toHaveLength(6 + rejected.length + 2);
  const again = await connected.call("get_profile_metrics", {
    ...question,
    metrics: ["insights_reactions"],
  });
  expect(again.text).toContain("history begins on 2020-11-19");
  expect(sentOf(connected).slice(sent.length).filter(isRejected)).toEqual([]);
});

test("without a day in the API's text, at most nine requests find it within a year", async () => {
  const silent = await spoilt({
    operation: "metrics",
    spoil: (answer) =>
      JSON.parse(JSON.stringify(answer).replace("starts on 2020-11-19", "is short")),
  });
  const { text } = await silent.call("get_profile_metrics", question);
  expect(text).toContain("The account's history begins on 2020-11-19: earlier days");
  // Twelve years, of which those that were under way are rejected too, at most nine days, and the rest of 2020.
  expect(Number(/(\d+) requests sent/.exec(text)?.[1])).toBeLessThanOrEqual(12 + 9 + 1 + 3);
});

test("a day that the API names is not believed", async () => {
  const wrong = await spoilt({
    operation: "metrics",
    spoil: (answer) => JSON.parse(JSON.stringify(answer).replace("on 2020-11-19", "on 2020-03-01")),
  });
  const { text } = await wrong.call("get_profile_metrics", question);
  expect(text).toContain("The account's history begins on 2020-11-19: earlier days");
});

test("a history that begins within the lead-in is cut without a word, and found by at most five requests", async () => {
  const input = { network: "facebook", metrics: ["insights_views"], dimensions: ["date.day"] };
  const days = { ...input, date_start: "2020-11-25", date_end: "2020-11-30" };
  for (const names of ["starts on 2020-11-19", "is short"]) {
    const silent = await spoilt({
      operation: "metrics",
      spoil: (answer) => JSON.parse(JSON.stringify(answer).replace("starts on 2020-11-19", names)),
    });
    const { text } = await silent.call("get_profile_metrics", days);
    expect(text).not.toContain("history");
    expect(Number(/(\d+) requests sent/.exec(text)?.[1])).toBeLessThanOrEqual(1 + 1 + 5 + 1);
    // What is said does not depend on the question that found it.
    const earlier = { ...days, date_start: "2020-11-01" };
    const { text: cut } = await silent.call("get_profile_metrics", earlier);
    expect(cut).toContain("The account's history begins on 2020-11-19: earlier days");
  }
});

test("network all says where the history begins, in the first reply and in later ones", async () => {
  const { call } = await connect({ profiles: 6, historyMonths: 11 });
  const metrics = ["fans_change", "followers_change"];
  const dates = { date_start: "2025-06-01", date_end: "2026-10-31" };
  for (const dimensions of [[], ["date.month"]]) {
    const input = { network: "all", metrics, ...dates, dimensions };
    const { text } = await call("get_profile_metrics", input);
    expect(text.split("\n")[0]).toContain("The account's history begins on 2025-12-19:");
  }
});

test("a limit that moves is found again", async () => {
  let now = Date.parse("2026-11-20T12:00:00Z");
  const connected = await connect({ profiles: 6, now: () => now });
  const { text: first } = await connected.call("get_profile_metrics", question);
  expect(first).toContain("history begins on 2020-11-19");
  now = Date.parse("2026-12-16T12:00:00Z");
  const { text } = await connected.call("get_profile_metrics", { ...question, fresh: true });
  expect(text).toContain("The account's history begins on 2020-12-15: earlier days");
});

test("a comparison with days before the history shows the numbers now, and says why there are no others", async () => {
  const { call } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", {
    ...question,
    dimensions: [],
    date_start: "2021-03-01",
    date_end: "2021-03-31",
    compare_to: "previous_year",
  });
  expect(text.split("\n")[0]).toContain(
    "No comparison with 2020-03-01 to 2020-03-31: the account's history begins on 2020-11-19.",
  );
  expect(text).toMatch(/\n\nall 4\|total\ninsights_views sum\|\d+\n/);
});

test("a comparison whose earlier range is asked first, and lies before the history, is answered too", async () => {
  const { call } = await connect({ profiles: 6, historyMonths: 11 });
  const { text } = await call("get_profile_metrics", {
    ...question,
    metrics: ["insights_impressions"],
    dimensions: ["post_attribution"],
    profiles: facebookIds(2),
    date_start: "2026-08-20",
    date_end: "2026-11-18",
    compare_to: "previous_year",
  });
  expect(text).toContain("the account's history begins on 2025-12-19.");
});

test("a range that ends before the history is an error", async () => {
  const { call, failing, sandbox } = await connect({ profiles: 6 });
  const old = { ...question, date_end: "2015-12-31" };
  expect((await failing("get_profile_metrics", old)).text).toMatch(/^before_history_limit: /);
  await call("get_profile_metrics", question);
  const sent = sandbox.requests("metrics").length;
  expect((await failing("get_profile_metrics", old)).text).toMatch(
    /^before_history_limit: the account's history begins on 2020-11-19, after these days\n/,
  );
  expect(sandbox.requests("metrics")).toHaveLength(sent);
});

test("an API that always names the next day is not asked more than max_requests allows", async () => {
  const profiles = [{ id: "1", name: "Page", insights_enabled: true }];
  const { baseUrl, requests } = await serveFakeApi({
    profiles,
    metrics: ({ body }) => {
      const start = String(body["date_start"]);
      const isProbe = start === body["date_end"];
      if (isProbe) return metricsAnswer(body);
      return JSON.stringify(failure(6, `the history begins on ${addDays(toDay(start), 1)}`));
    },
  });
  const { failing } = await connect({ baseUrl });
  const range = { network: "facebook", metrics: ["fans_change"], dimensions: ["profile"] };
  const dates = { date_start: "2026-01-01", date_end: "2026-10-31" };
  const { text } = await failing("get_profile_metrics", { ...range, ...dates, max_requests: 20 });
  expect(text).toMatch(/^too_many_requests_needed: the call has sent 20 requests/);
  expect(requests()).toHaveLength(20);
});

test("posts have the days that metrics have shown to be available", async () => {
  const { call, failing, sandbox } = await connect({ profiles: 6, historyMonths: 11 });
  const long = { date_start: "2025-01-01", date_end: "2026-10-31" };
  await call("get_profile_metrics", { network: "facebook", metrics: ["fans_change"], ...long });
  const { text } = await call("list_facebook_posts", { ...long, limit: 5 });
  expect(text).toContain("2025-12-19 to 2026-10-31");
  expect(text.split("\n")[0]).toContain(
    "The account's history begins on 2025-12-19: earlier days, from 2025-01-01, are not available.",
  );
  const [, cursor] = /and cursor (\S+)/.exec(text) ?? [];
  const next = await call("list_facebook_posts", { ...long, limit: 5, cursor });
  expect(next.text).toContain("Shown: posts 6 to 10.");
  const before = sandbox.requests("posts").length;
  const earlier = { date_start: "2025-01-01", date_end: "2025-02-01" };
  const refused = await failing("list_facebook_posts", earlier);
  expect(refused.text).toMatch(
    /^before_history_limit: the account's history begins on 2025-12-19, after these days\n/,
  );
  expect(sandbox.requests("posts")).toHaveLength(before);
});
