/** Cells by profile and day come from cached answers and from the fewest requests: each from one source. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toProfileId } from "../../src/suite/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { partOf } from "../../src/questions/metrics/plan/cover.ts";
import type { CachedCells, Part } from "../../src/questions/metrics/plan/steps.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { addDays, daysOf, toDay } from "../../src/base/time/days.ts";
import { cachedAnswer, cachedOf, factsOf } from "../helpers/facts.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { repetitions } from "../helpers/repetitions.ts";

const dimensions: readonly Dimension[] = ["profile", "date.day"];
const metrics = facebookMetrics("fans_change", "insights_reach", "fans_lifetime");
const [first, length] = [toDay("2026-01-01"), 20];
const dayAt = (place: number): ReturnType<typeof toDay> => addDays(first, place);

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions,
  start: first,
  end: dayAt(length - 1),
  profiles: ["a", "b", "c", "d"].map((id) => ({ id: toProfileId(id), name: id })),
  excluded: new Set(),
};

/** Cells of a cached answer: profiles and metrics by their letters and digits, days by their places. */
interface Held {
  readonly profiles: string;
  readonly metrics: string;
  readonly from: number;
  readonly to: number;
}

/** `ab 01 0-4`: profiles, places of metrics, days. */
const textOf = (box: Pick<CachedCells, "profiles" | "metrics" | "start" | "end">): string => {
  const places = box.metrics.map((name) => metrics.findIndex((metric) => metric.name === name));
  const days = daysOf(first, question.end);
  return `${box.profiles.join("")} ${places.join("")} ${days.indexOf(box.start)}-${days.indexOf(box.end)}`;
};

function coverOf(boxes: readonly Held[], query = question): Part {
  const answers = boxes.map((box, place) =>
    cachedAnswer(
      {
        version: 3,
        network: "facebook",
        dimensions,
        profiles: box.profiles.split("").map(toProfileId),
        metrics: box.metrics.split("").flatMap((digit) => metrics[Number(digit)]?.name ?? []),
        start: dayAt(box.from),
        end: dayAt(box.to),
      },
      place + 1,
    ),
  );
  return partOf({ ...query, metrics, dimensions }, factsOf({ cached: cachedOf(answers) }));
}

const requestsOf = ({ steps }: Part): string[] => steps.map(({ request }) => textOf(request));
const heldOf = ({ cached }: Part): string[] => cached.map(textOf).toSorted();

test("without a cache, the whole part is requested", () => {
  const cover = coverOf([]);
  expect(requestsOf(cover)).toEqual(["abcd 012 0-19"]);
  expect(heldOf(cover)).toEqual([]);
});

test("what is wholly cached costs nothing, and the latest answer holds a cell", () => {
  const cover = coverOf([
    { profiles: "abcd", metrics: "012", from: 0, to: 19 },
    { profiles: "b", metrics: "1", from: 5, to: 6 },
  ]);
  expect(requestsOf(cover)).toEqual([]);
  expect(heldOf(cover)).toEqual(["acd 012 0-19", "b 02 0-19", "b 1 0-4", "b 1 5-6", "b 1 7-19"]);
});

test.each<readonly [string, readonly Held[], readonly string[]]>([
  ["a day more", [{ profiles: "abcd", metrics: "012", from: 0, to: 18 }], ["abcd 012 19-19"]],
  ["days before", [{ profiles: "abcd", metrics: "012", from: 4, to: 19 }], ["abcd 012 0-3"]],
  ["a profile more", [{ profiles: "abd", metrics: "012", from: 0, to: 19 }], ["c 012 0-19"]],
  ["a metric more", [{ profiles: "abcd", metrics: "02", from: 0, to: 19 }], ["abcd 1 0-19"]],
  [
    "days on both sides, in one box",
    [{ profiles: "abcd", metrics: "012", from: 5, to: 15 }],
    ["abcd 012 0-19"],
  ],
  [
    "different days of two profiles, in one box",
    [
      { profiles: "a", metrics: "012", from: 0, to: 16 },
      { profiles: "b", metrics: "012", from: 0, to: 14 },
      { profiles: "cd", metrics: "012", from: 0, to: 19 },
    ],
    ["ab 012 15-19"],
  ],
])("%s: one request for what is missing", (_what, boxes, expected) => {
  expect(requestsOf(coverOf(boxes))).toEqual(expected);
});

