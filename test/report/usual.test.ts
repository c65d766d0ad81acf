/** A range against what is usual, computed apart: the mean of the four ranges before it, at equal days, of the same pages. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { daysFrom, moved } from "../helpers/day-names.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** A page: the first of its days, and those that it lacks, by their places from the first day of all ranges. */
interface Page {
  readonly since: number;
  readonly lacks: ReadonlySet<number>;
}

interface World {
  readonly pages: readonly Page[];
  /** The ranges, the latest first. */
  readonly ranges: readonly (readonly string[])[];
}

const day = fc.integer({ min: 0, max: 160 });
const page = fc.record({
  since: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, day),
  lacks: fc.uniqueArray(day, { maxLength: 40 }).map((list) => new Set(list)),
});

const weeks = ["2026-10-05", "2026-09-28", "2026-09-21", "2026-09-14", "2026-09-07"].map((start) =>
  daysFrom(start, moved(start, 6)),
);
const months = ["10-31", "09-30", "08-31", "07-31", "06-30"].map((end) =>
  daysFrom(`2026-${end.slice(0, 2)}-01`, `2026-${end}`),
);
const days = weeks.map((list) => list.slice(0, 1));

const worlds = fc.record({
  pages: fc.array(page, { minLength: 1, maxLength: 6 }),
  ranges: fc.constantFrom(weeks, months, days),
});

const first = "2026-06-01";
const metrics = ["insights_views", "insights_reach", "fans_lifetime"] as const;
type Metric = (typeof metrics)[number];

function valueOf({ pages }: World, metric: string, at: number, date: string): number | null {
  const place = daysFrom(first, date).length - 1;
  const { since = 0, lacks } = pages[at] ?? {};
  if (place < since || lacks?.has(place) === true) return null;
  const wave = ((place * 37 + at * 101) % 53) + 1;
  return metric === "fans_lifetime" ? 1000 * (at + 1) + place : wave * (at + 1) * 10;
}

const numbersIn = (world: World, metric: Metric, at: number, range: readonly string[]): number[] =>
  range.flatMap((date) => valueOf(world, metric, at, date) ?? []);

/** The page covers both ranges alike. */
function isSame(world: World, metric: Metric, at: number, before: readonly string[]): boolean {
  const sides = [world.ranges[0] ?? [], before];
  if (metric === "fans_lifetime")
    return sides.every((range) => {
      const week = daysFrom(moved(range.at(-1) ?? "", -6), range.at(-1) ?? "");
      return numbersIn(world, metric, at, week).length > 0;
    });
  const shares = sides.map((range) => {
    const edge = range.length < 7 ? 1 : Math.max(3, Math.floor(range.length * 0.05));
    const ends = [range.slice(0, edge), range.slice(-edge)];
    const isWhole = ends.every((end) => numbersIn(world, metric, at, end).length > 0);
    return isWhole ? numbersIn(world, metric, at, range).length / range.length : Number.NaN;
  });
  return Math.abs((shares[0] ?? 0) - (shares[1] ?? 0)) <= 0.15 + 1e-9;
}

interface Expected {
  readonly now: number;
  readonly bases: readonly number[];
}

/** The number of some pages now, and the one of each range before at as many days of each page. */
function expectedOf(world: World, metric: Metric, pages: readonly number[]): Expected {
  const [range = [], ...earlier] = world.ranges;
  const counts = pages.map((at) => numbersIn(world, metric, at, range).length);
  const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);
  const lastOf = (at: number, dates: readonly string[]): number =>
    numbersIn(world, metric, at, daysFrom(moved(dates.at(-1) ?? "", -28), dates.at(-1) ?? "")).at(
      -1,
    ) ?? Number.NaN;
  const numberOf = (dates: readonly string[], isScaled: boolean): number => {
    if (metric === "fans_lifetime") return sum(pages.map((at) => lastOf(at, dates)));
    const scaled = pages.map((at, place) => {
      const values = numbersIn(world, metric, at, dates);
      return sum(values) * (isScaled ? (counts[place] ?? 0) / values.length : 1);
    });
    return metric === "insights_views" ? sum(scaled) : sum(scaled) / sum(counts);
  };
  return { now: numberOf(range, false), bases: earlier.map((dates) => numberOf(dates, true)) };
}

/** @param expected undefined for a page that is not the same in each range. */
function expectRow(row: CsvRow, metric: Metric, expected: Expected | undefined): void {
  expect(numberIn(row, `${metric}:usual`) === null).toBe(expected === undefined);
  if (expected === undefined) return;
  const { now, bases } = expected;
  const usual = bases.reduce((total, value) => total + value, 0) / bases.length;
  const numbers = {
    [metric]: now,
    [`${metric}:usual`]: usual,
    [`${metric}:lowest`]: Math.min(...bases),
    [`${metric}:highest`]: Math.max(...bases),
    [`${metric}:change`]: now - usual,
    [`${metric}:change_percent`]: (100 * (now - usual)) / usual,
  };
  for (const [name, value] of Object.entries(numbers))
    expect([name, numberIn(row, name)]).toEqual([name, expect.closeTo(value, 6)]);
}

