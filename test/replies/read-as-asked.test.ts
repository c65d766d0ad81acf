/** What a reply may be read as: names, ranks, days that are not over, statistics, ratios, rows of profile and label. */
import { expect, test } from "vitest";
import { Account } from "../../src/sandbox/account.ts";
import { plausibleNumbers } from "../../src/sandbox/numbers.ts";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { daysFrom } from "../helpers/day-names.ts";
import { resultOf, type ValueOf } from "../helpers/pieces.ts";
import { idOf } from "../helpers/results.ts";

const october = {
  metrics: ["insights_views"],
  date_start: "2026-10-01",
  date_end: "2026-10-31",
};
/** A has 10, B 20, C 30. */
const sized: ValueOf = (profile) => 10 * (1 + "ABC".indexOf(profile));

test("a profile asked by name has its rank among all, and is named in the first line", async () => {
  const { read } = await resultOf(sized, { ...october, dimensions: ["profile"] });
  const text = await read({ profiles: ["B"], sort_by: "insights_views" });
  expect(text).toMatch(/^facebook, B, 2026-10-01 to 2026-10-31/);
  expect(text).toContain("\nmetric|total|all 3\ninsights_views sum|620|1860\n");
  expect(text).toContain("\ninsights_views, highest first, 1 of 3:\n#|insights_views\n2|620\n");
});

test("days and weeks that are not over have a star, and are no extreme and no rank", async () => {
  // Clocks show 2026-11-20.
  const open = {
    metrics: ["insights_views"],
    date_start: "2026-11-16",
    date_end: "2026-11-22",
    dimensions: ["date.day"],
  };
  const values: ValueOf = (_profile, _metric, day) => (day >= "2026-11-20" ? 1 : 100);
  const { text, read } = await resultOf(values, open);
  expect(text).toMatch(/\n11-19\|300\n11-20\*\|3\n/);
  expect(text).toContain("* holds days that are not over.");
  const weekly = await read({ grain: "week" });
  expect(weekly).toMatch(/\nall 3\|total\ninsights_views sum\|1209\n/);
  expect(weekly).toContain("holds days that are not over");
  const lowest = await read({ sort_by: "insights_views", order: "asc", top: 1 });
  expect(lowest).toMatch(/\n1\|11-16\|300\n/);
});

test("counts of people over 28 days change between days of the same profiles, and these are counted", async () => {
  const late: ValueOf = (profile, _metric, day) =>
    profile === "A" ? 1000 : day < "2026-10-11" ? null : 100;
  const { read } = await resultOf(late, {
    ...october,
    metrics: ["insights_reach_28_days", "insights_views"],
    dimensions: ["profile", "date.day"],
    date_start: "2026-01-01",
  });
  const summary = await read({});
  // A window counts the days before it too: the first 27 numbers are not of the range alone.
  expect(summary).toContain("\ninsights_reach_28_days: at least 1000 people (A on 01-28); the API");
  const lines = summary.split("\n").filter((line) => line.startsWith("insights_reach_28_days "));
  expect(lines).toEqual([
    "insights_reach_28_days people in the 28 days to 10-31, mean per page|no total|400|||",
    expect.stringMatching(/^insights_reach_28_days .*, 1 throughout\|no total\|1000\|0%\|/),
  ]);
});

test("numbers per profile say so, of a single level too", async () => {
  const { read } = await resultOf(sized, {
    ...october,
    metrics: ["fans_lifetime"],
    dimensions: [],
  });
  expect(await read({ per_profile: true })).toContain(
    "\nmetric|value\nfans_lifetime last per profile|20\n",
  );
});

test("the name of a ratio is refused where it is taken, or is that of a column", async () => {
  const { read, refusal } = await resultOf(sized, {
    ...october,
    metrics: [
      "insights_views",
      "insights_reach",
      "insights_follows",
      "r = insights_follows / insights_views",
    ],
    dimensions: ["profile", "date.day"],
  });
  const same = "r = insights_follows / insights_views";
  expect(await read({ metrics: [same] })).toContain("r");
  expect(await refusal({ metrics: ["r = insights_views / insights_reach"] })).toMatch(
    /^invalid_input: the name r of a formula is taken/,
  );
  const both = ["x = insights_views / insights_reach", "x = insights_reach / insights_views"];
  expect(await refusal({ metrics: both })).toMatch(
    /^invalid_input: the name x of a formula is taken/,
  );
  for (const name of ["profile", "profile_name", "week", "gender_age", "A", "s12"]) {
    expect(await refusal({ metrics: [`${name} = insights_views / insights_reach`] })).toContain(
      `the name ${name} of a formula is that of a column or a row`,
    );
  }
});

test("a zero denominator is withheld, and not a number that is too large", async () => {
  const { text } = await resultOf(
    (profile, metric) => (metric === "insights_reach" && profile === "A" ? 0 : 10),
    {
      ...october,
      metrics: ["r = insights_views / insights_reach"],
      dimensions: ["profile", "date.day"],
      date_end: "2026-10-03",
    },
  );
  expect(text).toContain("\nall 3|total\nr insights_views / insights_reach|1.5\n");
  expect(text).not.toContain("may be rounded");
  expect(text).toMatch(/\nday\|B\|C\|A\n10-01\|1\|1\|·\n/);
});