test("profiles that are excluded, or that a metric is not requested of, are in no request", () => {
  const excluded = { ...question, excluded: new Set([toProfileId("b")]) };
  expect(requestsOf(coverOf([], excluded))).toEqual(["acd 012 0-19"]);
  const boxes = [{ profiles: "acd", metrics: "012", from: 0, to: 18 }];
  expect(requestsOf(coverOf(boxes, excluded))).toEqual(["acd 012 19-19"]);
});

/** 250 profiles over a year are three requests of at most 100. */
const many: Question = {
  ...question,
  metrics,
  start: toDay("2025-01-01"),
  end: toDay("2025-12-31"),
  profiles: Array.from({ length: 250 }, (_, place) => ({
    id: toProfileId(`p${place}`),
    name: `${place}`,
  })),
};

function requestsForMany(boxes: readonly (readonly [number, number, string, string])[]): unknown[] {
  const ids = many.profiles.map(({ id }) => id);
  const answers = boxes.map(([from, to, start, end], place) => {
    const names = metrics.map(({ name }) => name);
    const cells = {
      profiles: ids.slice(from, to),
      metrics: names,
      start: toDay(start),
      end: toDay(end),
    };
    return cachedAnswer({ version: 3, network: "facebook", dimensions, ...cells }, place + 1);
  });
  const { steps } = partOf(
    { ...many, metrics, dimensions },
    factsOf({ cached: cachedOf(answers) }),
  );
  return steps.map(({ request: { profiles, start, end } }) => [
    profiles.length,
    profiles[0],
    start,
    end,
  ]);
}

test("requests of the plain plan that are wholly cached are left out", () => {
  expect(requestsForMany([[100, 200, "2025-01-01", "2025-12-31"]])).toEqual([
    [100, "p0", "2025-01-01", "2025-12-31"],
    [50, "p200", "2025-01-01", "2025-12-31"],
  ]);
});

test("of as many requests, those with the fewest numbers are taken", () => {
  expect(requestsForMany([[0, 250, "2025-01-01", "2025-12-30"]])).toEqual([
    [100, "p0", "2025-12-31", "2025-12-31"],
    [100, "p100", "2025-12-31", "2025-12-31"],
    [50, "p200", "2025-12-31", "2025-12-31"],
  ]);
  // Half of the profiles lack the last day, the others the first: a box for each, not one around both.
  expect(
    requestsForMany([
      [0, 100, "2025-01-01", "2025-12-30"],
      [100, 200, "2025-01-02", "2025-12-31"],
      [200, 250, "2025-01-01", "2025-12-31"],
    ]),
  ).toEqual([
    [100, "p0", "2025-12-31", "2025-12-31"],
    [100, "p100", "2025-01-01", "2025-01-01"],
  ]);
});

const box = fc.record({
  profiles: fc.subarray(["a", "b", "c", "d"], { minLength: 1 }),
  names: fc.subarray(["0", "1", "2"], { minLength: 1 }),
  from: fc.nat(length - 1),
  days: fc.nat(length - 1),
});

test("each cell has one source, and a cache never costs a request more", () => {
  const days = daysOf(question.start, question.end);
  fc.assert(
    fc.property(fc.array(box, { maxLength: 5 }), (boxes) => {
      const cachedCells = boxes.map(({ profiles, names, from, days: count }): Held => ({
        profiles: profiles.join(""),
        metrics: names.join(""),
        from,
        to: Math.min(from + count, length - 1),
      }));
      const cover = coverOf(cachedCells);
      const { steps } = cover;
      const sources = [...steps.map(({ request }) => request), ...(cover.cached ?? [])];
      const isIn =
        (id: string, name: string, day: string) =>
        (source: (typeof sources)[number]): boolean =>
          source.profiles.some((profile) => profile === id) &&
          source.metrics.includes(name) &&
          source.start <= day &&
          day <= source.end;
      for (const { id } of question.profiles)
        for (const { name } of metrics)
          for (const day of days)
            expect(sources.filter(isIn(id, name, day)), `${id} ${name} ${day}`).toHaveLength(1);
      for (const { answer, ...cells } of cover.cached ?? [])
        for (const id of cells.profiles)
          for (const name of cells.metrics)
            for (const day of [cells.start, cells.end])
              expect(isIn(id, name, day)(answer.request), `${id} ${name} ${day} is held`).toBe(
                true,
              );
      expect(steps.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: repetitions(40, 3000) },
  );
});