async function rowsOf(connected: Connected, world: World, dimensions: readonly string[]) {
  const [range = []] = world.ranges;
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics,
    date_start: range[0],
    date_end: range.at(-1),
    dimensions,
    compare_to: "usual",
  });
  return { text, rows: csvRows(await readCsv(connected, `result://${idOf(text)}.csv`)) };
}

test("now, usual, lowest, highest and change, of weeks, months and days, with gaps and new pages", async () => {
  const drawn = { same: 0, gaps: 0, apart: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const { baseUrl } = await serveFakeApi({
        profiles: profileList(world.pages.length),
        metrics: ({ body }) =>
          metricsAnswer(body, (profile, metric, date) =>
            valueOf(world, metric, Number(profile.slice(1)), date),
          ),
      });
      const connected = await connect({ baseUrl });
      const [byPage, inTotal] = [
        await rowsOf(connected, world, ["profile"]),
        await rowsOf(connected, world, []),
      ];
      for (const metric of metrics) {
        const same = [...world.pages.keys()].filter((at) =>
          world.ranges.slice(1).every((range) => isSame(world, metric, at, range)),
        );
        for (const row of byPage.rows) {
          const at = Number(row.get("profile")?.slice(1));
          const isIn = same.includes(at);
          drawn[isIn ? "same" : "apart"] += 1;
          expectRow(row, metric, isIn ? expectedOf(world, metric, [at]) : undefined);
        }
        drawn.gaps += same.filter((at) => (world.pages[at]?.lacks.size ?? 0) > 0).length;
        drawn.none += same.length === 0 ? 1 : 0;
        const [total] = inTotal.rows;
        if (total !== undefined && same.length > 0)
          expectRow(total, metric, expectedOf(world, metric, same));
      }
    }),
    drawing(8, 1000, 3),
  );
  expect(Math.min(...Object.values(drawn))).toBeGreaterThanOrEqual(leastDrawn);
}, 600_000);

const lastWeek = { network: "facebook", period: "last_week", compare_to: "usual" };

test("the line is of the same pages in all five ranges, and says so in every form", async () => {
  const { call, client } = await connect({ profiles: 40 });
  const structured = await connect({ profiles: 40, structured: true });
  const question = { ...lastWeek, metrics: ["insights_views"] };
  const total = await call("get_profile_metrics", { ...question, dimensions: [] });
  expect(total.text).toMatch(
    /^facebook, 40 profiles in total, 2026-11-09 to 11-15 against the 4 weeks before, 2026-10-12 to 11-08, /,
  );
  expect(total.text).toMatch(
    /\nall 34 throughout\|now\|usual \(4 weeks\)\|lowest to highest\|change\|change %\ninsights_views sum\|\d+\|\d+\|\d+ to \d+\|[+-]\d+\|[+-][\d.]+\n/,
  );
  const [header = ""] = (await readCsv({ client }, `result://${idOf(total.text)}.csv`)).split("\r");
  const numbers = ["usual", "lowest", "highest", "change", "change_percent"];
  const columns = numbers.map((number) => `insights_views:${number}`);
  expect(header).toBe(["insights_views", ...columns].join());
  const { structuredContent } = await structured.client.callTool({
    name: "get_profile_metrics",
    arguments: { ...question, dimensions: [] },
  });
  expect(structuredContent).toMatchObject({
    total: { profiles: 34, insights_views: { usual: expect.any(Number), profiles: 34 } },
  });
  const byPage = await call("get_profile_metrics", question);
  expect(byPage.text).toContain("\nall 34 throughout|now|usual (4 weeks)|");
  const below = { result: idOf(byPage.text), where: ["insights_views:change < 0"] };
  const chart = await call("chart_result", { result: idOf(byPage.text) });
  expect(chart.text).toMatch(/^[^\n]*9 to 15 Nov 2026 against usual \(4 weeks\): bar chart/);
  const fell = await call("read_result", below);
  expect(fell.text).toMatch(/\nall \d+ throughout\|now\|usual \(4 weeks\)\|/);
});

test("across a break there is no usual number and no change", async () => {
  const { call } = await connect({ profiles: 6 });
  const week = { date_start: "2025-11-17", date_end: "2025-11-23", dimensions: [] };
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_lifetime"],
    ...week,
    compare_to: "usual",
  });
  expect(text).toMatch(/\nfans_lifetime last\|\d+\|·\|·\|·\nNo change of fans_lifetime across /);
});

test("rows of time, posts and ranges without usual ones are refused with what to write", async () => {
  const { failing, call } = await connect({ profiles: 4 });
  const byDay = await failing("get_profile_metrics", { ...lastWeek, dimensions: ["day"] });
  expect(byDay.text).toContain("compare_to usual is of whole ranges, and these rows are of time");
  const posts = await failing("list_facebook_posts", {
    period: "last_week",
    compare_to: "usual",
  });
  expect(posts.text).toContain("compare_to usual is of metrics");
  const { text } = await call("get_profile_metrics", {
    ...lastWeek,
    compare_to: "previous_period",
  });
  const lowest = { result: idOf(text), where: ["insights_views:lowest > 5"] };
  expect((await failing("read_result", lowest)).text).toContain(
    "this comparison has no insights_views:lowest",
  );
});
