/** chart_result through a real client: text, picture, refusals. */
import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { connect, facebookIds, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { acme, resultOf } from "../helpers/charts.ts";
import { readCsv } from "../helpers/results.ts";
import { boxesOf, pointsOf, valueAxes } from "../helpers/svg.ts";

async function pictureOf({ client }: Connected, text: string, part = ""): Promise<string> {
  const uri = (/chart:\/\/\w+\.svg$/.exec(text)?.[0] ?? "").replace(".svg", `${part}.svg`);
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: "image/svg+xml" });
  return content !== undefined && "text" in content ? content.text : "";
}

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
    "Line chart of insights_views by day: 3 series, 31 days. facebook, 3 profiles, 2026-10-01 to 2026-10-31 by profile, day, profile time. 31 of 93 profile-days missing: Café Žofín throughout.
    The user may not see the picture: state in words what it shows.
    Not drawn: fans_lifetime. Name what to draw in metrics.
    Nothing is drawn where a number is missing or withheld; that is not 0.

    insights_views sum
    Acme US: ▆▅▄▃▄▅▆▅▆▅▄▄▄▅▅▆▅▄▄▆▅▅▆▄▃▅▆▆▅▆▅ lowest 466 (10-04), highest 1031 (10-09), last 805 (10-31)
    Acme UK: ▄▄▃▃▄▅▅▅▄▃▃▄▄▄▅▄▄▃▄▄▄▆▆▅▅▅▆█▆▇▅ lowest 385 (10-04), highest 1448 (10-28), last 894 (10-31)
    Café Žofín: ––––––––––––––––––––––––––––––– no number
    chart://cID.svg"
  `);
  expect(connected.sandbox.requests().length, "no request").toBe(sent);
  expect(links).toContain(/chart:\/\/\w+\.svg$/.exec(text)?.[0]);
  expect(links).toContain(`result://${result}.csv`);

  const rest = await pictureOf(connected, text, ".without-1-3");
  expect(new Set(pointsOf(rest).map(({ series }) => series))).toEqual(new Set([1]));
  expect(rest).toContain("Not drawn: Acme US, Café Žofín.");

  const svg = await pictureOf(connected, text);
  const [axis] = valueAxes(svg);
  const rows = csvRows(await readCsv(connected, `result://${result}.csv`));
  const days = [...new Set(rows.map((row) => row.get("date.day")))];
  const points = pointsOf(svg);
  expect(points.length).toBe(rows.filter((row) => row.get("insights_views") !== "").length);
  for (const { series, place, y } of points) {
    const row = rows.find(
      (one) => one.get("profile_name") === acme[series] && one.get("date.day") === days[place],
    );
    const value = row === undefined ? Number.NaN : (numberIn(row, "insights_views") ?? Number.NaN);
    expect(Math.abs((axis?.valueAt(y) ?? 0) - value)).toBeLessThanOrEqual(axis?.half ?? 0);
  }
});

test("many profiles: seven with the highest totals, and the others added up", async () => {
  const connected = await connect({ profiles: 30 });
  const result = await resultOf(connected, {
    profiles: facebookIds(30),
    metrics: ["fans_change", "insights_reach"],
    dimensions: ["profile", "date.week"],
  });
  const { text } = await connected.call("chart_result", { result, metrics: ["fans_change"] });
  expect(text).toContain("8 series, 5 weeks");
  expect(text).toMatch(/^23 others: /m);
  const rows = csvRows(await readCsv(connected, `result://${result}.csv`));
  const last = rows.filter((row) => row.get("date.week") === "2026-W44");
  const shown = [...text.matchAll(/^([^:\n]+): [▁-█–]+ .*last (-?\d+) \(W44\*\)/gm)];
  expect(shown.length).toBe(8);
  const totals = new Map<string, number>();
  for (const row of rows) {
    const name = row.get("profile_name") ?? "";
    totals.set(name, (totals.get(name) ?? 0) + (numberIn(row, "fans_change") ?? 0));
  }
  const highest = [...totals.values()].toSorted((one, other) => other - one).slice(0, 7);
  const drawn = shown.slice(0, 7).map(([, name = ""]) => totals.get(name));
  expect(drawn).toEqual(highest);
  const sum = shown.reduce((all, [, , value]) => all + Number(value), 0);
  expect(sum).toBe(last.reduce((all, row) => all + (numberIn(row, "fans_change") ?? 0), 0));
});

