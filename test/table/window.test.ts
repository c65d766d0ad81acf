/** The mean of the last 7 days, by day: computed apart from the days that the same result shows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { moved } from "../helpers/day-names.ts";
import { drawing, leastDrawn } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const breakDay = "2025-11-15";
const metrics = ["insights_views", "insights_reach", "fans_lifetime", "fans_change"];

/** Of the days of a mean, the first that no break may be on: none of a net, whose value may be the switch. */
const sides: Readonly<Record<string, number>> = { fans_lifetime: 1, fans_change: 0 };

const questions = fc.record({
  start: fc.integer({ min: 0, max: 40 }).map((days) => moved("2025-10-15", days)),
  days: fc.integer({ min: 1, max: 40 }),
  profiles: fc.integer({ min: 1, max: 24 }),
  isByProfile: fc.boolean(),
});

const rounded = (value: number | null): number | null => value && Number(value.toPrecision(9));

/** The mean of the days up to one, of which at least 5 have a value; no break lies within them. */
function meanOf(
  days: readonly (readonly [string, number | null])[],
  at: number,
  firstSide: number,
) {
  const last = days.slice(at - 6, at + 1);
  const isDivided = last.slice(firstSide).some(([day]) => day === breakDay);
  const values = last.flatMap(([, value]) => value ?? []);
  const isEmpty = at < 6 || isDivided || values.length < 5;
  return isEmpty ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

test("each day has the mean of the days up to it, of rows of profiles and of all", async () => {
  const drawn = { means: 0, none: 0, gaps: 0 };
  await fc.assert(
    fc.asyncProperty(questions, async ({ start, days, profiles, isByProfile }) => {
      const connected = await connect({ profiles });
      // Levels of all pages are of those with values throughout.
      const names = isByProfile ? metrics : metrics.filter((name) => name !== "fans_lifetime");
      const { text } = await connected.call("get_profile_metrics", {
        network: "facebook",
        metrics: names,
        date_start: start,
        date_end: moved(start, days),
        dimensions: isByProfile ? ["profile", "date.day"] : ["date.day"],
      });
      const [daily, means] = [
        csvRows(await readCsv(connected, `result://${idOf(text)}.csv`)),
        csvRows(await readCsv(connected, `result://${idOf(text)}~window=7.csv`)),
      ];
      expect(means.length).toBe(daily.length);
      for (const metric of names)
        for (const [at, row] of means.entries()) {
          const series = daily.filter((day) => day.get("profile") === row.get("profile"));
          const values = series.map(
            (day) => [day.get("date.day") ?? "", numberIn(day, metric)] as const,
          );
          const place = values.findIndex(([day]) => day === row.get("date.day"));
          const mean = meanOf(values, place, sides[metric] ?? 7);
          const shown = numberIn(row, `${metric}:window`);
          drawn[mean === null ? "none" : "means"] += 1;
          drawn.gaps += mean === null && place >= 6 ? 1 : 0;
          expect([at, metric, rounded(shown)]).toEqual([at, metric, rounded(mean)]);
        }
    }),
    drawing(6, 300, 1),
  );
  expect(Math.min(...Object.values(drawn))).toBeGreaterThanOrEqual(leastDrawn);
}, 300_000);

test("in text and picture it has its name, and what has no daily mean is refused", async () => {
  const { call, failing } = await connect({ profiles: 6 });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views", "insights_reach_7_days", "r = insights_views / insights_reach"],
    period: "last_month",
    dimensions: ["date.day"],
  });
  const result = idOf(text);
  const piece = { result, window: 7, metrics: ["insights_views"] };
  const shown = await call("read_result", piece);
  expect(shown.text).toMatch(/\nday\|insights_views mean of 7 days\n10-01\|–\n[^]*\n10-07\|\d+\n/);
  expect(shown.text).toContain("Each day has the mean of the 7 days up to it");
  const chart = await call("chart_result", {
    result: `${result}~metrics=insights_views&window=7`,
  });
  expect(chart.text).toContain("\ninsights_views mean of 7 days");
  for (const [refused, problem] of [
    [{ metrics: ["r"] }, "r has no mean here"],
    [{ metrics: ["insights_reach_7_days"] }, "insights_reach_7_days has no mean here"],
    [{ grain: "week" }, "window is the mean of days, and these rows are by week"],
    [{ view: "gaps" }, "window cannot be combined with view gaps"],
  ] as const)
    expect((await failing("read_result", { ...piece, ...refused })).text).toContain(problem);
});
