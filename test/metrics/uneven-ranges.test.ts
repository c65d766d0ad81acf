/** Ranges that are not as many units, and differ in days: the first line says so, and changes are at equal days. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { readCsv } from "../helpers/results.ts";

const question = {
  network: "facebook",
  metrics: ["fans_change", "insights_views", "fans_lifetime"],
  profiles: ["Acme US", "Acme UK"],
};

test("six weeks against a month: the ranges are not alike, and every route has the change at equal days", async () => {
  const connected = await connect();
  const { call } = connected;
  const { text } = await call("get_profile_metrics", {
    ...question,
    period: "last_6_weeks",
    compare_to: "2026-09",
  });
  expect(text.split("\n")[0]).toContain(
    "(42 days) against 2026-09-01 to 09-30 (30), ranges that are not alike,",
  );
  const [, ...lines] = text.split("\n\n")[1]?.split("\n") ?? [];
  const [nets, views, fans, note] = lines.map((line) => line.split("|"));
  expect(nets?.[3]).toMatch(/^[-+]\d+$/);
  expect(views?.[4]).toMatch(/^[-+]\d+(\.\d)?$/);
  expect(views?.[3]?.[0]).toBe(views?.[4]?.[0]);
  expect(fans?.[3]).toMatch(/^[-+]\d/);
  expect(note?.[0]).toMatch(
    /^The later range has 12 days more: the totals of insights_views differ by \+\d/,
  );
  for (const row of csvRows(await readCsv(connected, text.split("\n").at(-1) ?? ""))) {
    const numberOf = (name: string): number => Number(row.get(`insights_views${name}`));
    const [now, before, change] = [numberOf(""), numberOf(":before"), numberOf(":change")];
    // Close to it: some days have no values.
    expect(Math.abs(change - (now - (before * 42) / 30))).toBeLessThan(0.2 * now);
    expect(row.get("fans_lifetime:change")).toMatch(/^-?\d+$/);
  }
});

test.each([
  ["2026-03", "2026-02", "both are one month"],
  ["last_30_days", "2026-02", "28 days are within a tenth of 30"],
])("%s against %s: sums have a change, because %s", async (period, compareTo) => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", {
    ...question,
    period,
    compare_to: compareTo,
  });
  expect(text).toMatch(/\ninsights_views sum\|\d+\|\d+\|[-+]\d+\|/);
});
