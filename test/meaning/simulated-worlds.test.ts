/**
 * Simulated networks: what is said of late days, ends and beginnings is hardly ever wrong where there are none, and found
 * where there are some, in questions of a day as in those of a quarter.
 */
import { describe, expect, test } from "vitest";
import { withinDays } from "../../src/numbers/cells/select.ts";
import type { Result } from "../../src/numbers/cells/result.ts";
import { groupsOf } from "../../src/numbers/meaning/groups.ts";
import { required } from "../../src/base/errors/tool-error.ts";
import { addDays, toDay, type Day } from "../../src/base/time/days.ts";
import { delivered, facebookMetrics, resultOf, type Cell } from "../helpers/grids.ts";
import { repetitions } from "../helpers/repetitions.ts";

const lengths = [1, 3, 7, 28, 90] as const;
/** Two quarters and the lead-in of the first. */
const dayCount = 2 * 90 + 28;
const today = toDay("2026-11-20");
const firstDay = addDays(today, -dayCount);

type Random = () => number;

/** Events of a day at a mean rate. */
function poisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (random() * 3.5 - 1.75)));
  let [count, product] = [0, random()];
  for (const limit = Math.exp(-mean); product > limit; product *= random()) count += 1;
  return count;
}

/** Courses of pages: the events of a day, by the days since a page's own first day. */
const pages: Readonly<Record<string, (random: Random) => (day: number) => number>> = {
  steady: (random) => {
    const mean = 20 + random() * 200;
    return () => poisson(random, mean);
  },
  sparse: (random) => () => poisson(random, 0.05),
  bursty: (random) => {
    const first = Math.floor(random() * 45);
    return (day) => {
      const since = (((day - first) % 45) + 45) % 45;
      return poisson(random, since < 10 ? 200 * 0.5 ** since : 0);
    };
  },
  "weekend-zero": (random) => {
    const mean = 20 + random() * 100;
    return (day) => ([5, 6].includes((day + 4) % 7) ? 0 : poisson(random, mean));
  },
};

interface World {
  readonly result: Result;
  readonly metric: "insights_views" | "insights_impressions_paid";
}

interface Options {
  readonly seed: number;
  readonly kinds: readonly string[];
  readonly missing: number;
  readonly isPaid?: boolean;
  /** What a cell is instead, by the place of its page and its days before today. */
  readonly change?: (page: number, age: number) => Cell | undefined;
  readonly least?: number;
}

/** A network of 1 to 30 pages, whose last day is yesterday. */
function worldOf({ seed, kinds, missing, isPaid = false, change, least = 1 }: Options): World {
  let state = seed;
  const random: Random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const count = least + Math.floor(random() * (31 - least));
  const metric = isPaid ? "insights_impressions_paid" : "insights_views";
  const courses = Array.from({ length: count }, (_, page) => {
    const kind = required(kinds[Math.floor(random() * kinds.length)], "a kind");
    const eventsOn = required(pages[kind], kind)(random);
    const campaign = Math.floor(random() * 60);
    return Array.from({ length: dayCount }, (__, day): Cell => {
      const isBetween = isPaid && (day + campaign) % 60 < 30;
      const value = isBetween ? 0 : eventsOn(day);
      const changed = change?.(page, dayCount - day);
      if (changed !== undefined) return changed;
      return random() < missing ? null : value;
    });
  });
  return { result: { ...resultOf(metric, courses, firstDay), today }, metric };
}

interface Said {
  readonly late: Day | undefined;
  readonly run: string | undefined;
  readonly began: number;
  readonly ended: number;
}

