/** One question has one answer, whatever was asked before, and whatever sizes of answers the API accepts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import {
  drawnIn,
  gappyNumbers,
  metricMore,
  profileCount,
  profilesMore,
  questions,
  type RandomQuestion,
} from "../helpers/random-questions.ts";
import { drawing, isFull, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** Each compares up to nine answers. */
const runs = drawing(5, 5000, 5);
const hardCases = ["ended", "began", "gapAtEnd", "overlaps", "isBroken"] as const;
const plenty = { account: 1e9, user: 1e9 };

/** Asks on a new machine, after other questions. */
async function askedAnew(
  question: RandomQuestion,
  { complexity = 1e12, before = [] }: { complexity?: number; before?: RandomQuestion[] } = {},
): Promise<Answer | undefined> {
  const options = { profiles: profileCount, numbers: gappyNumbers, quotas: plenty, complexity };
  const connected = await connect(options);
  for (const earlierQuestion of before)
    await connected.attempt("get_profile_metrics", { ...earlierQuestion, skip_unavailable: true });
  const answer = await answerOf(connected, question);
  await connected.close();
  return answer;
}

interface Answer {
  readonly text: string;
  readonly csv: string;
}

/** The reply without its cost, and the CSV with numbers of 12 digits; undefined where the call is refused for its cost. */
async function answerOf(
  connected: Connected,
  question: RandomQuestion,
): Promise<Answer | undefined> {
  const input = { ...question, skip_unavailable: true, max_requests: 500 };
  const { text, isError } = await connected.attempt("get_profile_metrics", input);
  if (isError && !/^(too_many_requests_needed|limit_exceeded): /.test(text)) throw new Error(text);
  if (isError) return undefined;
  // The largest CSVs are in parts.
  const isWhole = !text.includes(".part-1.csv");
  const csv = isWhole ? await readCsv(connected, `result://${idOf(text)}.csv`) : "";
  return { text: withoutCost(text), csv: csv.replace(/-?\d+\.\d+/g, (number) => digits(number)) };
}

const digits = (number: string): string => String(Number(Number(number).toPrecision(12)));

const withoutCost = (text: string): string =>
  text.replace(/ \d+ requests? sent[^\n]*/, "").replaceAll(/result:\/\/\w+/g, "result://ID");

/** The cells of some metrics by row, in columns that do not depend on the other rows. */
function cellsOf(csv: string, { metrics, dimensions }: RandomQuestion): Map<string, string> {
  const isOfRow = (name: string): boolean =>
    dimensions.includes(name) || dimensions.includes(name.replace(":before", ""));
  const cells = csvRows(csv).flatMap((row) => {
    const key = [...row].flatMap(([name, value]) => (isOfRow(name) ? [value] : []));
    return [...row].flatMap(([name, value]): [string, string][] => {
      const [metric = "", column] = name.split(/:| (?=until |from )/);
      const isShared = metrics.includes(metric) && column !== "contribution";
      return isShared ? [[[...key, name].join("|"), value]] : [];
    });
  });
  return new Map(cells);
}

function expectSame(superset: Map<string, string>, part: Map<string, string>): void {
  for (const [key, value] of part) expect(`${key} ${superset.get(key)}`).toBe(`${key} ${value}`);
}

test("a new machine, other questions before, ceilings, a metric more and 100 profiles more change nothing", async () => {
  const drawn = { ended: 0, began: 0, gapAtEnd: 0, overlaps: 0, isBroken: 0 };
  const compared = { before: 0, ceilings: 0, refused: 0, metric: 0, profiles: 0 };
  await fc.assert(
    fc.asyncProperty(
      questions,
      questions,
      questions,
      async (question, earlierQuestion, rangeQuestion) => {
        const hard = drawnIn(question);
        for (const name of hardCases) if (hard[name]) drawn[name] += 1;
        const first = await askedAnew(question);
        if (first === undefined) return;
        // One to the same network fills the cache with cells of the same metrics.
        const { date_start, date_end } = rangeQuestion;
        const dimensions = question.dimensions.slice(0, 1);
        const before = [earlierQuestion, { ...question, date_start, date_end, dimensions }];
        expect(await askedAnew(question, { before }), "asked after others").toEqual(first);
        compared.before += 1;
        for (const ceiling of [2000, 20_000]) {
          const answer = await askedAnew(question, { complexity: ceiling });
          if (answer === undefined) compared.refused += 1;
          else compared.ceilings += 1;
          expect(answer ?? first, `a ceiling of ${ceiling}`).toEqual(first);
        }
        if (first.csv === "") return;
        const cells = cellsOf(first.csv, question);
        // No column has a number where the metrics have data from a later day only.
        if (cells.size === 0) return;
        const more = metricMore(question);
        if (more !== undefined) {
          const widerQuestion = { ...question, metrics: [...question.metrics, more.name] };
          const wider = await askedAnew(widerQuestion);
          if (wider !== undefined && wider.csv !== "") {
            expectSame(cellsOf(wider.csv, question), cells);
            compared.metric += 1;
          }
        }
        if (question.dimensions.includes("profile")) {
          const profiles = [...question.profiles, ...profilesMore(question)];
          const wider = await askedAnew({ ...question, profiles });
          if (wider !== undefined && wider.csv !== "") {
            expectSame(cellsOf(wider.csv, question), cells);
            compared.profiles += 1;
          }
        }
      },
    ),
    runs,
  );
  expect(Math.min(...Object.values(drawn))).toBeGreaterThanOrEqual(isFull ? 20 : leastDrawn);
  expect(compared.ceilings).toBeGreaterThan(compared.refused);
  expect(Math.min(compared.metric, compared.profiles)).toBeGreaterThanOrEqual(
    isFull ? 10 : leastDrawn,
  );
}, 3_600_000);
