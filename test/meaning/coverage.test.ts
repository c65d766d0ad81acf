/** Missing values within one range: how many, where, and of which profiles. */
import { finish } from "../../src/base/async/work.ts";
import { describe, expect, test } from "vitest";
import { coverageOf, rowGaps } from "../../src/numbers/meaning/coverage.ts";
import { addDays, toDay } from "../../src/base/time/days.ts";
import { dailyResult, facebookMetrics, resultOf } from "../helpers/grids.ts";

const firstDay = "2026-03-02";
const dayAt = (place: number): string => addDays(toDay(firstDay), place);

describe("coverage", () => {
  test("missing profile-days are counted, and equal gaps of profiles are one", () => {
    const result = resultOf("insights_views", [
      [1, null, null, 4, null],
      [1, null, null, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    const [coverage] = coverageOf(result);
    expect(coverage).toMatchObject({ expected: 15, missing: 5 });
    expect(coverage?.gaps).toEqual([
      { start: dayAt(1), end: dayAt(2), profiles: ["p1", "p2"] },
      { start: dayAt(4), end: dayAt(4), profiles: ["p1"] },
    ]);
  });

  test("what is complete has no gaps", () => {
    const complete = resultOf("insights_views", [
      [1, 2],
      [3, 4],
    ]);
    expect(coverageOf(complete)).toMatchObject([{ expected: 4, missing: 0, gaps: [] }]);
  });

  test("rows with gaps: the number of days, their runs, and the metrics that lack the same days", () => {
    const metrics = facebookMetrics("insights_views", "fans_change", "insights_reach");
    const result = dailyResult(
      metrics,
      [
        [
          [1, 1, null],
          [1, 1, 1],
          [1, 1, null],
          [1, 1, null],
          [1, 1, 1],
        ],
        [
          [null, null, 1],
          [1, 1, 1],
          [null, null, 1],
          [null, null, 1],
          [null, null, 1],
        ],
        [
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ],
      ],
      firstDay,
    );
    expect(
      finish(rowGaps(result)).map(({ metrics: gapMetrics, ...rest }) => [
        gapMetrics.map(({ name }) => name),
        rest,
      ]),
    ).toEqual([
      [
        ["insights_views", "fans_change"],
        {
          profile: "p2",
          missing: 4,
          expected: 5,
          runs: [
            { start: dayAt(0), end: dayAt(0), length: 1 },
            { start: dayAt(2), end: dayAt(4), length: 3 },
          ],
        },
      ],
      [
        ["insights_reach"],
        {
          profile: "p1",
          missing: 3,
          expected: 5,
          runs: [
            { start: dayAt(0), end: dayAt(0), length: 1 },
            { start: dayAt(2), end: dayAt(3), length: 2 },
          ],
        },
      ],
    ]);
  });
});