/** What is said of a question about the last days, compared with as many before. */
function saidOf({ result, metric }: World, days: number): Said {
  const [end, start] = [result.end, addDays(result.end, 1 - days)];
  const now = withinDays(result, { start, end });
  const before = withinDays(result, { start: addDays(start, -days), end: addDays(start, -1) });
  const [late, early] = delivered(now, before);
  const [column] = facebookMetrics(metric);
  const groups = groupsOf(late, required(early, "a side"), required(column, metric));
  const count = (kind: string): number =>
    [...groups.values()].filter((group) => group.kind === kind).length;
  return {
    late: late.delivered?.get(metric),
    run: late.runs?.get(metric)?.kind,
    began: count("began"),
    ended: count("ended"),
  };
}

const worlds = repetitions(60, 1000);

describe("without late days, ends and beginnings", () => {
  test.each([0, 0.05, 0.1])(
    "%d of the days missing: at most 1 % of questions say one",
    (missing) => {
      let [questions, wrong] = [0, 0];
      const drawn = new Map<string, number>();
      for (let seed = 1; seed <= worlds; seed += 1) {
        const kinds = seed % 3 === 0 ? Object.keys(pages) : [Object.keys(pages)[seed % 4] ?? ""];
        const isPaid = seed % 7 === 0;
        const world = worldOf({ seed: seed * 7919, kinds, missing, isPaid });
        for (const name of isPaid ? ["paid"] : kinds) drawn.set(name, (drawn.get(name) ?? 0) + 1);
        for (const days of lengths) {
          const { late, run, began, ended } = saidOf(world, days);
          questions += 1;
          // That pages of few events are 0 throughout is true.
          const isWrong = late !== undefined || (run !== undefined && run !== "always zero");
          wrong += isWrong || began + ended > 0 ? 1 : 0;
        }
      }
      for (const name of [...Object.keys(pages), "paid"])
        expect([name, (drawn.get(name) ?? 0) > worlds / 20]).toEqual([name, true]);
      expect(wrong / questions).toBeLessThanOrEqual(0.01);
    },
  );
});

describe("planted", () => {
  const foundIn = (
    options: (draw: number) => Options,
    isFound: (said: Said, draw: number, days: number) => boolean | undefined,
  ): number => {
    let [planted, hits] = [0, 0];
    for (let seed = 1; seed <= worlds; seed += 1) {
      const world = worldOf(options(seed));
      for (const days of lengths) {
        const isSeen = isFound(saidOf(world, days), seed, days);
        planted += isSeen === undefined ? 0 : 1;
        hits += isSeen === true ? 1 : 0;
      }
    }
    return hits / planted;
  };
  const steady = { kinds: ["steady", "weekend-zero"], least: 5 };

  test.each([0, 0.05, 0.1])("late days of all or most pages, %d missing", (missing) => {
    const lagOf = (seed: number): number => 1 + (seed % 5);
    const share = foundIn(
      (seed) => ({
        ...steady,
        seed,
        missing,
        change: (page, age) =>
          age <= lagOf(seed) && (seed % 2 === 0 || page % 5 > 0) ? null : undefined,
      }),
      ({ late }, seed) => late === addDays(today, -1 - lagOf(seed)),
    );
    expect(share).toBeGreaterThanOrEqual(0.98);
  });

  test.each([null, 0])("a metric that ended, with %j since", (value) => {
    const share = foundIn(
      (seed) => ({
        ...steady,
        seed,
        missing: 0.05,
        change: (_, age) => (age <= 9 + (seed % 10) ? value : undefined),
      }),
      ({ run }) => run === "ended",
    );
    expect(share).toBeGreaterThanOrEqual(0.98);
  });

  test("a page that began within the ranges", () => {
    const courseOf = (seed: number): number => 1 + (seed % 40);
    const share = foundIn(
      (seed) => ({
        ...steady,
        seed,
        missing: 0.02,
        change: (page, age) => (page === 0 && age > courseOf(seed) ? null : undefined),
      }),
      // At the edge of the earlier range it is one of the same.
      ({ began }, seed, days) => (courseOf(seed) >= 2 * days - 4 ? undefined : began === 1),
    );
    expect(share).toBeGreaterThanOrEqual(0.98);
  });
});
