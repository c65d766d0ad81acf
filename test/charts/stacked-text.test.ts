/** A stack is left out where a part is missing; the text and the tooltips still have the numbers that exist. */
import { finish } from "../../src/base/async/work.ts";
import { expect, test } from "vitest";
import { chartOf } from "../../src/answers/charts/model/from-result.ts";
import { shownOf } from "../../src/answers/results/shown.ts";
import { chartTable } from "../../src/answers/charts/draw.ts";
import { chartContent } from "../../src/answers/charts/text/chart-text.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import { dailyResult, facebookMetrics } from "../helpers/grids.ts";

test("the lowest number of a series is that of its days, also of those without a stack", () => {
  const result = dailyResult(facebookMetrics("insights_views"), [
    [[3], [50], [60]],
    [[null], [20], [10]],
  ]);
  const chart = chartOf(finish(shownOf(result, {})), { kind: "stacked" });
  const text = replyText(finish(chartContent(chart, "chart://c.svg")));
  expect(text).toMatch(/One 1: .*lowest 3 \(10-05\), highest 60/);
  expect(text).toMatch(/One 2: .*lowest 10 \(10-07\)/);
  const [first] = chartTable(chart).rows;
  expect(first?.slice(1)).toEqual([3, null]);
  const [panel] = chart.panels;
  const places = panel?.series.map(({ values, drawn: shown = values }) => [...shown]);
  expect(places).toEqual([
    [Number.NaN, 50, 60],
    [Number.NaN, 20, 10],
  ]);
});
