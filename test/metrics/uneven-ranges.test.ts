/** Ranges that are not as many units, and differ in days: their sums cannot be compared, only what they are per day. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { readCsv } from "../helpers/results.ts";

const asked = {
  network: "facebook",
  metrics: ["fans_change", "insights_views", "fans_lifetime"],
  profiles: ["Acme US", "Acme UK"],
};

test("six weeks against a month: sums have no change, levels have one, and the CSV agrees", async () => {
  const connected = await connect();
  const { call } = connected;
  const { text } = await call("get_profile_metrics", {
    ...asked,
    period: "last_6_weeks",
    compare_to: "2026-09",
  });
  const [, ...lines] = text.split("\n\n")[1]?.split("\n") ?? [];
  const [nets, views, fans, note] = lines.map((line) => line.split("|"));
  expect(nets?.slice(3)).toEqual(["·", "", ""]);
  expect(views?.slice(3, 5)).toEqual(["·", ""]);
  expect(views?.[5]).toMatch(/^[-+]\d/);
  expect(fans?.[3]).toMatch(/^[-+]\d/);
  expect(note).toEqual([
    "The later range has 12 days more: sums have no change, only one per day.",
  ]);
  expect(text).not.toContain("cannot be combined");
  for (const row of csvRows(await readCsv(connected, text.split("\n").at(-1) ?? ""))) {
    expect(row.get("insights_views")).toMatch(/^\d+$/);
    for (const name of ["change", "change_percent", "contribution"])
      expect(row.get(`insights_views:${name}`)).toBe("");
    expect(row.get("fans_lifetime:change")).toMatch(/^-?\d+$/);
  }
});

test.each([
  ["2026-03", "2026-02", "both are one month"],
  ["last_30_days", "2026-02", "28 days are within a tenth of 30"],
])("%s against %s: sums have a change, because %s", async (period, compareTo) => {
  const { call } = await connect();
  const { text } = await call("get_profile_metrics", { ...asked, period, compare_to: compareTo });
  expect(text).toMatch(/\ninsights_views sum\|\d+\|\d+\|[-+]\d+\|/);
});
