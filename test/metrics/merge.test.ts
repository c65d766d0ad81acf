/** Merging answers by the values of their header rows. */
import { finish } from "../../src/async/work.ts";
import { toProfileId } from "../../src/api/records.ts";
import { toDay } from "../../src/time/days.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Axis } from "../../src/cells/axis.ts";
import { rowKey } from "../../src/cells/axis.ts";
import { PackedNumbers } from "../../src/cells/packed-numbers.ts";
import { merge, repairRequests, unionOf, type Answered } from "../../src/metrics/merge/merge.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const metrics = facebookMetrics("fans_change", "fans_lifetime");

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["profile"],
  start: toDay("2026-10-01"),
  end: toDay("2026-10-31"),
  profiles: ["a", "b"].map((id) => ({ id: toProfileId(id), name: id })),
  excluded: new Set(),
};

const answered = (
  axes: readonly Axis[],
  values: readonly number[],
  { start = question.start, end = question.end } = {},
): Answered => ({
  request: {
    version: 3,
    network: "facebook",
    start,
    end,
    profiles: ["a", "b"].map(toProfileId),
    metrics: metrics.map(({ name }) => name),
    dimensions: axes.map(({ type }) => type),
  },
  answer: {
    axes,
    metrics: metrics.map(({ name }) => name),
    values: new PackedNumbers(Float64Array.from(values)),
  },
});

const keyOf = (_: unknown, row: Axis["rows"][number]): string => rowKey(row);
const part = { metrics, dimensions: question.dimensions };

test("rows are placed by their value, whatever their order in the answers", () => {
  const merged = finish(
    merge(
      question,
      part,
      [
        answered([{ type: "profile", rows: ["b"] }], [2, 20]),
        answered([{ type: "profile", rows: ["a"] }], [1, 10]),
      ],
      keyOf,
    ),
  );
  expect(merged.cells.axes).toEqual([{ type: "profile", rows: ["a", "b"] }]);
  expect([...merged.cells.values]).toEqual([1, 10, 2, 20]);
});

test("a profile that no answer holds is missing, not zero", () => {
  const only = answered([{ type: "profile", rows: ["b"] }], [2, 20]);
  const { cells } = finish(merge(question, part, [only, only].slice(0, 1), keyOf));
  expect([...cells.values]).toEqual([Number.NaN, Number.NaN, 2, 20]);
});

test("sums of one bucket from two answers add; averages are reported to be requested again", () => {
  const weekly = { ...question, dimensions: ["date.week"] as const };
  const rows = ["2026-W40", "2026-W41"];
  const first = answered([{ type: "date.week", rows }], [1, 10, 2, 20], {
    end: toDay("2026-10-07"),
  });
  const second = answered([{ type: "date.week", rows: ["2026-W41"] }], [3, 40], {
    start: toDay("2026-10-08"),
  });
  const weeks = { metrics, dimensions: weekly.dimensions };
  const { cells, doubled } = finish(merge(weekly, weeks, [first, second], keyOf));
  expect(cells.values[2]).toBe(5);
  expect([...doubled]).toEqual(["2026-W41"]);

  const [request] = repairRequests(weekly, weeks, [first, second], doubled, keyOf);
  expect(request).toMatchObject({
    start: "2026-10-02",
    end: "2026-10-13",
    metrics: ["fans_lifetime"],
  });

  const whole = answered([{ type: "date.week", rows: ["2026-W41"] }], [0, 33]);
  const repairs = { rows: doubled, answered: [whole] };
  const repaired = finish(merge(weekly, weeks, [first, second], keyOf, repairs));
  expect([...repaired.cells.values]).toEqual([1, 10, 5, 33]);
  expect(repaired.doubled.size).toBe(0);
});

test("an answer with a row that was not requested is a defect, and is not dropped", () => {
  const foreign = answered([{ type: "profile", rows: ["c"] }], [2, 20]);
  expect(() => finish(merge(question, part, [foreign, foreign], keyOf))).toThrow(
    /internal_error: .*a row of profile/,
  );
});

/** Rows and metrics in any order, each number naming its place: profile, date, metric. */
const placed = fc.record({
  profiles: fc.shuffledSubarray([1, 2, 3], { minLength: 1 }),
  weeks: fc.shuffledSubarray([1, 2, 3], { minLength: 1 }),
  names: fc.shuffledSubarray([0, 1], { minLength: 2 }),
});

test("each number of a single answer keeps its profile, date and metric, in any order", () => {
  fc.assert(
    fc.property(placed, ({ profiles, weeks, names }) => {
      const all = [1, 2, 3].map((id) => ({ id: toProfileId(String(id)), name: String(id) }));
      const asked = { ...question, profiles: all };
      const values = profiles.flatMap((profile) =>
        weeks.flatMap((week) => names.map((name) => profile * 100 + week * 10 + name)),
      );
      const axes: Axis[] = [
        { type: "profile", rows: profiles.map(String) },
        { type: "date.week", rows: weeks.map((week) => `2026-W4${week}`) },
      ];
      const only = answered(axes, values);
      const ordered = names.map((index) => metrics[index]?.name ?? "");
      const { cells } = finish(
        merge(
          asked,
          { metrics, dimensions: ["profile", "date.week"] },
          [
            {
              request: { ...only.request, metrics: ordered },
              answer: { ...only.answer, metrics: ordered },
            },
          ],
          keyOf,
        ),
      );
      const expected = all.flatMap(({ id }) =>
        (cells.axes[1]?.rows ?? []).flatMap((week) =>
          [0, 1].map((name) =>
            profiles.includes(Number(id))
              ? Number(id) * 100 + Number(rowKey(week).at(-1)) * 10 + name
              : Number.NaN,
          ),
        ),
      );
      expect([...cells.values]).toEqual(expected);
      expect(cells.metrics).toEqual(metrics);
    }),
  );
});