const drawnIn = (text: string): string[] =>
  [...text.matchAll(/^(.+): [▁-█–]+ /gm)].map(([, name = ""]) => name);

test("people of many profiles: the eight highest of those with totals, else the first, and none added up", async () => {
  const connected = await connect({ profiles: 30 });
  const question = {
    profiles: facebookIds(30),
    metrics: ["insights_reach"],
    dimensions: ["profile", "date.week"],
  };
  const result = await resultOf(connected, question);
  const { text } = await connected.call("chart_result", { result });
  expect(text).toContain(
    "Only the 8 series with the highest insights_reach are drawn; 22 more are not.",
  );
  expect(text).not.toContain("others: ");
  const piece = { result, grain: "total", sort_by: "insights_reach", top: 8 };
  const ranked = await connected.call("read_result", piece);
  const highest = [...ranked.text.matchAll(/^(.+)\|[\d.]+$/gm)].map(([, name = ""]) => name);
  expect(drawnIn(text)).toEqual(highest.slice(0, 8));

  // Longer than 92 days: means of weeks have no total.
  const long = await resultOf(connected, { ...question, date_start: "2026-07-06" });
  const first = await connected.call("chart_result", { result: long });
  expect(first.text).toContain("Only the first 8 series are drawn; 22 more are not.");
  expect(first.text).not.toContain("others: ");
  const rows = csvRows(await readCsv(connected, `result://${long}.csv`));
  // A name that a spreadsheet would run as a formula has an apostrophe in the CSV.
  const names = new Set(rows.map((row) => row.get("profile_name")?.replace(/^'/, "")));
  expect(drawnIn(first.text)).toEqual([...names].slice(0, 8));
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

test("a break divides line and text, and no extreme is across it", async () => {
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
    "Line chart of fans_lifetime by day: 1 series, 30 days. facebook, Acme US, 2025-11-01 to 2025-11-30 by day, profile time. Complete.
    The user may not see the picture: state in words what it shows.
    Break of fans_lifetime, 2025-11-15: page fans | page follows.
    The axes of levels and means do not have to begin at 0.

    fans_lifetime last: ▁▂▂▃▃▄▄▆▇▇▇███ lowest 78135 (11-01), highest 78322 (11-14), last 78322 (11-14) | ▁▁▂▁▃▃▄▄▅▆▆▆▆███ lowest 10421 (11-15), highest 10447 (11-30), last 10447 (11-30)
    chart://cID.svg"
  `);
  const svg = await pictureOf(connected, text);
  expect(svg).toContain(">2025-11-15: page fans | page follows</text>");
  const [before, after] = [0, 1].map((side) =>
    pointsOf(svg).filter(({ series }) => series === side),
  );
  expect([before?.length, after?.length]).toEqual([14, 16]);
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
    "1 request sent, to learn on which day the API's weeks start.
    Bar chart of insights_views by week: 2 series, 5 weeks. facebook, 3 profiles, 2026-10-01 to 2026-10-31 by profile, week, profile time. 31 of 93 profile-days missing: Café Žofín throughout.
    The user may not see the picture: state in words what it shows.
    Hatched or hollow: numbers of a part of a period, of days that are not over, or of fewer profiles than later ones.

    insights_views sum
    Acme US: ▄█▇▇▇ lowest 5231 (W43), highest 5690 (W41), last 5334 (W44*)
    2 others: ▃▆▆██ lowest 4289 (W42), highest 5681 (W43), last 6427 (W44*)
    chart://cID.svg"
  `);
  const stacked = await connected.call("chart_result", { result, kind: "stacked" });
  expect(stacked.text).toContain("Not in the stack, for lack of a number: Café Žofín.");
  const heatmap = await connected.call("chart_result", { result, kind: "heatmap" });
  expect(withoutIds(heatmap.text)).toMatchInlineSnapshot(`
    "Heatmap of insights_views by weekday and week: 5 weeks. facebook, 3 profiles, 2026-10-01 to 2026-10-31 by day, profile time. 31 of 93 profile-days missing: Café Žofín throughout.
    The user may not see the picture: state in words what it shows.

    insights_views sum: lowest 851 (Sunday 2026-10-04), highest 2433 (Wednesday 2026-10-28)
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
      "Bar chart of insights_views, fans_lifetime by profile: 2 panels of 1 series, 5 profiles. facebook, 30 profiles, 2026-10-01 to 2026-10-31 by profile, profile time. 97 of 1860 cells missing.
      The user may not see the picture: state in words what it shows.
      Only the 5 rows with the highest insights_views are drawn; 25 more are not.

      insights_views sum: lowest drawn 25691 (Acme Wien 19), highest drawn 34091 (Acme Turin 28)
      fans_lifetime last: lowest drawn 9435 (Acme Lagos 22), highest drawn 15171 (Acme Turin 28)
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
      "Line chart of insights_views by day, now and before: 2 series, 31 days. facebook, 3 profiles, 2026-10-01 to 10-31 against 2026-09-01 to 09-30 by day, profile time. Now: 31 of 93 profile-days missing: Café Žofín throughout. Before: 30 of 90 profile-days missing: Café Žofín throughout.
      The user may not see the picture: state in words what it shows.
      Nothing is drawn where a number is missing or withheld; that is not 0.

      insights_views sum
      now: ▅▅▄▃▄▆▆▆▆▅▄▅▅▆▆▆▅▄▅▆▅▆▇▅▅▆▇█▇▇▆ lowest 851 (10-04), highest 2433 (10-28), last 1699 (10-31)
      before: ▅▆▅▆▅▄▅▆▅▅▇▅▅▇▇▇▆▇▅▄▇██▇▇▅▄▄▅▅– lowest 1012 (09-27), highest 2189 (09-22), last 1469 (09-30)
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
      "Bar chart of insights_views by profile, now and before: 2 series, 3 profiles. facebook, 3 profiles, 2026-10-01 to 10-31 against 2026-09-01 to 09-30 by profile, profile time. Now: 31 of 93 profile-days missing: Café Žofín throughout. Before: 30 of 90 profile-days missing: Café Žofín throughout.
      The user may not see the picture: state in words what it shows.
      Nothing is drawn where a number is missing or withheld; that is not 0.

      insights_views sum
      now: lowest 22942 (Acme UK), highest 24423 (Acme US)
      before: lowest 23511 (Acme US), highest 24664 (Acme UK)
      chart://cID.svg"
    `);
});

test("the text of the largest chart takes at most 600 tokens, its sparklines 40 characters", async () => {
  const connected = await connect({ profiles: 60 });
  const result = await resultOf(connected, {
    profiles: facebookIds(60),
    metrics: [
      "insights_views",
      "insights_reach",
      "fans_lifetime",
      "fans_change",
      "insights_reactions",
    ],
    dimensions: ["profile", "date.day"],
    date_start: "2025-01-01",
    date_end: "2025-12-31",
  });
  for (const args of [
    {},
    { metrics: ["fans_lifetime"] },
    { metrics: ["insights_views", "insights_reach", "fans_lifetime", "fans_change"] },
    { grain: "month" },
  ]) {
    const { text } = await connected.call("chart_result", { result, ...args });
    expect(countTokens(text)).toBeLessThanOrEqual(600);
    const lines = [...text.matchAll(/[▁-█–]+/g)].map(([line]) => line.length);
    expect(Math.max(...lines)).toBeLessThanOrEqual(40);
  }
}, 60_000);