test("people by profile and day over a month: a lower bound of how many there were", async () => {
  const { text } = await resultOf(
    (profile, _metric, day) => (profile === "C" && day === "2026-10-05" ? 77 : 5),
    {
      ...october,
      metrics: ["insights_reach"],
      dimensions: ["profile", "date.day"],
    },
  );
  expect(text).toContain(
    "insights_reach: at least 77 people (C on 10-05); the API has no distinct people of 31 days. insights_reach_28_days counts 28 days.",
  );
});

test("rows of a breakdown are totalled over time, and have shares of the whole", async () => {
  const { call } = await connect({ complexity: 3000, profiles: 20 });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_reactions"],
    date_start: "2026-04-01",
    date_end: "2026-09-30",
    dimensions: ["date.month", "reaction_type"],
  });
  const result = idOf(text);
  const total = await call("read_result", { result, grain: "total" });
  const totalsIn = (reply: string): string[] =>
    [...reply.matchAll(/^(anger|haha|like|love|sorry|wow)\|\d+$/gm)].map(([row]) => row);
  expect(totalsIn(total.text)).toHaveLength(6);
  expect(totalsIn(text)).toEqual(totalsIn(total.text));
  const quarters = await call("read_result", { result, grain: "quarter" });
  expect(quarters.text).toMatch(/\n2026-Q2\|\d+/);
  const shares = await call("read_result", { result, view: "shares" });
  expect(shares.text).toMatch(/\n2026-04\|1\d\.\d\|/);
});

test("labels by month have days, shares and a total", async () => {
  const { call } = await connect({ profiles: 250 });
  const question = {
    network: "facebook",
    metrics: ["insights_views", "fans_change"],
    date_start: "2026-01-01",
    date_end: "2026-10-31",
  };
  const { text } = await call("get_profile_metrics", {
    ...question,
    dimensions: ["profile_label", "date.month"],
  });
  expect(text).toContain(" Missing profile-days of 76000: insights_views 10685 (");
  expect(text).toContain("; fans_change 5898 (");
  const daily = await call("read_result", { result: idOf(text), grain: "day" });
  expect(daily.text).toContain(" by profile_label, day, ");
  const shares = await call("read_result", {
    result: idOf(text),
    view: "shares",
    metrics: ["insights_views"],
    grain: "total",
  });
  expect(shares.text).toMatch(/\nprofile_label\|insights_views % of all 237 profiles\|covered\n/);
  expect(shares.text).toMatch(/\n\(no label\)\|\d+\.\d\|\n/);
});

test("rows of profile and label have the numbers of the profile, each in the rows of its own labels", async () => {
  const account = new Account(40);
  const days = daysFrom("2026-10-05", "2026-10-18");
  const profiles = [...account.profiles("pinterest").values()]
    .filter(({ name }) => /^Acme \w+ \d+$/.test(name))
    .slice(0, 12);
  const { call } = await connect({ profiles: 40, complexity: 30 });
  const { text } = await call("get_profile_metrics", {
    network: "pinterest",
    metrics: ["boards_change"],
    profiles: profiles.map(({ id }) => id),
    date_start: days[0],
    date_end: days.at(-1),
    dimensions: ["profile", "profile_label"],
    max_requests: 100,
  });
  const lines = text.split("\n");
  let count = 0;
  for (const profile of profiles) {
    const labels = profile.labels.map(({ name }) => name);
    const sum = days
      .flatMap((day) => plausibleNumbers(profile, "boards_change", day, undefined) ?? [])
      .reduce((total, value) => total + value, 0);
    const rows = lines.flatMap((line) => {
      const cells = line.split("|");
      const place = cells.indexOf(profile.name);
      return place === -1 ? [] : [cells.slice(place + 1, place + 3)];
    });
    const expected = labels.length === 0 ? ["(no label)"] : labels;
    expect(new Set(rows.map(([label]) => label))).toEqual(new Set(expected));
    expect(rows).toHaveLength(expected.length);
    for (const [, cell] of rows) expect(cell).toBe(String(sum));
    count += rows.length;
  }
  expect(count).toBeGreaterThan(12);
});

test("the coverage of one side of a break names the side", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(60).map((profile) => ({ ...profile, timezone: "UTC" })),
    metrics: ({ body }) =>
      metricsAnswer(body, (profile, _metric, day) =>
        profile === "p0" && day >= "2025-12-01" ? null : 100 + Number(profile.slice(1)),
      ),
  });
  const { call } = await connect({ baseUrl, settings: { maxAnswerTokens: 1200 } });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_fan_adds"],
    date_start: "2025-10-01",
    date_end: "2025-12-31",
    dimensions: ["profile"],
    profiles: profileList(60).map(({ id }) => id),
  });
  expect(text).toMatch(/\|covered from 2025-11-15\n[^]*\nP 0\|\d+\|\d+\|34%$/m);
});

test("a profile has no number under the labels of others, and none is missing there", async () => {
  const { call } = await connect({ profiles: 40 });
  const { text } = await call("get_profile_metrics", {
    network: "pinterest",
    metrics: ["boards_change"],
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    dimensions: ["profile", "date.week", "profile_label"],
  });
  const [, missing = "0"] = /boards_change (\d+) of 80 rows/.exec(text) ?? [];
  expect(Number(missing)).toBeLessThan(40);
  expect(text).not.toContain("of 560 rows");
});
