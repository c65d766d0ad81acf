/** What stands out among 250 profiles and two years is found, and little else is. */
import { expect, test } from "vitest";
import { connect, type Connected } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { daysFrom } from "../helpers/day-names.ts";
import { idOf } from "../helpers/results.ts";

const start = "2024-11-01";
const end = "2026-10-31";
const count = 250;
const days = daysFrom(start, end);
const places = new Map(days.map((day, place) => [day, place]));

/** A number from 0 to 1 for two integers, the same on every machine. */
function random(seed: number, day: number): number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(day + 1, 0x85ebca6b)) >>> 0;
  for (const shift of [15, 13, 16]) state = Math.imul(state ^ (state >>> shift), 0x2c1b3c6d) >>> 0;
  return state / 2 ** 32;
}

/** About normal: the sum of twelve. */
const noise = (profile: number, day: number): number =>
  Array.from({ length: 12 }, (_, draw) => random(profile * 12 + draw, day)).reduce(
    (sum, value) => sum + value,
    -6,
  );

/** Counts with growth, a weekly rhythm, and noise of the size that counts of independent events have. */
function usual(profile: number, day: string): number {
  const place = places.get(day) ?? 0;
  const at = profile * days.length + place;
  const value = counts[at] ?? -1;
  if (value >= 0) return value;
  return (counts[at] = anew(profile, place));
}

/** Those that were made, which all tests share; -1 where none was. */
const counts = new Float64Array(count * days.length).fill(-1);

function anew(profile: number, place: number): number {
  const rhythm = [1, 1.1, 1.2, 1.15, 0.9, 0.6, 0.5][place % 7] ?? 1;
  const mean = (20 + profile * 4) * rhythm * (1 + place / 1000);
  return Math.max(0, Math.round(mean + noise(profile, place) * Math.sqrt(mean) * 1.2));
}

type Change = (profile: number, day: string, value: number) => number | null;

async function connectTo(change: Change): Promise<Connected> {
  const { baseUrl } = await serveFakeApi({
    profiles: Array.from({ length: count }, (_, index) => ({
      id: String(index),
      name: `Profile ${index}`,
      timezone: "UTC",
    })),
    metrics: ({ body }) =>
      metricsAnswer(body, (id, _metric, day) => change(Number(id), day, usual(Number(id), day))),
  });
  return connect({ baseUrl });
}

async function resultOf(change: Change): Promise<(piece: object) => Promise<string>> {
  const { call } = await connectTo(change);
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: start,
    date_end: end,
    dimensions: ["profile", "date.day"],
  });
  return async (piece) => (await call("read_result", { result: idOf(text), ...piece })).text;
}

const rowsOf = (text: string): string[] =>
  text.split("\n").filter((line) => /^(\d+\|)?Profile \d/.test(line));

test("on data without outliers, at most one in 10,000 profile-days stands out", async () => {
  const read = await resultOf((_profile, _day, value) => value);
  const text = await read({ view: "outliers" });
  const compared = Number(
    /^Of (\d+) profile-days, (?:none|\d+) stands? out by (?:itself|themselves)[.:]$/m.exec(
      text,
    )?.[1],
  );
  expect(compared).toBe(count * days.length);
  expect(rowsOf(text).length).toBeLessThanOrEqual(compared / 10_000);
});

test("a planted outlier, gap and mover are found among 250 profiles and two years", async () => {
  const read = await resultOf((profile, day, value) => {
    if (profile === 77 && day === "2025-07-16") return value * 3;
    if (profile === 201 && day === "2026-02-08") return 0;
    return profile === 123 && day >= "2025-03-10" && day <= "2025-03-19" ? null : value;
  });
  const outliers = rowsOf(await read({ view: "outliers" }));
  expect(outliers.map((row) => row.split("|").slice(0, 4))).toEqual([
    ["Profile 201", "2026-02-08", "Sunday", "0"],
    ["Profile 77", "2025-07-16", "Wednesday", String(usual(77, "2025-07-16") * 3)],
  ]);
  expect(rowsOf(await read({ view: "gaps" }))).toEqual([
    "Profile 123|lacks 2025-03-10 to 2025-03-19|10|730|insights_views",
  ]);
});

test("a planted mover leads the comparison", async () => {
  const { call } = await connectTo((profile, day, value) =>
    profile === 42 && day >= "2026-10-01" ? value * 4 : value,
  );
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["insights_views"],
    date_start: "2026-10-01",
    date_end: end,
    compare_to: "previous_period",
  });
  expect(rowsOf(text)[0]).toMatch(/^1\|Profile 42\|/);
});
