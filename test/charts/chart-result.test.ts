/** chart_result through a real client: text, picture, refusals. */
import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { acme, pictureOf, resultOf } from "../helpers/charts.ts";
import { readCsv } from "../helpers/results.ts";
import { boxesOf, linesOf, valueAxes } from "../helpers/svg.ts";

const withoutIds = (text: string): string =>
  text.replaceAll(/chart:\/\/c\w+\.svg/g, "chart://cID.svg");

test("a trend: the text has every series, the picture every number", async () => {
  const connected = await connect({ profiles: 4 });
  const result = await resultOf(connected, {
    profiles: acme,
    metrics: ["insights_views", "fans_lifetime"],
    dimensions: ["profile", "date.day"],
  });
  const sent = connected.sandbox.requests().length;
  const { text, links } = await connected.call("chart_result", { result });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "Views by day, three profiles: line chart, 3 series, 31 days. facebook, Oct 2026, profile time. 31 of 93 profile-days missing: Café Žofín without insights.

    insights_views sum
    Acme US: ▅▄▃▃▄▅▅▅▆▅▄▄▄▅▄▆▅▄▄▆▄▄▆▃▃▅▅▆▅▅▅ lowest 4354 (10-04), highest 9630 (10-09), last 7513 (10-31)
    Acme UK: ▄▄▃▃▄▅▅▅▄▃▃▄▄▄▅▄▄▃▄▄▄▆▆▅▅▅▆█▆▇▅ lowest 3878 (10-04), highest 14576 (10-28), last 8999 (10-31)
    Café Žofín: ––––––––––––––––––––––––––––––– no number
    Not drawn: fans_lifetime. Name what to draw in metrics.
    Gaps and – are missing or withheld numbers, not 0.
    This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
    chart://cID.svg"
  `);
  expect(connected.sandbox.requests().length, "no request").toBe(sent);
  expect(links).toContain(/chart:\/\/\w+\.svg$/.exec(text)?.[0]);
  expect(links).toContain(`result://${result}.csv`);

  const rest = await pictureOf(connected, text, ".without-1-3");
  expect(linesOf(rest).length).toBe(1);
  expect(rest).toContain("Not drawn: Acme US, Café Žofín.");

  const svg = await pictureOf(connected, text);
  const [axis] = valueAxes(svg);
  const rows = csvRows(await readCsv(connected, `result://${result}.csv`));
  const days = [...new Set(rows.map((row) => row.get("date.day")))];
  const lines = linesOf(svg);
  expect(lines.map(({ length }) => length)).toEqual([31, 31]);
  lines.forEach((vertices, series) => {
    vertices.forEach(({ y }, place) => {
      const row = rows.find(
        (candidate) =>
          candidate.get("profile_name") === acme[series] &&
          candidate.get("date.day") === days[place],
      );
      const value = row && numberIn(row, "insights_views");
      expect(Math.abs((axis?.valueAt(y) ?? 0) - (value ?? 0))).toBeLessThanOrEqual(axis?.half ?? 0);
    });
  });
});

test("a picture with a name that held non-characters is valid XML", async () => {
  const connected = await connect({ profiles: 12 });
  const result = await resultOf(connected, {
    profiles: facebookIds(12).slice(-2),
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
  });
  const svg = await pictureOf(connected, (await connected.call("chart_result", { result })).text);
  expect(svg).toContain("Acme hidden");
  expect(() => new Resvg(svg)).not.toThrow();
  const wrong = svg.replace("Acme hidden", "Acme \uFFFE");
  expect(() => new Resvg(wrong), "the parser is strict").toThrow(/non-XML character/);
});

test("a break divides text and picture: each side has its scale, and no extreme is across it", async () => {
  const connected = await connect({ profiles: 2 });
  const result = await resultOf(connected, {
    profiles: acme.slice(0, 1),
    metrics: ["fans_lifetime"],
    dimensions: ["date.day"],
    date_start: "2025-11-01",
    date_end: "2025-11-30",
  });
  const { text } = await connected.call("chart_result", { result });
  expect(withoutIds(text)).toMatchInlineSnapshot(`
    "Fans by day, Acme US: line chart, 1 series, 30 days. facebook, Nov 2025, profile time. Complete.

    fans_lifetime last: ▁▂▂▃▃▄▄▆▇▇▇███ lowest 78135 (11-01), highest 78322 (11-14), last 78322 (11-14) | ▁▁▂▁▃▃▄▄▅▆▆▆▆███ lowest 10421 (11-15), highest 10447 (11-30), last 10447 (11-30)
    Break of fans_lifetime, 15 Nov 2025: page fans | page follows.
    This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
    chart://cID.svg"
  `);
  const svg = await pictureOf(connected, text);
  expect(svg).toContain(">fans_lifetime last, until 14 Nov 2025: page fans</text>");
  expect(svg).toContain(">fans_lifetime last, from 15 Nov 2025: page follows</text>");
  const axes = valueAxes(svg);
  expect(axes).toHaveLength(2);
  const [first, second] = axes.map(({ valueAt }, at) =>
    linesOf(svg)[at]?.map(({ y }) => Math.round(valueAt(y) / 100)),
  );
  expect(first?.every((hundreds) => hundreds >= 781 && hundreds <= 784)).toBe(true);
  expect(second?.every((hundreds) => hundreds === 104)).toBe(true);
  expect(linesOf(svg).map(({ length }) => length)).toEqual([14, 16]);
});