test("a single answer that has the wanted rows is used as it is, without a copy", () => {
  const only = answered([{ type: "profile", rows: ["a", "b"] }], [1, 10, 2, 20]);
  expect(finish(merge(question, part, [only], keyOf)).cells.values).toBe(only.answer.values.stored);
});

test("only averages that were cut inside a bucket are requested again", () => {
  const weekly = { ...question, dimensions: ["date.week"] as const };
  const weeks = { metrics, dimensions: weekly.dimensions };
  const second = answered([{ type: "date.week", rows: ["2026-W41"] }], [3, 40], {
    start: toDay("2026-10-08"),
  });
  const first = answered([{ type: "date.week", rows: ["2026-W41"] }], [3, 40]);
  const empty = answered([{ type: "date.week", rows: [] }], [], { start: toDay("2026-10-08") });
  const sums = { ...second, request: { ...second.request, metrics: ["fans_change"] } };
  const doubled = new Set(["2026-W41"]);
  const repairs = (one: Answered): unknown[] =>
    repairRequests(weekly, weeks, [one], doubled, keyOf);
  expect(repairs(second)).toHaveLength(1);
  expect(repairs(first)).toEqual([]);
  expect(repairs(empty)).toEqual([]);
  expect(repairs(sums)).toEqual([]);
  expect(repairRequests(weekly, weeks, [second], new Set(["2026-W40"]), keyOf)).toEqual([]);
  expect(repairRequests(question, part, [second], doubled, keyOf)).toEqual([]);
});

test("without an answer, every number is missing", () => {
  const { cells } = finish(merge(question, part, [], keyOf));
  expect([...cells.values]).toEqual(Array.from({ length: 4 }, () => Number.NaN));
});

test("a split bucket is found and repaired beside another dimension, whose rows may have its name", () => {
  const dimensions = ["profile", "date.week"] as const;
  const asked = { ...question, dimensions };
  const profiles: Axis = { type: "profile", rows: ["a", "b"] };
  const weeks = (rows: readonly string[]): Axis[] => [profiles, { type: "date.week", rows }];
  const first = answered(weeks(["x", "b"]), [1, 10, 2, 20, 3, 30, 4, 40]);
  const second = answered(weeks(["b"]), [5, 50, 6, 60], { start: toDay("2026-10-08") });
  const { doubled } = finish(merge(asked, { metrics, dimensions }, [first, second], keyOf));
  expect([...doubled]).toEqual(["b"]);
  const repairs = { rows: doubled, answered: [answered(weeks(["b"]), [0, 55, 0, 66])] };
  const { cells } = finish(merge(asked, { metrics, dimensions }, [first, second], keyOf, repairs));
  expect([...cells.values]).toEqual([1, 10, 7, 55, 3, 30, 10, 66]);
});

test("days are those of the question, in their order, whichever the answers have", () => {
  const asked = { ...question, end: toDay("2026-10-03"), dimensions: ["date.day"] as const };
  const days: Axis = { type: "date.day", rows: ["2026-10-03", "2026-10-01"] };
  const shape = { metrics, dimensions: asked.dimensions };
  const { cells } = finish(merge(asked, shape, [answered([days], [3, 30, 1, 10])], keyOf));
  expect(cells.axes[0]?.rows).toEqual(["2026-10-01", "2026-10-02", "2026-10-03"]);
  expect([...cells.values]).toEqual([1, 10, Number.NaN, Number.NaN, 3, 30]);
});

test("a row keeps the form in which it is first seen", () => {
  const named = (_: unknown, row: Axis["rows"][number]): string =>
    typeof row === "string" ? row : "A";
  expect(unionOf("profile_label", [["A"], [{ name: "A" }, "B"]], named)).toEqual(["A", "B"]);
});

test("three metrics in another order are put right", () => {
  const three = facebookMetrics("fans_change", "fans_lifetime", "insights_reach");
  const [one, two, other] = three.map(({ name }) => name);
  const names = [one ?? "", other ?? "", two ?? ""];
  const { request, answer } = answered([{ type: "profile", rows: ["a", "b"] }], [1, 3, 2, 4, 6, 5]);
  const swapped = {
    request: { ...request, metrics: names },
    answer: { ...answer, metrics: names },
  };
  const { cells } = finish(merge(question, { ...part, metrics: three }, [swapped], keyOf));
  expect([...cells.values]).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a further row after those that were requested is a defect too", () => {
  const further = answered([{ type: "profile", rows: ["a", "b", "c"] }], [1, 10, 2, 20, 3, 30]);
  expect(() => finish(merge(question, part, [further], keyOf))).toThrow(/a row of profile/);
});
