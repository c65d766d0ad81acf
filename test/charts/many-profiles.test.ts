/** Charts of many profiles draw the highest, count the others, and stay small. */
import { expect, test } from "vitest";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { connect, facebookIds } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { pictureOf, resultOf } from "../helpers/charts.ts";
import { readCsv } from "../helpers/results.ts";
import { labelsOf } from "../helpers/svg.ts";

test("many profiles: lines of the eight with the highest totals; a stack has the sum of the others", async () => {
  const connected = await connect({ profiles: 30 });
  const result = await resultOf(connected, {
    profiles: facebookIds(30),
    metrics: ["fans_change", "insights_reach"],
    dimensions: ["profile", "date.week"],
  });
  const lines = await connected.call("chart_result", { result, metrics: ["fans_change"] });
  expect(lines.text).toContain(
    "Change in fans by week, the 8 of 30 profiles with the highest change in fans: line chart, 8 series, 5 weeks",
  );
  expect(lines.text).not.toContain("others: ");
  const counted = "22 more are not shown, only the 8 profiles with the highest fans_change.";
  expect(lines.text).toContain(counted);
  expect(
    labelsOf(await pictureOf(connected, lines.text))
      .map(({ text: label }) => label)
      .join(" "),
  ).toContain(counted);

  const views = await resultOf(connected, {
    profiles: facebookIds(30),
    metrics: ["insights_views"],
    dimensions: ["profile", "date.week"],
  });
  const { text } = await connected.call("chart_result", { result: views, kind: "stacked" });
  expect(text).not.toContain("more are not shown");
  expect(text).toMatch(/^25 others: /m);
  const rows = csvRows(await readCsv(connected, `result://${views}.csv`));
  const last = rows.filter((row) => row.get("date.week") === "2026-W44");
  const shown = [...text.matchAll(/^(.+): [▁-█–]+ .*last (-?\d+) \(W44\*\)/gm)];
  expect(shown.length).toBe(6);
  const totals = new Map<string, number>();
  for (const row of rows) {
    // A name that a spreadsheet would run as a formula has an apostrophe in the CSV.
    const name = row.get("profile_name")?.replace(/^'/, "") ?? "";
    totals.set(name, (totals.get(name) ?? 0) + (numberIn(row, "insights_views") ?? 0));
  }
  const highest = [...totals.values()].toSorted((left, right) => right - left).slice(0, 5);
  const drawn = shown.slice(0, 5).map(([, name = ""]) => totals.get(name));
  expect(drawn).toEqual(highest);
  const sum = shown.reduce((total, [, , value]) => total + Number(value), 0);
  expect(sum).toBe(last.reduce((total, row) => total + (numberIn(row, "insights_views") ?? 0), 0));
});

const drawnIn = (text: string): string[] =>
  [...text.matchAll(/^(.+): (?:[▁-█–]+ )?(?:lowest|no number)/gm)].map(([, name = ""]) => name);

test("people of many profiles: the eight highest, and none added up", async () => {
  const connected = await connect({ profiles: 30 });
  const question = {
    profiles: facebookIds(30),
    metrics: ["insights_reach"],
    dimensions: ["profile", "date.week"],
  };
  const result = await resultOf(connected, question);
  const { text } = await connected.call("chart_result", { result });
  expect(text).toContain(
    "22 more are not shown, only the 8 profiles with the highest insights_reach.",
  );
  expect(text).not.toContain("others: ");
  const piece = { result, grain: "total", sort_by: "insights_reach", top: 8 };
  const ranked = await connected.call("read_result", piece);
  const highest = [...ranked.text.matchAll(/^\d\|(.+?)\|[\d.]+(?:\|(?:\d+%)?)?$/gm)].map(
    ([, name = ""]) => name,
  );
  expect(drawnIn(text)).toEqual(highest.slice(0, 8));
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