test("bars, stacks and heatmaps of the same result", async () => {
  const connected = await connect({ profiles: 4 });
  const result = await resultOf(connected, {
    profiles: acme,
    metrics: ["insights_views"],
    dimensions: ["profile", "date.day"],
  });
  const weekly = await connected.call("chart_result", {
    result,
    kind: "bar",
    grain: "week",
    top: 1,
  });
  expect(withoutIds(weekly.text)).toMatchInlineSnapshot(`
    "Views by week, the 1 of 3 profiles with most views: bar chart, 1 series, 5 weeks. facebook, Oct 2026, profile time. 31 of 93 profile-days missing: Café Žofín without insights.

    insights_views sum
    Acme UK: ▃▆▆██ lowest 43202 (W42), highest 57196 (W43), last 64703 (W44*)
    2 more are not shown, only the 1 profile with the highest insights_views.
    Hatched: a part of a period, or days that are not over (*).
    This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
    chart://cID.svg"
  `);
  const stacked = await connected.call("chart_result", { result, kind: "stacked" });
  expect(stacked.text).toContain("Not in the stack, for lack of a number: Café Žofín.");
  const heatmap = await connected.call("chart_result", { result, kind: "heatmap" });
  expect(withoutIds(heatmap.text)).toMatchInlineSnapshot(`
    "Views by weekday and week, three profiles: heatmap, 5 weeks. facebook, Oct 2026, profile time. 31 of 93 profile-days missing: Café Žofín without insights.

    insights_views sum
    Monday: –▄▅▅▆ lowest 11750 (10-05), highest 16004 (10-26), last 16004 (10-26)
    Tuesday: –▆▅▆▇ lowest 12860 (10-13), highest 19033 (10-27), last 19033 (10-27)
    Wednesday: –▆▅▅█ lowest 13956 (10-21), highest 23771 (10-28), last 23771 (10-28)
    Thursday: ▅▆▅▆▇ lowest 14611 (10-01), highest 18606 (10-29), last 18606 (10-29)
    Friday: ▅▆▆▇▇ lowest 13743 (10-02), highest 20580 (10-30), last 20580 (10-30)
    Saturday: ▄▅▅▅▆ lowest 10409 (10-03), highest 16512 (10-31), last 16512 (10-31)
    Sunday: ▃▄▄▅– lowest 8232 (10-04), highest 12454 (10-25), last 12454 (10-25)
    This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
    chart://cID.svg"
  `);
  expect(boxesOf(await pictureOf(connected, heatmap.text)).length).toBe(31);
});

test("rows side by side, and both ranges of a comparison", async () => {
  const connected = await connect({ profiles: 30 });
  const rows = await resultOf(connected, {
    profiles: facebookIds(30),
    metrics: ["insights_views", "fans_lifetime"],
    dimensions: ["profile"],
  });
  expect(withoutIds((await connected.call("chart_result", { result: rows, top: 5 })).text))
    .toMatchInlineSnapshot(`
      "Views and fans by profile, the 5 of 30 profiles with most views: bar chart, 2 panels of 1 series, 5 profiles. facebook, Oct 2026, profile time. Missing profile-days of 930: insights_views 82 (Café Žofín and Acme Lima 23 without insights, 5 gaps of 2 to 5 days, 5 single days); fans_lifetime 15 (5 gaps of 2 to 5 days).

      insights_views sum: Acme Turin 28 248845, Acme 👩‍🚀 Space 243579, Acme UK 230994, Acme US 228078, Acme Wien 19 225438
      fans_lifetime last: Acme Turin 28 15171, Acme 👩‍🚀 Space 11003, Acme UK 4782, Acme US 11070, Acme Wien 19 11404
      25 more are not shown, only the 5 profiles with the highest insights_views.
      This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
      chart://cID.svg"
    `);
  const compared = await resultOf(connected, {
    profiles: acme,
    metrics: ["insights_views"],
    dimensions: ["date.day"],
    compare_to: "previous_period",
  });
  expect(withoutIds((await connected.call("chart_result", { result: compared })).text))
    .toMatchInlineSnapshot(`
      "Views by day, three profiles, Oct 2026 against Sep 2026: line chart, 2 series, 28 days. facebook, Oct 2026 against Sep 2026, profile time. Now: 31 of 93 profile-days missing: Café Žofín without insights. Before: 30 of 90 profile-days missing: Café Žofín without insights.

      insights_views sum
      Oct 2026: ▅▅▄▃▄▆▆▆▆▅▄▅▅▅▅▆▅▄▅▆▅▆▇▅▅▆▇█ lowest 8232 (10-04), highest 23771 (10-28), last 23771 (10-28)
      Sep 2026: ▅▆▅▄▅▆▅▅▇▅▅▇▇▇▆▇▅▄▇██▇▇▅▄▄▅▅ lowest 9766 (09-27), highest 21413 (09-22), last 14274 (09-30)
      Weekdays are aligned: 1 Oct 2026 with 3 Sep 2026; days at the ends without a counterpart are not drawn.
      31 against 30 days.
      This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
      chart://cID.svg"
    `);
  const sides = await resultOf(connected, {
    profiles: acme,
    metrics: ["insights_views"],
    dimensions: ["profile"],
    compare_to: "previous_period",
  });
  expect(withoutIds((await connected.call("chart_result", { result: sides })).text))
    .toMatchInlineSnapshot(`
      "Change in views by profile, three profiles, Oct 2026 against Sep 2026: bar chart, 1 series, 3 profiles. facebook, Oct 2026 against Sep 2026, profile time. Now: 31 of 93 profile-days missing: Café Žofín without insights. Before: 30 of 90 profile-days missing: Café Žofín without insights.

      change of insights_views sum: Acme UK -25,594 (-10 %), Acme US +1,198 (+0.5 %), Café Žofín no values
      Below the line: not compared, with the reason.
      31 against 30 days: changes are at equal days.
      This client has not declared that it shows charts: the picture is the resource below, and save_result, where it is offered, makes a file of it.
      chart://cID.svg"
    `);
});
