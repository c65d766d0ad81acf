/** A goal: where a number stands, where it will be and what is needed, computed apart from single pages and days. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { daysFrom, moved } from "../helpers/day-names.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const first = "2025-06-01";
const start = "2026-07-01";
const place = (day: string): number => daysFrom(first, day).length - 1;

const world = fc.record({
  pages: fc.array(
    fc.record({
      since: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 440 })),
      lacks: fc.uniqueArray(fc.integer({ min: 395, max: 470 }), { maxLength: 30 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  days: fc.integer({ min: 1, max: 80 }),
  by: fc.constantFrom("2026-09-30", "2027-06-30"),
});
type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function valueOf({ pages }: World, metric: string, at: number, day: string): number | null {
  const [page, on] = [pages[at], place(day)];
  if (page === undefined || on < page.since || page.lacks.includes(on)) return null;
  return metric === "fans_lifetime" ? 500 * (at + 1) + 3 * on : (((on * 31) % 17) + 1) * (at + 1);
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

/** NaN without any value. */
function sumOf(drawn: World, from: string, to: string): number {
  const values = drawn.pages.flatMap((_, at) =>
    daysFrom(from, to).flatMap((day) => valueOf(drawn, "insights_views", at, day) ?? []),
  );
  return values.length === 0 ? Number.NaN : sum(values);
}

/** The level of a page: its last value of the 28 days up to one. */
const levelOf = (drawn: World, at: number, day: string): number | undefined =>
  daysFrom(moved(day, -28), day)
    .flatMap((date) => valueOf(drawn, "fans_lifetime", at, date) ?? [])
    .at(-1);

async function standing(connected: Connected, metric: string, end: string, goal: string) {
  const { text } = await connected.call("get_profile_metrics", {
    network: "facebook",
    metrics: [metric],
    date_start: start,
    date_end: end,
    dimensions: [],
    goal,
  });
  const uri = `result://${idOf(text)}~goal=${encodeURIComponent(goal)}.csv`;
  const [row = new Map<string, string>()] = csvRows(await readCsv(connected, uri));
  const named = (number: string): number | null =>
    numberIn(row, number === "now" ? metric : `${metric}:${number}`);
  return { text, named };
}

const digits = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(9));

test("sums by the same days of the year before, and levels by the pages throughout", async () => {
  const counted = { gaps: 0, began: 0, far: 0, paced: 0 };
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const { baseUrl } = await serveFakeApi({
        profiles: profileList(drawn.pages.length),
        metrics: ({ body }) =>
          metricsAnswer(body, (profile, metric, day) =>
            valueOf(drawn, metric, Number(profile.slice(1)), day),
          ),
      });
      const connected = await connect({ baseUrl });
      const end = moved(start, drawn.days - 1);
      const left = daysFrom(end, drawn.by).length - 1;
      counted.gaps += drawn.pages.filter(({ lacks }) => lacks.length > 0).length;
      counted.began += drawn.pages.filter(({ since }) => since > place(start)).length;
      counted.far += left > 60 ? 1 : 0;
      const now = sumOf(drawn, start, end);
      const sums = await standing(connected, "insights_views", end, `+10 % by ${drawn.by}`);
      const lastYear = sumOf(
        drawn,
        "2025-07-01",
        `${Number(drawn.by.slice(0, 4)) - 1}${drawn.by.slice(4)}`,
      );
      const same = sumOf(drawn, "2025-07-01", moved("2025-07-01", drawn.days - 1));
      const expected = {
        now,
        before: same,
        behind: 1.1 * same - now,
        at_goal: (lastYear * now) / same,
        needed: 100 * ((1.1 * lastYear - now) / (lastYear - same) - 1),
      };
      for (const [number, value] of Object.entries(expected)) {
        expect([number, digits(sums.named(number))]).toEqual([number, digits(value)]);
      }
      const levels = await standing(connected, "fans_lifetime", end, `90000 by ${drawn.by}`);
      const pages = [...drawn.pages.keys()];
      const total = sum(pages.flatMap((at) => levelOf(drawn, at, end) ?? []));
      const has = (at: number, days: readonly string[]): boolean =>
        days.some((day) => valueOf(drawn, "fans_lifetime", at, day) !== null);
      const begin = drawn.days < 7 ? moved(end, -6) : start;
      const throughout = pages.filter(
        (at) =>
          (has(at, daysFrom(begin, moved(begin, 6))) || levelOf(drawn, at, begin) !== undefined) &&
          has(at, daysFrom(moved(end, -6), end)),
      );
      const days = daysFrom(start, end);
      const dayOf = days.findIndex((day) =>
        throughout.every((at) => levelOf(drawn, at, day) !== undefined),
      );
      const levelAt = (day: string): number =>
        sum(throughout.flatMap((at) => levelOf(drawn, at, day) ?? []));
      const pace = (levelAt(end) - levelAt(days[dayOf] ?? end)) / (days.length - 1 - dayOf);
      if (throughout.length === 0) return;
      counted.paced += 1;
      expect(digits(levels.named("now"))).toBe(digits(total));
      expect(digits(levels.named("at_goal"))).toBe(digits(total + pace * left));
      expect(digits(levels.named("needed"))).toBe(digits((90000 - total) / left));
    }),
    drawing(10, 400, 2),
  );
  expect(Math.min(...Object.values(counted))).toBeGreaterThanOrEqual(leastDrawn);
}, 600_000);

