/** The days before and after a range are evidence: a short question says what a long one says. */
import { describe, expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { ask, bodiesOf, day, machine } from "../helpers/machine.ts";
import { connect, facebookIds } from "../helpers/connect.ts";

/** Today is 2026-11-20. */
const views = { network: "facebook", metrics: ["insights_views"] };
const steady: Numbers = ({ index }) => 100 * (index + 1);

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

test("followers of a day are the same in a week and in a month: a page has values until 15 days ago", async () => {
  const numbers: Numbers = ({ index }, _metric, date) =>
    index === 1 && date > "2026-11-04" ? null : 1000;
  const { call } = await connect({ profiles: 2, numbers });
  const question = { network: "facebook", metrics: ["fans_lifetime"] };
  for (const dimensions of [[], ["date.day"]])
    for (const period of ["yesterday", "last_7_days", "last_28_days"]) {
      const { text } = await call("get_profile_metrics", { ...question, period, dimensions });
      expect(text, `${period} ${dimensions.join()}`).toMatch(/\nfans_lifetime last\|2000\b/);
      expect(text).toContain("values of up to 15 days before");
    }
});

test("followers before are those of the earlier range's last day, in total as by day", async () => {
  const lasts = ["2026-11-01", "2026-10-20"];
  const numbers: Numbers = ({ index }, _metric, date) =>
    date > (lasts[index] ?? "9999") ? null : 1000 * (index + 1);
  const { call } = await connect({ profiles: 5, numbers });
  const base = { network: "instagram", metrics: ["followers_lifetime"], period: "last_7_days" };
  for (const network of ["instagram", "all"]) {
    const question = { ...base, network, dimensions: [], compare_to: "previous_period" };
    const { text } = await call("get_profile_metrics", question);
    // The page of 2000 has its last value 23 days before the end of the earlier range.
    expect(text).toMatch(/\|15000\|/);
  }
});

test("no value is carried, and no page is the same, across a break", async () => {
  const numbers: Numbers = ({ index }, _metric, date) =>
    date <= "2025-11-14" ? 9000 : index === 0 && date <= "2025-11-17" ? null : 1000;
  const { call } = await connect({ profiles: 6, numbers });
  const days = { date_start: "2025-11-18", date_end: "2025-11-20", dimensions: [] };
  const question = { network: "facebook", metrics: ["fans_lifetime"], ...days };
  const { text } = await call("get_profile_metrics", {
    ...question,
    compare_to: "previous_period",
  });
  expect(text).toMatch(/\nsame in both ranges\|5\|5000\|5000\|0\|0$/m);
});

test("a row of a breakdown that is gone is not carried beside those of the same page", async () => {
  const numbers: Numbers = (_profile, _metric, date, breakdown) =>
    breakdown?.includes("Brno") === true && date > "2026-11-04" ? null : 10;
  const { call } = await connect({ profiles: 3, numbers });
  const question = { network: "instagram", metrics: ["insights_followers"], period: "last_7_days" };
  const { text } = await call("get_profile_metrics", { ...question, dimensions: ["city"] });
  expect(text).not.toMatch(/\|–$/m);
});

test("the first line tells gaps at the edge of a range from beginnings by the days before", async () => {
  const numbers: Numbers = ({ index }, _metric, date) => {
    const isGap = index === 0 && date >= "2026-09-29" && date <= "2026-10-10";
    return isGap || (index === 1 && date < "2026-10-05") ? null : 100;
  };
  const { call } = await connect({ profiles: 6, numbers });
  const { text } = await call("get_profile_metrics", { ...views, period: "2026-10" });
  expect(firstLine(text)).toContain("Acme US lacks 10-01 to 10-10");
  expect(firstLine(text)).toContain("Acme UK began 10-05");
});

test("where only days of evidence are before the history, a question of few requests is answered without them", async () => {
  const { call, sandbox } = await connect({ profiles: 4, historyMonths: 3, numbers: steady });
  const dates = { date_start: "2026-08-25", date_end: "2026-09-10" };
  const { text } = await call("get_profile_metrics", { ...views, ...dates, max_requests: 2 });
  expect(firstLine(text)).toContain("The days before and after the range were not fetched");
  expect(sandbox.requests("metrics")).toHaveLength(2);
});

describe("a metric that is 0 since May", () => {
  const numbers: Numbers = ({ index }, _metric, date) =>
    date >= "2026-05-01" ? 0 : 100 * (index + 1);

  test.each([{ network: "facebook" }, { network: "all" }])(
    "$network: last week against a year before is no fall",
    async ({ network }) => {
      const { call } = await connect({ profiles: 8, numbers });
      const { text } = await call("get_profile_metrics", {
        network,
        metrics: ["insights_views"],
        period: "last_week",
        compare_to: "previous_year_weekdays",
        ...(network === "facebook" && { dimensions: ["profile"] }),
      });
      expect(text).not.toMatch(/-100/);
      expect(text).toContain(
        "insights_views: no values above 0 since 2026-10-12, or before, for any of 8",
      );
    },
  );

  test("alone it is said to be 0 on every day, not to be late", async () => {
    const { call } = await connect({ profiles: 8, numbers });
    const { text } = await call("get_profile_metrics", { ...views, period: "last_week" });
    expect(firstLine(text)).toContain("insights_views: 0 on every day since 10-12, or before.");
    expect(text).not.toContain("may not be delivered");
    const ofNet = { network: "twitter", metrics: ["listed_change"], period: "last_week" };
    const { text: net } = await call("get_profile_metrics", ofNet);
    expect(net).not.toMatch(/every day|may not be delivered/);
  });
});

test("yesterday of a network of which six of eight pages are late has no number, and no change", async () => {
  const numbers: Numbers = (profile, metric, date, breakdown) =>
    date === "2026-11-19" && profile.index < 6 ? null : steady(profile, metric, date, breakdown);
  const { call } = await connect({ profiles: 8, numbers });
  const question = { ...views, period: "yesterday", dimensions: [] };
  const { text } = await call("get_profile_metrics", {
    ...question,
    compare_to: "previous_period",
  });
  expect(firstLine(text)).toContain("facebook: no numbers yet; later days are not delivered.");
  expect(text).toMatch(/\ninsights_views sum\|–\|–\|–$/m);
  expect(text).not.toMatch(/%\|0\b|\|0$/m);
});

test("a page whose zeros end in September is new, in reach as in views", async () => {
  const numbers: Numbers = ({ index }, _metric, date) =>
    index === 0 && date < "2026-09-10" ? 0 : 100;
  const { call } = await connect({ profiles: 4, numbers });
  for (const metric of ["insights_views", "insights_reach"]) {
    const { text } = await call("get_profile_metrics", {
      network: "facebook",
      metrics: [metric],
      period: "2026-10",
      compare_to: "2026-08",
      dimensions: ["profile"],
    });
    expect(text).toMatch(/\|new 09-10\b/);
    expect(text).toMatch(/\nsame in both ranges\|2\|/);
  }
});

test("a page that began long before the range, and after the year before, is new by the first day of evidence", async () => {
  const numbers: Numbers = ({ index }, _metric, date) =>
    index === 0 && date < "2026-03-15" ? null : 100;
  const { call } = await connect({ profiles: 4, numbers });
  const question = { ...views, period: "2026-10", dimensions: ["profile"] };
  const { text } = await call("get_profile_metrics", { ...question, compare_to: "previous_year" });
  expect(text).toMatch(/\|new by 2026-09-03$/m);
});

test("a page that delivers after three weeks is asked again, and has not ended", async () => {
  const { start, pass } = machine();
  let isDelivered = false;
  const numbers: Numbers = ({ index }, _metric, date) =>
    index === 0 && date >= "2026-10-30" && !isDelivered ? null : 100;
  const process = await start({ profiles: 6, numbers });
  const question = { ...views, date_start: "2026-10-01", date_end: "2026-11-12" };
  expect(await ask(process, question)).toContain("Acme US ended 10-29");
  isDelivered = true;
  pass(8 * day);
  const text = await ask(process, question);
  expect(firstLine(text)).not.toContain("Acme US");
  expect(bodiesOf(process).at(-1)?.date_start).toBe("2026-10-30");
});

describe("a metric that ended", () => {
  const endedOn =
    (first: string): Numbers =>
    (profile, metric, date, breakdown) =>
      date >= first ? 0 : steady(profile, metric, date, breakdown);

  test("on 25 October, asked in November for October and for the week of the end", async () => {
    const { call } = await connect({ profiles: 8, numbers: endedOn("2026-10-25") });
    for (const dates of [
      { period: "2026-10" },
      { date_start: "2026-10-19", date_end: "2026-10-25" },
    ]) {
      const question = { ...views, ...dates, dimensions: [] };
      const { text } = await call("get_profile_metrics", {
        ...question,
        compare_to: "previous_period",
      });
      expect(firstLine(text)).toContain("insights_views: no values above 0 from 2026-10-25 on");
      expect(text).toMatch(/\ninsights_views sum\|(\d+)\|\1\|0\|0$/m);
    }
  });

  test("on 15 June leaves as many days of the year before, by month too", async () => {
    const { call } = await connect({ profiles: 8, numbers: endedOn("2026-06-15") });
    const dates = { date_start: "2026-01-01", date_end: "2026-10-31" };
    for (const dimensions of [[], ["date.month"], ["profile"]]) {
      const question = { ...views, ...dates, dimensions, compare_to: "previous_year" };
      const { text } = await call("get_profile_metrics", question);
      expect(text).toContain("insights_views: no values above 0 from 2026-06-15 on");
      expect(text).not.toMatch(/[+-]\d+(\.\d+)?$/m);
    }
  });
});

test("a question of one day over 2,000 pages and 20 metrics fits the memory that it needs without evidence", async () => {
  const metrics = metricsOf("facebook", 3)
    .filter(({ unsupported }) => unsupported !== true)
    .slice(0, 20)
    .map(({ name }) => name);
  const question = { network: "facebook", metrics, period: "yesterday", dimensions: [] };
  const memory = async (mebibytes: number): Promise<string> => {
    const memoryBytes = mebibytes * 1024 * 1024;
    const { call } = await connect({
      profiles: 2000,
      isMadeUp: true,
      numbers: steady,
      memoryBytes,
    });
    return firstLine((await call("get_profile_metrics", question)).text);
  };
  expect(await memory(128)).not.toContain("were not fetched");
  expect(await memory(8)).toContain("were not fetched");
}, 120_000);

test("evidence that max_requests leaves no room for is left out, and the first line says so", async () => {
  const { call, sandbox } = await connect({ profiles: 30, numbers: steady, complexity: 1000 });
  const question = { ...views, profiles: facebookIds(30), dimensions: [] };
  // The sizes that the API accepts are learned.
  await call("get_profile_metrics", { ...question, period: "2026-05" });
  const before = sandbox.requests("metrics").length;
  const { text } = await call("get_profile_metrics", {
    ...question,
    period: "2026-08",
    max_requests: 1,
  });
  expect(firstLine(text)).toContain(
    "The days before and after the range were not fetched, because max_requests",
  );
  expect(sandbox.requests("metrics")).toHaveLength(before + 1);
  const { text: roomy } = await call("get_profile_metrics", { ...question, period: "2026-03" });
  expect(firstLine(roomy)).not.toContain("max_requests");
});
