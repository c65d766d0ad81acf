/** Each cell has exactly one source: a mistake in a plan is a defect, not a wrong number. */
import { finish } from "../../src/base/async/work.ts";
import { expect, test } from "vitest";
import type { MetricsAnswer } from "../../src/suite/api/metrics-answer.ts";
import { toProfileId } from "../../src/suite/api/records.ts";
import { PackedNumbers } from "../../src/numbers/cells/packed-numbers.ts";
import { assign, type Source } from "../../src/questions/metrics/merge/place-values.ts";
import type { Question } from "../../src/questions/metrics/question/question.ts";
import { daysOf, toDay } from "../../src/base/time/days.ts";
import { facebookMetrics } from "../helpers/grids.ts";
import { valuesOf } from "../helpers/day-values.ts";

const ids = ["a", "b"].map(toProfileId);
const metrics = facebookMetrics("fans_change", "insights_reach");
const names = metrics.map(({ name }) => name);
const [start, end] = [toDay("2026-08-01"), toDay("2026-08-03")];

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["profile", "date.day"],
  start,
  end,
  profiles: ids.map((id) => ({ id, name: id })),
  excluded: new Set(),
};
const assigned = (query: Question, sources: readonly Source[]): number[] =>
  valuesOf(finish(assign(query, query, undefined, [{ metrics, sources }])));

const numbers = (values: readonly number[]): PackedNumbers =>
  new PackedNumbers(Float64Array.from(values));

/** An answer whose numbers tell their place: profile, day, metric. */
const answer: MetricsAnswer = {
  axes: [
    { type: "date.day", rows: daysOf(start, end) },
    { type: "profile", rows: ["b", "a"] },
  ],
  metrics: names.toReversed(),
  values: numbers([211, 210, 111, 110, 221, 220, 121, 120, 231, 230, 131, 130]),
};

const sourceOf = (profiles: readonly number[], first: string, last: string): Source => ({
  box: {
    profiles: profiles.flatMap((place) => ids[place] ?? []),
    metrics: names,
    start: toDay(first),
    end: toDay(last),
  },
  answer,
});

const grid = [110, 111, 120, 121, 130, 131, 210, 211, 220, 221, 230, 231];

test("cells come from their sources by the values of the rows, whatever their order", () => {
  const sources = [
    sourceOf([0], "2026-08-01", "2026-08-02"),
    sourceOf([0], "2026-08-03", "2026-08-03"),
    sourceOf([1], "2026-08-01", "2026-08-03"),
  ];
  expect(assigned(question, sources)).toEqual(grid);
});

test("rows that an answer does not have are missing, not a defect", () => {
  const shorter = {
    ...question,
    profiles: [...question.profiles, { id: toProfileId("c"), name: "c" }],
  };
  const source = sourceOf([0, 1], "2026-08-01", "2026-08-03");
  const box = { ...source.box, profiles: [...ids, toProfileId("c")] };
  const values = assigned(shorter, [{ ...source, box }]);
  expect(values.slice(0, 12)).toEqual(grid);
  expect(values.slice(12).every(Number.isNaN)).toBe(true);
});

test("rows of a breakdown are those with a value, by name, whichever answers have them", () => {
  const [metric = ""] = names;
  const answerFor = (id: string, rows: readonly string[], values: readonly number[]): Source => ({
    box: { profiles: [toProfileId(id)], metrics: [metric], start, end: start },
    answer: {
      axes: [
        { type: "profile", rows: [id] },
        { type: "date.day", rows: [start] },
        { type: "reaction_type", rows },
      ],
      metrics: [metric],
      values: numbers(values),
    },
  });
  const query = { ...question, end: start, metrics: metrics.slice(0, 1) };
  const sources = [
    answerFor("a", ["wow", "sad", "like"], [1, Number.NaN, 3]),
    answerFor("b", ["anger", "like"], [4, 5]),
  ];
  const split = finish(
    assign(query, query, "reaction_type", [{ metrics: query.metrics, sources }]),
  );
  expect(split.breakdown?.rows).toEqual(["anger", "like", "wow"]);
  expect(valuesOf(split)).toEqual([Number.NaN, 3, 1, 4, 5, Number.NaN]);
});

test("a cell with two sources is a defect", () => {
  const sources = [
    sourceOf([0, 1], "2026-08-01", "2026-08-02"),
    sourceOf([1], "2026-08-02", "2026-08-03"),
    sourceOf([0], "2026-08-03", "2026-08-03"),
  ];
  expect(() => assigned(question, sources)).toThrow("internal_error: a number has two sources");
});

test("a cell without a source is a defect", () => {
  const sources = [sourceOf([0, 1], "2026-08-01", "2026-08-02")];
  expect(() => assigned(question, sources)).toThrow(
    "internal_error: a number of the answer has no source",
  );
});

test("an answer that holds all cells beside another one is a defect", () => {
  const source = sourceOf([0, 1], "2026-08-01", "2026-08-03");
  const { box } = sourceOf([1], "2026-08-03", "2026-08-03");
  const answers = {
    axes: [
      { type: "profile", rows: ids },
      { type: "date.day", rows: daysOf(start, end) },
    ],
  } as const;
  const inOrder = { ...answers, metrics: names, values: numbers(grid) };
  expect(() =>
    assigned(question, [
      { ...source, answer: inOrder },
      { box, answer },
    ]),
  ).toThrow("internal_error: a number has two sources");
});

test("days that an answer does not have are missing", () => {
  const box = { ...sourceOf([0, 1], "2026-08-01", "2026-08-03").box };
  const shorter = {
    ...answer,
    axes: [
      { type: "date.day" as const, rows: daysOf(start, toDay("2026-08-02")) },
      ...answer.axes.slice(1),
    ],
    values: new PackedNumbers(answer.values.stored.slice(0, 8)),
  };
  const values = assigned(question, [{ box, answer: shorter }]);
  const expected = grid.map((value) => (Math.floor(value / 10) % 10 === 3 ? Number.NaN : value));
  expect(values).toEqual(expected);
});

test("a profile that was not asked for is a defect", () => {
  const { box } = sourceOf([0, 1], "2026-08-01", "2026-08-03");
  const foreign = { ...box, profiles: [...ids, toProfileId("c")] };
  expect(() => assigned(question, [{ box: foreign, answer }])).toThrow(
    /^internal_error: .*the profile c/,
  );
});
