/** Merging answers by the values of their header rows. */
import { finish } from "../../src/async/work.ts";
import { toProfileId } from "../../src/api/records.ts";
import { toDay } from "../../src/time/days.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Axis } from "../../src/cells/axis.ts";
import { rowKey } from "../../src/cells/axis.ts";
import { PackedNumbers } from "../../src/cells/packed-numbers.ts";
import { merge, type Answered } from "../../src/metrics/merge/merge.ts";
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

const part = { metrics, dimensions: question.dimensions };

test("rows are placed by their value, whatever their order in the answers", () => {
  const merged = finish(
    merge(question, part, [
      answered([{ type: "profile", rows: ["b"] }], [2, 20]),
      answered([{ type: "profile", rows: ["a"] }], [1, 10]),
    ]),
  );
  expect(merged.axes).toEqual([{ type: "profile", rows: ["a", "b"] }]);
  expect([...merged.values]).toEqual([1, 10, 2, 20]);
});

test("a profile that no answer holds is missing, not zero", () => {
  const only = answered([{ type: "profile", rows: ["b"] }], [2, 20]);
  const cells = finish(merge(question, part, [only, only].slice(0, 1)));
  expect([...cells.values]).toEqual([Number.NaN, Number.NaN, 2, 20]);
});

test("an answer with a row that was not requested is a defect, and is not dropped", () => {
  const foreign = answered([{ type: "profile", rows: ["c"] }], [2, 20]);
  expect(() => finish(merge(question, part, [foreign, foreign]))).toThrow(
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
      const cells = finish(
        merge(asked, { metrics, dimensions: ["profile", "date.week"] }, [
          {
            request: { ...only.request, metrics: ordered },
            answer: { ...only.answer, metrics: ordered },
          },
        ]),
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
  expect(finish(merge(question, part, [only])).values).toBe(only.answer.values.stored);
});

test("without an answer, every number is missing", () => {
  const cells = finish(merge(question, part, []));
  expect([...cells.values]).toEqual(Array.from({ length: 4 }, () => Number.NaN));
});

test("a mean of the same row is found beside another dimension, whose rows may have its name", () => {
  const dimensions = ["profile", "date.week"] as const;
  const asked = { ...question, dimensions };
  const profiles: Axis = { type: "profile", rows: ["a", "b"] };
  const weeks = (rows: readonly string[]): Axis[] => [profiles, { type: "date.week", rows }];
  const first = answered(weeks(["x", "b"]), [1, 10, 2, 20, 3, 30, 4, 40]);
  const mergedWith = (rows: readonly string[]): number[] => {
    const second = answered(weeks(rows), [5, 50, 6, 60], { start: toDay("2026-10-08") });
    return [...finish(merge(asked, { metrics, dimensions }, [first, second])).values];
  };
  expect(() => mergedWith(["b"])).toThrow("the API's rows overlap where they were cut");
  expect(mergedWith(["a"])).toEqual([1, 10, 2, 20, 5, 50, 3, 30, 4, 40, 6, 60]);
});

test("days are those of the question, in their order, whichever the answers have", () => {
  const asked = { ...question, end: toDay("2026-10-03"), dimensions: ["date.day"] as const };
  const days: Axis = { type: "date.day", rows: ["2026-10-03", "2026-10-01"] };
  const shape = { metrics, dimensions: asked.dimensions };
  const cells = finish(merge(asked, shape, [answered([days], [3, 30, 1, 10])]));
  expect(cells.axes[0]?.rows).toEqual(["2026-10-01", "2026-10-02", "2026-10-03"]);
  expect([...cells.values]).toEqual([1, 10, Number.NaN, Number.NaN, 3, 30]);
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
  const cells = finish(merge(question, { ...part, metrics: three }, [swapped]));
  expect([...cells.values]).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a further row after those that were requested is a defect too", () => {
  const further = answered([{ type: "profile", rows: ["a", "b", "c"] }], [1, 10, 2, 20, 3, 30]);
  expect(() => finish(merge(question, part, [further]))).toThrow(/a row of profile/);
});
