/** `check-api` finds each way in which an API differs, and no other. */
import { expect, test } from "vitest";
import { assumptionIds } from "../../src/api-check/assumptions.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";
import {
  check,
  dimensionsOf,
  type CheckOptions,
  type Seen,
  type Tamper,
} from "../helpers/checked.ts";

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

/** Adds 1 to every number of an answer. */
const increased = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(increased) : typeof value === "number" ? value + 1 : value;

const increase =
  (isMet: (seen: Seen) => boolean): Tamper =>
  (seen, record) => {
    if (isMet(seen)) Object(record).data = increased(Object(record).data);
  };

const isMetrics = ({ path }: Seen): boolean => path.endsWith("/metrics");
const daysOf = ({ body }: Seen): number =>
  (Date.parse(body.date_end) - Date.parse(body.date_start)) / 86_400_000 + 1;
const isSample = (seen: Seen): boolean => isMetrics(seen) && seen.body.profiles?.length === 3;

const isPosts = ({ path }: Seen): boolean => path.endsWith("/posts");

type Difference = readonly [what: string, CheckOptions, ids: readonly string[], found?: string];
const differences: readonly Difference[] = [
  ["averages", { differ: ["averages"] }, ["averages"]],
  ["weeks that start on Sunday", { differ: ["weeks"] }, ["week_start"], "Sunday"],
  ["labels", { differ: ["labels"] }, ["label_form"], '{"name":"Europe"}'],
  ["leading zeros", { differ: ["leading_zeros"] }, ["leading_zeros"]],
  [
    "names of weeks",
    { rowStyle: { week: (day) => `week of ${day}` } },
    ["week_names"],
    "week of 20",
  ],
  ["names of months", { rowStyle: { month: (month) => `${month}-01` } }, ["month_names"], "-01"],
  [
    "totals of a profile",
    { tamper: increase((seen) => isSample(seen) && dimensionsOf(seen) === "profile") },
    ["totals", "averages", "profiles_add_up", "halves"],
  ],
  [
    "totals of several profiles",
    { tamper: increase((seen) => isSample(seen) && dimensionsOf(seen) === "") },
    ["averages", "profiles_add_up"],
  ],
  [
    "totals of one week",
    { tamper: increase((seen) => isSample(seen) && daysOf(seen) === 7) },
    ["halves"],
  ],
  [
    "the same question",
    {
      tamper: increase(
        (seen) => isSample(seen) && dimensionsOf(seen) === "profile date.day" && seen.before > 0,
      ),
    },
    ["repeat"],
  ],
  [
    "empty sums",
    {
      tamper(seen, record) {
        if (isMetrics(seen) && daysOf(seen) === 1 && Object(record).data?.[0] === null)
          Object(record).data = [0];
      },
    },
    ["empty_sums"],
    "fans_change of days without a value: 0",
  ],
  [
    "posts without their profile",
    {
      tamper(seen, record) {
        if (isPosts(seen)) for (const post of Object(record).data.posts) delete post.author_id;
      },
    },
    ["post_profile_field"],
  ],
  [
    "a post that the second page has again",
    {
      tamper(seen, record) {
        if (seen.body.after !== undefined) Object(record).data.posts[0] = { id: "other" };
      },
    },
    ["post_order"],
  ],
  [
    "posts in another order",
    {
      tamper(seen, record) {
        if (isPosts(seen))
          for (const [place, post] of Object(record).data.posts.entries())
            post.created_time = `2026-01-0${place + 1}`;
      },
    },
    ["post_order"],
  ],
  [
    "headers",
    { tamper: (_, __, headers) => (headers["x-ratelimit-limit"] = "500") },
    ["headers"],
    "1 of 3 can be read",
  ],
  [
    "the clock",
    { tamper: (_, __, headers) => (headers["date"] = "Fri, 20 Nov 2026 11:55:00 GMT") },
    ["clock"],
    "300 s ahead of the API's",
  ],
  [
    "error codes",
    {
      tamper(seen, record) {
        if (seen.body.metrics?.[0] === "no_such_metric") Object(record).errors[0].code = 99;
      },
    },
    ["error_codes"],
    "profile: 5; metric: 99",
  ],
];

test.each(differences.map((one) => ({ what: one[0], one })))(
  "$what: the check finds it, and no other",
  async ({ one: [, options, ids, text = ""] }) => {
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
  await expect(check({ numbers: () => null })).rejects.toThrow(
    "no two weeks of numbers older than 35 days",
  );
});