/** A view a day of two pages. */
test.each([
  ["2024-02-01", "2024-02-29", "58|56|+3.6|"],
  ["2025-02-01", "2025-02-28", "56|58|-3.4|"],
  ["2026-02-01", "2026-02-28", "56|56|0|"],
])("the year before is paired by dates: %s to %s", async (from, end, numbers) => {
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(2),
    metrics: ({ body }) => metricsAnswer(body, () => 1),
  });
  const connected = await connect({ baseUrl });
  const question = { network: "facebook", metrics: ["insights_views"], dimensions: [] };
  const goal = `+10 % by ${end}`;
  const range = { date_start: from, date_end: end };
  const { text } = await connected.call("get_profile_metrics", { ...question, ...range, goal });
  expect(text).toContain(`\n${numbers}`);
  expect(text).not.toContain("needed from");
});

test("days after that of the goal do not count, and a decimal comma is no group of thousands", async () => {
  const { call, failing } = await connect({ profiles: 4 });
  const question = {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-10-01",
    date_end: "2026-11-10",
    dimensions: [],
  };
  const cut = await call("get_profile_metrics", { ...question, goal: "+10 % by 2026-10-31" });
  const reply = await call("get_profile_metrics", {
    ...question,
    date_end: "2026-10-31",
    goal: "+10 % by 2026-10-31",
  });
  const lineOf = (text: string): string => /goal: .*\n.*\n.*/.exec(text)?.[0] ?? "";
  expect(lineOf(cut.text)).toBe(lineOf(reply.text));
  for (const goal of ["+2,5 % by 2026-12-31", "1,5 by 2026-12-31", "-100 % by 2026-12-31"])
    expect((await failing("get_profile_metrics", { ...question, goal })).text).toContain(
      "is not a goal",
    );
});

test("without values there is no pace, and the line says why", async () => {
  const { call } = await connect({ profiles: 12 });
  const question = { network: "facebook", dimensions: [], profiles: ["Café Žofín"] };
  const month = { date_start: "2026-10-01", date_end: "2026-10-31" };
  const goal = "1000000 by 2026-12-31";
  const views = { ...question, ...month, metrics: ["insights_views"], goal };
  const { text } = await call("get_profile_metrics", views);
  expect(text).toContain("\nThere are no values in the range.\n");
  const day = { date_start: "2026-10-31", date_end: "2026-10-31", metrics: ["fans_lifetime"] };
  const fans = await call("get_profile_metrics", { ...question, ...day, goal });
  expect(fans.text).toContain("\nThere is no pace up to 2026-10-31: too few days have values.\n");
});

test("text, structured content and CSV have the same line, of all pages", async () => {
  const { call, client } = await connect({ profiles: 12, structured: true });
  const question = {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-10-01",
    date_end: "2026-11-15",
    dimensions: [],
    goal: "+10 % by 2026-12-31",
  };
  const { text } = await call("get_profile_metrics", question);
  expect(text).toMatch(
    /\n\ngoal: insights_views \+10 % on 2025-Q4, all \d+ profiles\nto 11-15\|same days 2025\|change %\|(behind|ahead) by 11-15\|at 12-31\|needed from 11-16 on\n\d+\|\d+\|[+-][\d.]+\|\d+\|[+-][\d.]+ %\|[+-][\d.]+ % on the same days of 2025\n/,
  );
  const { structuredContent } = await client.callTool({
    name: "get_profile_metrics",
    arguments: question,
  });
  expect(structuredContent).toMatchObject({
    goal: { insights_views: { now: expect.any(Number), at_goal: expect.any(Number) } },
  });
});

test.each([
  [{ goal: "soon" }, '"soon" is not a goal'],
  [{ goal: "+10 % by 2026-12-31", compare_to: "previous_year" }, "cannot be combined"],
  [{ goal: "+10 % by 2026-12-31", date_start: "2026-09-02" }, "Write date_start 2026-01-01"],
  [{ goal: "10 by 2026-12-31", metrics: ["insights_reach"] }, "insights_reach is neither"],
  [{ goal: "+10 % by 2026-12-31", metrics: ["fans_change"] }, "which has no percentage"],
  [{ goal: "10 by 2026-01-31" }, "lies before the range"],
  [{ goal: "10 by 2026-12-31", network: "all" }, "goal cannot be applied to network all"],
  [
    { goal: "+5 % by 2026-10-31", metrics: ["fans_lifetime"], date_start: "2026-10-01" },
    "a break in the series of fans_lifetime lies between 2025-10-31 and 2026-10-31",
  ],
])("%j is refused with what to write", async (wrong, problem) => {
  const { failing } = await connect({ profiles: 4 });
  const question = {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    dimensions: [],
  };
  expect((await failing("get_profile_metrics", { ...question, ...wrong })).text).toContain(problem);
});
