/** Every figure in a reply equals one that is computed apart, from single profiles and days. */
import fc from "fast-check";
import { leastDrawn, repetitions } from "../helpers/repetitions.ts";
import { expect, test } from "vitest";
import { AskedRows, type AskedFigures } from "../helpers/asked-rows.ts";
import { checkCsv } from "../helpers/check-csv.ts";
import { checkReply } from "../helpers/check-reply.ts";
import { csvRows } from "../helpers/csv.ts";
import {
  argumentsOf,
  askedOf,
  cases,
  connections,
  runs,
  type Case,
} from "../helpers/figure-cases.ts";
import { daysFrom, moved } from "../helpers/day-names.ts";
import { idOf, readCsv } from "../helpers/results.ts";

/** The dimensions of a result that is read at a grain. */
function atGrain(dimensions: readonly string[], grain: string): string[] {
  const type = grain === "total" ? [] : [`date.${grain}`];
  return dimensions.some((dimension) => dimension.startsWith("date."))
    ? dimensions.flatMap((dimension) => (dimension.startsWith("date.") ? type : [dimension]))
    : [...dimensions, ...type];
}

/** Pieces of the result: at another grain, and of some days, profiles and metrics. */
function piecesOf(
  testCase: Case,
  question: AskedFigures,
): { piece: object; of: AskedFigures; population?: AskedFigures }[] {
  const { grain, dimensions, metrics } = testCase;
  const days = daysFrom(question.start, question.end);
  const start = days[Math.floor(days.length / 3)] ?? question.start;
  const [name = "", id = ""] = [...question.profiles].at(-1) ?? [];
  const labels = [...question.labels].flatMap(([label, ids]) =>
    ids.includes(id) ? [[label, [id]] as const] : [],
  );
  const some = metrics.slice(-1);
  const cut = {
    ...question,
    metrics: some,
    start,
    profiles: new Map([[name, id]]),
    labels: new Map(labels),
  };
  return [
    { piece: { grain }, of: { ...question, dimensions: atGrain(dimensions, grain) } },
    { piece: { date_start: start }, of: { ...question, start } },
    // A label without profiles keeps its row.
    ...(question.labels.size > 0 && dimensions.includes("profile_label")
      ? []
      : [
          {
            piece: { metrics: some, profiles: [id], date_start: start },
            of: cut,
            population: { ...question, metrics: some, start },
          },
        ]),
  ];
}

/** The text of a reply that is an error. */
const errorOf = ({ text, isError }: { text: string; isError: boolean }): string | undefined =>
  isError ? text : undefined;

/** Its days do not fit, and are one month. */
const oneMonth: Case = {
  network: "facebook",
  metrics: [
    "fans_lifetime",
    "insights_fan_adds_unique",
    "insights_fan_removes_unique",
    "insights_impressions_paid",
  ],
  places: [1, 2, 3, 4, 9, 12, 22, 28],
  start: "2026-10-01",
  length: 5,
  dimensions: ["profile"],
  budget: 900,
  isSunday: true,
  grain: "day",
};

test("cells, totals, changes, extremes with their days, ranks and counts of missing values", async () => {
  const connected = connections();
  const drawn = { labelled: 0, sundays: 0, kinds: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async (testCase) => {
      const question = askedOf(testCase);
      const { client, call } = await connected(testCase);
      const answer = await call("get_profile_metrics", argumentsOf(testCase, question));
      expect(errorOf(answer)).toBeUndefined();
      const { text } = answer;
      checkReply(text, question);
      const rows = csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`));
      drawn.kinds += checkCsv(rows, question);
      drawn.labelled += testCase.dimensions.includes("profile_label") ? 1 : 0;
      drawn.sundays += testCase.isSunday && testCase.grain === "week" ? 1 : 0;
      const { holdsEnd } = new AskedRows(question);
      for (const { piece, of, population = of } of holdsEnd ? [] : piecesOf(testCase, question)) {
        const read = await call("read_result", { result: idOf(text), ...piece });
        expect(errorOf(read)).toBeUndefined();
        checkReply(read.text, of, population);
      }
    }),
    { ...runs, examples: [[oneMonth]] },
  );
  expect(Math.min(drawn.labelled, drawn.sundays, drawn.kinds)).toBeGreaterThanOrEqual(leastDrawn);
}, 900_000);

test("rows are ranked by their valid total: levels by the last value, people by the mean", async () => {
  const connected = connections();
  const ranked = cases.filter(({ places }) => places.length > 2);
  await fc.assert(
    fc.asyncProperty(ranked, fc.integer({ min: 2, max: 9 }), async (testCase, top) => {
      const question = askedOf({ ...testCase, dimensions: ["profile"] });
      const [metric = ""] = testCase.metrics;
      const { reference, profiles, start, end } = question;
      // Levels are carried from the 28 days before the range.
      const from = reference.isCarried(metric) ? moved(start, -28) : start;
      const days = daysFrom(from, end);
      const [, secondSide] = reference.sides(metric, days);
      fc.pre(secondSide === undefined);
      const ids = [...profiles.values()];
      fc.pre(ids.some((id) => reference.combined(metric, [id], days) !== null));
      const { call } = await connected({ budget: 6000, isSunday: false });
      const { text } = await call("get_profile_metrics", {
        network: testCase.network,
        metrics: testCase.metrics,
        profiles: ids,
        date_start: start,
        date_end: end,
        dimensions: ["profile"],
      });
      const piece = await call("read_result", { result: idOf(text), sort_by: metric, top });
      const expected = [...profiles]
        .map(([name, id]) => ({ name, value: reference.combined(metric, [id], days) }))
        .toSorted((left, right) => Number(right.value ?? -1e99) - Number(left.value ?? -1e99))
        .slice(0, top);
      const names = new Set(profiles.keys());
      const rows = piece.text
        .split("\n")
        .map((line) => line.split("|").find((cell) => names.has(cell)))
        .flatMap((name) => name ?? []);
      const values = (list: readonly string[]): unknown[] =>
        list.map((name) => reference.combined(metric, [profiles.get(name) ?? ""], days));
      expect(values(rows)).toEqual(expected.map(({ value }) => value));
    }),
    { numRuns: repetitions(5, 375) },
  );
}, 900_000);
