/** Random histories of questions: what is cached changes the cost of an answer, never the answer. */
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hash } from "../../src/sandbox/hash.ts";
import { textHash, type Numbers } from "../../src/sandbox/numbers.ts";
import { daysOf } from "../../src/time/days.ts";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { testNow } from "../helpers/in-memory.ts";
import {
  ask,
  bodiesOf,
  day,
  machine,
  minute,
  sentBy,
  type Machine,
  type MetricsBody,
} from "../helpers/machine.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const runs = repetitions(25, 500);
const profileCount = 10;
const unlimited = { account: 1e9, user: 1e9 };

interface Asked {
  readonly profiles: readonly string[];
  readonly metrics: readonly string[];
  readonly start: string;
  readonly days: number;
  readonly dimensions: readonly string[];
}

const subsets = <Value>(all: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.subarray([...all], { minLength: 1 });

/** Sums and averages, a level, a metric that breaks. */
const metrics = ["fans_change", "insights_reach", "fans_lifetime", "insights_views"];

const questions = (
  dimensions: readonly (readonly string[])[],
  names: readonly string[],
): fc.Arbitrary<Asked> =>
  fc.record({
    profiles: subsets(facebookIds(profileCount)),
    metrics: subsets(names),
    start: fc.constantFrom("2026-07-01", "2026-07-20", "2026-08-15", "2026-10-30", "2026-11-12"),
    days: fc.constantFrom(1, 2, 7, 31, 100),
    dimensions: fc.constantFrom(...dimensions),
  });

/** What happens to the files of the cache: any process may be killed, any file may be lost or damaged. */
const mishaps = fc.constantFrom("none", "none", "lost", "damaged", "half", "noise");

/** Few questions, so that many are asked again, later or by another process. */
const steps = (dimensions: readonly (readonly string[])[], names = metrics) =>
  fc.array(questions(dimensions, names), { minLength: 1, maxLength: 4 }).chain(stepsAbout);

const stepsAbout = (few: readonly Asked[]) =>
  fc.array(
    fc.record({
      asked: fc.constantFrom(...few),
      times: fc.integer({ min: 1, max: 3 }),
      process: fc.integer({ min: 0, max: 2 }),
      isNew: fc.boolean(),
      pause: fc.constantFrom(0, 0, minute, 20 * minute, 1.1 * day, 8 * day),
      mishap: mishaps,
      seed: fc.nat(),
    }),
    { minLength: 2, maxLength: 8 },
  );

/** Bytes: the answers of a history take several segments. */
const segments = 1e6;

function suffer({ folder }: Machine, mishap: string, seed: number): void {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  names.forEach((name, index) => {
    const file = join(folder, name);
    const { size } = statSync(file);
    if (mishap === "half") truncateSync(file, Math.floor(size / 2));
    if (mishap === "noise") appendFileSync(file, "noise ".repeat(hash(seed, index) % 100));
    if (mishap === "lost" && hash(seed, index) % 3 === 0) rmSync(file);
    if (mishap !== "damaged") return;
    const bytes = readFileSync(file);
    for (let at = hash(seed, index) % 5000; at < size; at += 5000) bytes[at] = 255;
    writeFileSync(file, bytes);
  });
}

const argumentsOf = ({ profiles, metrics: names, start, days, dimensions }: Asked) => {
  const end = new Date(Date.parse(start) + (days - 1) * day).toISOString().slice(0, 10);
  return {
    network: "facebook",
    profiles,
    metrics: names,
    dimensions,
    date_start: start,
    date_end: end < "2026-11-18" ? end : "2026-11-18",
  };
};

/** Asks, and reads the whole result. */
async function rowsOf(
  connected: Connected,
  asked: Readonly<Record<string, unknown>>,
): Promise<CsvRow[]> {
  const text = await ask(connected, asked);
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

test("every answer equals the one without a cache, and never takes more requests", async () => {
  await fc.assert(
    fc.asyncProperty(
      steps(coarse),
      fc.constantFrom(1_000_000, 900, 150),
      async (history, complexity) => {
        const here = machine("ada", segments);
        const options = { profiles: profileCount, complexity, quotas: unlimited };
        const without = await connect({ ...options, now: here.now });
        const processes: Connected[] = [];
        for (const { asked, process: number, isNew, pause, mishap, seed, times } of history) {
          here.pass(pause);
          const own = processes[number];
          const connected = own === undefined || isNew ? await here.start(options) : own;
          processes[number] = connected;
          suffer(here, mishap, seed);
          const question = argumentsOf(asked);
          const sent = [sentBy(connected), sentBy(without)] as const;
          const rows = await rowsOf(connected, question);
          const expected = await rowsOf(without, { ...question, fresh: true });
          // What processes have learned about weeks and sizes differs.
          const isComparable = complexity > 1000 && !asked.dimensions.includes("date.week");
          const most = isComparable ? sentBy(without) - sent[1] : Number.POSITIVE_INFINITY;
          expect(sentBy(connected) - sent[0]).toBeLessThanOrEqual(most);
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
}, 3_600_000);

function expectSame(row: CsvRow, expected: CsvRow | undefined): void {
  expect([...row.keys()]).toEqual([...(expected?.keys() ?? [])]);
  for (const [column, text] of row) {
    const other = expected?.get(column) ?? "";
    if (text === other) continue;
    const [one, two] = [Number(text), Number(other)];
    const isBoth = text !== "" && other !== "";
    // Where the days of a coarse answer are cached, numbers can be shown that are withheld else.
    if (!isBoth && column.includes(":")) continue;
    expect(isBoth, `${column}: ${text} against ${other}`).toBe(true);
    expect(Math.abs(one - two)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(two)));
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

/** True for days that could still be restated at that time. */
const isYoung = (date: string, at: number): boolean =>
  date >= new Date(at - 3 * day).toISOString().slice(0, 10);

test("of each cell the newest number is shown, and none that is too old", async () => {
  await fc.assert(
    fc.asyncProperty(steps(daily, ofAll), async (history) => {
      const here = machine("ada", segments);
      const numbers: Numbers = ({ id }, metric, date) => restated(here.now(), id, metric, date);
      const processes: Connected[] = [];
      /** By cell: when it was fetched, and the number that came back; the latest first. */
      const fetched = new Map<string, { readonly at: number; readonly value: number | null }[]>();
      let isUnharmed = true;
      for (const { asked, process: number, isNew, pause, mishap, seed, times } of history) {
        here.pass(pause);
        const own = processes[number];
        const connected =
          own === undefined || isNew
            ? await here.start({ profiles: profileCount, numbers, quotas: unlimited })
            : own;
        processes[number] = connected;
        suffer(here, mishap, seed);
        isUnharmed &&= mishap === "none";
        const question = argumentsOf(asked);
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
        if (!asked.dimensions.includes("date.day")) continue;
        for (const row of rows) {
          for (const metric of asked.metrics) {
            const date = row.get("date.day") ?? "";
            const all = fetched.get([row.get("profile"), metric, date].join(" ")) ?? [];
            // Where the latest answer is lost, an earlier one counts.
            const candidates = (isUnharmed ? all.slice(0, 1) : all).filter(
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
