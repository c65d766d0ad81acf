/** Against an API that differs in everything that the sandbox can differ in, no reply has a wrong number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkApi } from "../../src/api-check/check.ts";
import { useFindings } from "../../src/api-check/findings.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { briefly } from "../../src/connection/call-context.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { deviations } from "../../src/sandbox/metrics-answer.ts";
import { Account, type SandboxProfile } from "../../src/sandbox/account.ts";
import { bucketOf } from "../helpers/buckets.ts";
import { connect, facebookIds, type Called, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { gappyNumbers, profileCount, questions } from "../helpers/random-questions.ts";
import type { RandomQuestion } from "../helpers/random-questions.ts";
import { daysFrom } from "../helpers/reference.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const sandbox = {
  numbers: gappyNumbers,
  quotas: { account: 1e9, user: 1e9 },
  historyMonths: 20,
};
const historyStart = "2025-03-19";

/** A server whose operator has checked every network. */
async function checkedServer(options: SandboxOptions): Promise<Connected> {
  const connected = await connect(options);
  for (const network of metricNetworks) {
    const context = briefly(60);
    const result = await checkApi(connected.connection, context, { network, seed: 1 });
    await useFindings(connected.connection, result);
  }
  return connected;
}

const account = new Account(profileCount);

/** The value of the row of a day, as the CSV has it. */
const nameIn = (type: string, day: string, isSunday: boolean): string =>
  type === "date.weekday" ? String(new Date(day).getUTCDay() || 7) : bucketOf(type, day, isSunday);

/** The days and profiles of a row. */
function rowOf(
  { network, profiles, dimensions, date_start, date_end }: RandomQuestion,
  { differ, profiles: count }: Case,
  row: CsvRow,
): { readonly days: readonly string[]; readonly own: readonly SandboxProfile[] } {
  const date = dimensions.find((type) => type.startsWith("date."));
  const days = daysFrom(date_start, date_end).filter(
    (day) =>
      day >= historyStart &&
      (date === undefined || nameIn(date, day, differ.includes("weeks")) === row.get(date)),
  );
  const label = row.get("profile_label");
  const isIn = ({ id, index, labels }: SandboxProfile): boolean =>
    index < count &&
    [undefined, id].includes(row.get("profile")) &&
    (label === undefined ||
      labels.some((one) => one.id === label) ||
      (labels.length === 0 && label === "(no label)"));
  const own = profiles.flatMap((id) => account.profiles(network).get(id) ?? []).filter(isIn);
  return { days, own };
}

/**
 * The API's average, the mean of the profiles' means; NaN where it counts a day before a first value as 0. One number alone
 * needs no combining.
 */
function averageOf(
  { days, own }: ReturnType<typeof rowOf>,
  metric: string,
  hasZeros: boolean,
): number {
  const isBefore = (profile: SandboxProfile, day: string): boolean =>
    hasZeros && day < profile.connected;
  const values = own.map((profile) =>
    days
      .map((day) => gappyNumbers(profile, metric, day, undefined))
      .filter((value) => value !== null),
  );
  const isCounted = own.some((profile) => days.some((day) => isBefore(profile, day)));
  if (isCounted && values.flat().length > 1) return Number.NaN;
  return meanOf(values.filter(({ length }) => length > 0).map(meanOf));
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

type Case = Required<Pick<SandboxOptions, "differ">> & { readonly profiles: number };
const cases: readonly Case[] = [
  // More profiles than one request has, and more days: the history is longer than the survey.
  { differ: deviations, profiles: profileCount },
  { differ: ["averages"], profiles: profileCount },
];

test.each(cases)(
  "the API differs in $differ: no number is wrong, and what is withheld is named",
  async (one) => {
    const { differ, profiles } = one;
    const differing = await checkedServer({ ...sandbox, ...one });
    const differences = differ.filter((way) => way === "weeks");
    const plain = await connect({ ...sandbox, profiles, differ: differences });
    const drawn = { own: 0, withheld: 0, combined: 0 };
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const asked = {
          ...question,
          compare_to: undefined,
          skip_unavailable: true,
          max_requests: 500,
        };
        const reply = await differing.attempt("get_profile_metrics", asked);
        const correct = await plain.attempt("get_profile_metrics", asked);
        expect(reply.isError).toBe(correct.isError);
        if (reply.isError) return;
        const [rows, correctRows] = [await rowsOf(differing, reply), await rowsOf(plain, correct)];
        const pairs = rows.map((row, place): Pair => [row, correctRows[place] ?? new Map()]);
        const named = reply.text.split("\n").find((line) => line.includes("(check-api)")) ?? "";
        const wrong = pairs.flatMap((pair) => wrongCells(question, one, pair, named, drawn));
        expect(wrong).toEqual([]);
        // A row with one empty cell is an empty line.
        const rowCount = question.dimensions.length === 0 ? rows.length : correctRows.length;
        expect(rows.length).toBe(rowCount);
      }),
      { ...drawing(5, 300, 1), examples: [[ownNumbers]] },
    );
    for (const count of Object.values(drawn)) expect(count).toBeGreaterThanOrEqual(leastDrawn);
  },
  600_000,
);

/** The API has a number of its own for each row. */
const ownNumbers: RandomQuestion = {
  network: "facebook",
  metrics: ["insights_reach"],
  profiles: facebookIds(2),
  dimensions: ["profile"],
  date_start: "2026-07-01",
  date_end: "2026-07-31",
};

/** A row of the server whose API differs, and the same row of the other. */
type Pair = readonly [CsvRow, CsvRow];

/** Cells that are neither the API's own number, nor correctly combined, nor withheld by name. */
function wrongCells(
  question: RandomQuestion,
  one: Case,
  [row, correctRow]: Pair,
  named: string,
  drawn: Record<"own" | "withheld" | "combined", number>,
): string[] {
  const isSplit = !question.dimensions.every((type) => /^date|profile/.test(type));
  const hasZeros = one.differ.includes("leading_zeros");
  return [...row.keys()].filter((column) => {
    const [name] = column.split(":");
    const metric = metricsOf(question.network, 3).find((known) => known.name === name);
    if (metric === undefined || correctRow.size === 0) return false;
    const [value, correct] = [numberIn(row, column), numberIn(correctRow, column)];
    if (column !== name || metric.aggregation === "sum") {
      drawn.combined += 1;
      return value !== correct;
    }
    if (value === null) {
      if (correct !== null) drawn.withheld += 1;
      return correct !== null && !named.includes(name);
    }
    if (isSplit) return false;
    drawn.own += 1;
    const own = averageOf(rowOf(question, one, row), name, hasZeros);
    return !(Math.abs(value - own) <= 1e-9 * Math.max(1, Math.abs(own)));
  });
}

async function rowsOf(connected: Connected, { text }: Called): Promise<CsvRow[]> {
  const count = Number(/\.part-1\.csv to part-(\d+)\.csv/.exec(text)?.[1] ?? 0);
  const ends =
    count === 0 ? ["csv"] : Array.from({ length: count }, (_, at) => `part-${at + 1}.csv`);
  // Each part begins with the header.
  const parts = await Promise.all(
    ends.map((end) => readCsv(connected, `result://${idOf(text)}.${end}`)),
  );
  return parts.flatMap((part) => csvRows(part));
}
