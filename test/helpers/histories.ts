/** Random histories: questions that are asked again, by several processes whose cached files are lost or damaged. */
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
import { hash } from "../../src/sandbox/hash.ts";
import { facebookIds } from "./connect.ts";
import { day, minute, type Machine } from "./machine.ts";

export const profileCount = 10;

interface Asked {
  readonly profiles: readonly string[];
  readonly metrics: readonly string[];
  readonly start: string;
  readonly days: number;
  readonly dimensions: readonly string[];
}

/** A question of a history, and what happens before it. */
interface Step {
  readonly question: Asked;
  /** How often it is asked again. */
  readonly times: number;
  readonly process: number;
  readonly isNew: boolean;
  readonly pause: number;
  readonly mishap: string;
  readonly seed: number;
}

/** What `get_profile_metrics` is called with. */
interface Question extends Omit<Asked, "start" | "days"> {
  readonly network: "facebook";
  readonly date_start: string;
  readonly date_end: string;
}

const subsets = <Value>(values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.subarray([...values], { minLength: 1 });

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
export const steps = (
  dimensions: readonly (readonly string[])[],
  names = metrics,
): fc.Arbitrary<Step[]> =>
  fc.array(questions(dimensions, names), { minLength: 1, maxLength: 4 }).chain(stepsAbout);

const stepsAbout = (few: readonly Asked[]): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      question: fc.constantFrom(...few),
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
export const segments = 1e6;

export function suffer({ folder }: Machine, mishap: string, seed: number): void {
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

export function questionOf({ start, days, ...rest }: Asked): Question & Record<string, unknown> {
  const end = new Date(Date.parse(start) + (days - 1) * day).toISOString().slice(0, 10);
  return {
    network: "facebook",
    ...rest,
    date_start: start,
    date_end: end < "2026-11-18" ? end : "2026-11-18",
  };
}
