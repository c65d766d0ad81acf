/** Random histories of questions: what is cached changes the cost of an answer, never the answer. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hash, textHash } from "../../src/sandbox/hash.ts";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { daysOf } from "../../src/base/time/days.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { questionOf, profileCount, segments, steps, suffer } from "../helpers/histories.ts";
import { testNow } from "../helpers/in-memory.ts";
import {
  ask,
  bodiesOf,
  day,
  machine,
  minute,
  sentBy,
  type MetricsBody,
} from "../helpers/machine.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const runs = repetitions(3, 300);
const unlimited = { account: 1e9, user: 1e9 };

/** Asks, and reads the whole result. */
async function rowsOf(
  connected: Connected,
  question: Readonly<Record<string, unknown>>,
): Promise<CsvRow[]> {
  const text = await ask(connected, question);
  return csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
}

const coarse = [
  [],
  ["profile"],
  ["date.month"],
  ["profile", "date.week"],
  ["profile_label"],
  ["date.day"],
  ["date.quarter", "profile"],
  ["profile", "date.day"],
  ["date.day", "profile"],
];
const byReaction = [
  ["reaction_type"],
  ["profile", "reaction_type"],
  ["date.month", "reaction_type"],
];
const ofReactions = ["insights_reactions"];

test.each([
  ["by profile, time and label", coarse, undefined],
  ["by breakdown", byReaction, ofReactions],
])(
  "%s: every answer equals the one without a cache, and never takes more requests",
  async (_, dimensions, metrics) => {
    await fc.assert(
      fc.asyncProperty(
        steps(dimensions, metrics),
        fc.constantFrom(1_000_000, 900, 150),
        async (history, complexity) => {
          const here = machine("ada", segments);
          const options = { profiles: profileCount, complexity, quotas: unlimited };
          const without = await connect({ ...options, now: here.now });
          const processes: Connected[] = [];
          for (const {
            question: outline,
            process: number,
            isNew,
            pause,
            mishap,
            seed,
            times,
          } of history) {
            here.pass(pause);
            const openProcess = processes[number];
            const connected =
              openProcess === undefined || isNew ? await here.start(options) : openProcess;
            processes[number] = connected;
            suffer(here, mishap, seed);
            const question = { ...questionOf(outline), max_requests: 400 };
            const sent = [numberRequests(connected), numberRequests(without)] as const;
            const rows = await rowsOf(connected, question);
            const expected = await rowsOf(without, { ...question, fresh: true });
            // What processes have learned about sizes differs.
            const isComparable = complexity > 1000;
            const most = isComparable
              ? numberRequests(without) - sent[1]
              : Number.POSITIVE_INFINITY;
            expect(numberRequests(connected) - sent[0]).toBeLessThanOrEqual(most);
            expect(rows.length).toBe(expected.length);
            rows.forEach((row, index) => expectSame(row, expected[index]));
            const before = sentBy(connected);
            for (let time = 0; time < times; time += 1)
              expect(await rowsOf(connected, question)).toEqual(rows);
            expect(sentBy(connected) - before, "the same question again").toBe(0);
          }
        },
      ),
      { numRuns: runs },
    );
  },
  3_600_000,
);

const numberRequests = (connected: Connected): number => bodiesOf(connected).length;

function expectSame(row: CsvRow, expected: CsvRow | undefined): void {
  expect([...row.keys()]).toEqual([...(expected?.keys() ?? [])]);
  for (const [column, text] of row) {
    const expectedText = expected?.get(column) ?? "";
    if (text === expectedText) continue;
    const [number, expectedNumber] = [Number(text), Number(expectedText)];
    const isBoth = text !== "" && expectedText !== "";
    expect(isBoth, `${column}: ${text} against ${expectedText}`).toBe(true);
    expect(Math.abs(number - expectedNumber)).toBeLessThanOrEqual(
      1e-9 * Math.max(1, Math.abs(expectedNumber)),
    );
  }
}

/** An API that restates all of its numbers all the time: each number tells when it was fetched. */
function restated(now: number, id: string, metric: string, date: string): number | null {
  const chance = hash(textHash(id), textHash(metric), textHash(date));
  // Some are missing for ever, some for a while.
  const from = chance % 9 === 0 ? Number.POSITIVE_INFINITY : chance % 7 === 0 ? 4 * day : 0;
  return now - testNow < from ? null : now - testNow + 1;
}

const daily = [["profile", "date.day"], ["date.month"]];
/** Metrics that every profile has. */
const ofAll = ["fans_change", "fans_lifetime"];

/** True for days that could still be restated at that time, also in the zone that is furthest ahead. */
const isYoung = (date: string, at: number): boolean =>
  date >= new Date(at + 14 * 60 * minute - 3 * day).toISOString().slice(0, 10);

test("of each cell the newest number is shown, and none that is too old", async () => {
  await fc.assert(
    fc.asyncProperty(steps(daily, ofAll), async (history) => {
      const here = machine("ada", segments);
      const numbers: Numbers = ({ id }, metric, date) => restated(here.now(), id, metric, date);
      const processes: Connected[] = [];
      /** By cell: when it was fetched, and the number that came back; the latest first. */
      const fetched = new Map<string, { readonly at: number; readonly value: number | null }[]>();
      let isUnharmed = true;
      for (const {
        question: outline,
        process: number,
        isNew,
        pause,
        mishap,
        seed,
        times,
      } of history) {
        here.pass(pause);
        const openProcess = processes[number];
        const connected =
          openProcess === undefined || isNew
            ? await here.start({ profiles: profileCount, numbers, quotas: unlimited })
            : openProcess;
        processes[number] = connected;
        suffer(here, mishap, seed);
        isUnharmed &&= mishap === "none";
        const question = questionOf(outline);
        const before = sentBy(connected);
        let rows = await rowsOf(connected, question);
        for (let time = 1; time < times; time += 1) rows = await rowsOf(connected, question);
        for (const body of bodiesOf(connected).slice(before)) {
          for (const cell of cellsOf(body)) {
            const [profile = "", metric = "", date = ""] = cell;
            const value = restated(here.now(), profile, metric, date);
            const earlier = fetched.get(cell.join(" ")) ?? [];
            fetched.set(cell.join(" "), [{ at: here.now(), value }, ...earlier]);
          }
        }
        if (!outline.dimensions.includes("date.day")) continue;
        for (const row of rows) {
          for (const metric of outline.metrics) {
            const date = row.get("date.day") ?? "";
            const fetches = fetched.get([row.get("profile"), metric, date].join(" ")) ?? [];
            // Where the latest answer is lost, an earlier one counts.
            const candidates = (isUnharmed ? fetches.slice(0, 1) : fetches).filter(
              ({ at }) => here.now() - at < (isYoung(date, at) ? 15 * minute : 30 * day),
            );
            const shown = numberIn(row, metric);
            expect(candidates.map(({ value }) => value)).toContain(shown);
          }
        }
      }
    }),
    { numRuns: runs },
  );
}, 3_600_000);

/** The cells that a request by profile and day asks for: profile, metric, day. */
function cellsOf({
  date_start,
  date_end,
  profiles,
  metrics: names,
  dimensions,
}: MetricsBody): string[][] {
  const types = dimensions.map(({ type }) => type);
  if (!types.includes("profile") || !types.includes("date.day")) return [];
  return profiles.flatMap((id) =>
    names.flatMap((name) => daysOf(date_start, date_end).map((date) => [id, name, date])),
  );
}
