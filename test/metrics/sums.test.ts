/** Sums are merged into rows of time that are named by their first day, and folded to those that a question needs. */
import { expect, test } from "vitest";
import { finish } from "../../src/async/work.ts";
import type { MetricsRequest } from "../../src/api/metrics-answer.ts";
import { toProfileId } from "../../src/api/records.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import type { Axis } from "../../src/cells/axis.ts";
import type { Cells } from "../../src/cells/cells.ts";
import { PackedNumbers } from "../../src/cells/packed-numbers.ts";
import { foldSums, mergeSums, type Answered } from "../../src/metrics/merge/merge.ts";
import type { Question } from "../../src/metrics/question/question.ts";
import { daysOf, toDay, type Day } from "../../src/time/days.ts";
import type { Weekday } from "../../src/time/grains.ts";
import { facebookMetrics } from "../helpers/grids.ts";

const metrics = facebookMetrics("fans_change", "insights_views");
const nothing = Number.NaN;
const daysIn = (...list: readonly string[]): Day[] => list.map(toDay);

const question: Question = {
  version: 3,
  network: "facebook",
  metrics,
  dimensions: ["date.month"],
  start: toDay("2025-10-10"),
  end: toDay("2025-12-31"),
  profiles: ["a", "b"].map((id) => ({ id: toProfileId(id), name: id })),
  excluded: new Set(),
};

const answered = (
  start: string,
  end: string,
  axes: readonly Axis[],
  values: readonly number[],
): Answered => {
  const names = metrics.map(({ name }) => name);
  const request: MetricsRequest = {
    version: 3,
    network: "facebook",
    start: toDay(start),
    end: toDay(end),
    profiles: question.profiles.map(({ id }) => id),
    metrics: names,
    dimensions: axes.map(({ type }) => type),
  };
  return {
    request,
    answer: { axes, metrics: names, values: new PackedNumbers(Float64Array.from(values)) },
  };
};

const profiles = (...rows: readonly string[]): Axis => ({ type: "profile", rows });
const months = (...rows: readonly string[]): Axis => ({ type: "date.month", rows });
const weeks = (...rows: readonly string[]): Axis => ({ type: "date.week", rows });

const merged = (
  dimensions: readonly Dimension[],
  answers: readonly Answered[],
  days: readonly Day[],
  weekStart?: Weekday,
): Cells => finish(mergeSums(question, { metrics, dimensions }, answers, { days, weekStart }));

const dividedNovember = daysIn(
  "2025-10-10",
  "2025-11-01",
  "2025-11-15",
  "2025-11-16",
  "2025-12-01",
);

test("parts of a month beside a break are rows of their own, each by its first day", () => {
  const cells = merged(
    ["profile", "date.month"],
    [
      answered(
        "2025-10-10",
        "2025-11-14",
        [profiles("a", "b"), months("2025-10", "2025-11")],
        [1, 10, 2, 20, 3, 30, 4, 40],
      ),
      answered("2025-11-15", "2025-11-15", [profiles("b"), months("2025-11")], [5, 50]),
      answered(
        "2025-11-16",
        "2025-12-31",
        [profiles("a"), months("2025-11", "2025-12")],
        [6, 60, 7, 70],
      ),
    ],
    dividedNovember,
  );
  expect(cells.axes).toEqual([profiles("a", "b"), { type: "date.day", rows: dividedNovember }]);
  expect(cells.metrics).toEqual(metrics);
  expect([...cells.values]).toEqual(
    [
      [1, 10, 2, 20, nothing, nothing, 6, 60, 7, 70],
      [3, 30, 4, 40, 5, 50, nothing, nothing, nothing, nothing],
    ].flat(),
  );
});

test("weeks begin on the day that was learned, the first and the last in the range", () => {
  const week = [
    answered("2025-10-10", "2025-10-19", [weeks("2025-W41", "x", "y")], [1, 10, 2, 20, 3, 30]),
  ];
  const rows = daysIn("2025-10-10", "2025-10-12", "2025-10-19");
  const cells = merged(["date.week"], week, rows, 0);
  expect(cells.axes).toEqual([{ type: "date.day", rows }]);
  expect([...cells.values]).toEqual([1, 10, 2, 20, 3, 30]);
  expect(() => merged(["date.week"], week, rows, 1)).toThrow(
    /^upstream_failed: the API has 3 rows of date\.week where the calendar has 2\nAsk by date\.day instead\.$/,
  );
});

test("sums of a whole range have a row of time for each side of a break; windows of one row add up", () => {
  const reactions = (...rows: readonly string[]): Axis => ({ type: "reaction_type", rows });
  const answers = [
    answered("2023-01-01", "2023-12-31", [reactions("like", "love")], [1, 10, 2, 20]),
    answered("2024-01-01", "2024-12-31", [reactions("love", "wow")], [3, nothing, 4, 40]),
    answered("2025-11-15", "2025-12-31", [reactions("like")], [5, 50]),
  ];
  const rows = daysIn("2023-01-01", "2025-11-15");
  const cells = merged(["reaction_type"], answers, rows);
  expect(cells.axes).toEqual([{ type: "date.day", rows }, reactions("like", "love", "wow")]);
  expect([...cells.values]).toEqual(
    [
      [1, 10, 5, 20, 4, 40],
      [5, 50, nothing, nothing, nothing, nothing],
    ].flat(),
  );
});

const monthly: Question = { ...question, dimensions: ["profile", "date.month"] };
const dayAxis: Axis = { type: "date.day", rows: dividedNovember };

test("sums in the rows that are needed are taken as they are", () => {
  const axes = [profiles("a", "b"), dayAxis];
  const cells: Cells = { axes, metrics, values: Float64Array.from({ length: 20 }, (_, at) => at) };
  expect(finish(foldSums(monthly, cells, dividedNovember))).toBe(cells);
});

test("days are added to months, and to the parts of a month beside a break; what is missing stays so", () => {
  const days = daysOf(question.start, question.end);
  const isLast = (day: Day): boolean => day >= "2025-12-01";
  const values = ["a", "b"].flatMap((id) =>
    days.flatMap((day) => [id === "b" && isLast(day) ? nothing : 1, Number(day.slice(8))]),
  );
  const axes: Axis[] = [profiles("a", "b"), { type: "date.day", rows: days }];
  const cells: Cells = { axes, metrics, values: Float64Array.from(values) };
  const folded = finish(foldSums(monthly, cells, dividedNovember));
  expect(folded.axes).toEqual([profiles("a", "b"), dayAxis]);
  const sums = [
    [22, (10 + 31) * 11],
    [14, 105],
    [1, 15],
    [15, (16 + 30) * 7.5],
  ].flat();
  expect([...folded.values]).toEqual([...sums, 31, 496, ...sums, nothing, 496]);
});

test("profiles are added where they are not needed", () => {
  const rows = daysIn("2025-10-10", "2025-10-13");
  const axes: Axis[] = [profiles("a", "b"), { type: "date.day", rows }];
  const values = Float64Array.from([1, 10, nothing, 20, 3, 30, nothing, nothing]);
  const weekly: Question = { ...question, dimensions: ["date.week"] };
  const folded = finish(foldSums(weekly, { axes, metrics, values }, rows));
  expect(folded.axes).toEqual([{ type: "date.day", rows }]);
  expect([...folded.values]).toEqual([4, 40, nothing, 20]);
});

test("a breakdown keeps its rows while profiles and days are added", () => {
  const days = daysIn("2025-11-14", "2025-11-15", "2025-11-16");
  const reactions: Axis = { type: "reaction_type", rows: ["like", "love"] };
  const axes: Axis[] = [profiles("a", "b"), { type: "date.day", rows: days }, reactions];
  const asked: Question = { ...question, dimensions: ["reaction_type"] };
  const one = facebookMetrics("insights_reactions");
  const values = Float64Array.from([1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60]);
  const rows = daysIn("2025-11-14", "2025-11-15");
  const folded = finish(foldSums(asked, { axes, metrics: one, values }, rows));
  expect(folded.axes).toEqual([{ type: "date.day", rows }, reactions]);
  expect([...folded.values]).toEqual([11, 22, 88, 110]);
});
