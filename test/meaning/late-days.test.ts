/** Days that are not over, values that stop, and rows that some profiles do not have: each number is of one population. */
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, facebookIds, type ConnectOptions } from "../helpers/connect.ts";

/** The text of a question to four profiles. Today is 2026-11-20. */
async function ask(
  numbers: Numbers,
  question: Readonly<Record<string, unknown>>,
  options: ConnectOptions = {},
): Promise<string> {
  const { call } = await connect({ profiles: 4, numbers, ...options });
  const fullQuestion = { network: "facebook", profiles: facebookIds(4), ...question };
  return (await call("get_profile_metrics", fullQuestion)).text;
}

const place = (id: string): number => facebookIds(4).indexOf(id);

const constantFans: Numbers = ({ id }, _, day) =>
  day === "2026-11-20" && place(id) > 1 ? null : 1000 + place(id);

test("a level does not change because today lacks profiles", async () => {
  const level = { metrics: ["fans_lifetime"], date_end: "2026-11-20" };
  for (const [start, dimension] of [
    ["2026-10-19", "date.week"],
    ["2026-11-14", "date.day"],
  ])
    expect(
      await ask(constantFans, { ...level, date_start: start, dimensions: [dimension] }),
    ).toMatch(/^fans_lifetime last\|4006\|0%; .*11-19/m);
});

test("days that are not over are not missing, and nobody ended on them", async () => {
  const text = await ask(constantFans, {
    metrics: ["fans_lifetime"],
    date_start: "2026-11-01",
    date_end: "2026-12-15",
    dimensions: ["profile"],
  });
  expect(text).not.toMatch(/ended \d/);
  expect(text).not.toMatch(/\d missing/);
});

test("a level over a level is last over last: what left is in neither for more than 28 days", async () => {
  const ends: Numbers = ({ id }, metric, day) => {
    const at = place(id);
    if (at === 0 && day > "2026-07-05") return null;
    return metric === "fans_lifetime" ? 1000 * (at + 1) : 100;
  };
  const text = await ask(ends, {
    metrics: ["f = fans_lifetime / insights_fans_lifetime"],
    date_start: "2026-07-01",
    date_end: "2026-09-30",
    dimensions: ["date.month"],
  });
  expect(text).toMatch(/^f\b[^|]*\|30\b/m);
  expect(text).toMatch(/^2026-07\|25\b/m);
  expect(text).toMatch(/^2026-09\|30\b/m);
});

test("a mean by breakdown is over all covered profiles, also those without the row", async () => {
  const rare: Numbers = ({ id }, _, __, row) => {
    if (row === undefined) return 1000;
    return place(id) === 0 ? 600 : null;
  };
  const question = {
    metrics: ["insights_reach_28_days"],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
  };
  const text = await ask(rare, { ...question, dimensions: ["gender_age"] });
  expect(text).toMatch(/^insights_reach_28_days .*\|1000$/m);
  expect(text.match(/\|200$/gm)?.length).toBeGreaterThan(3);
  expect(text).not.toMatch(/\|600$/m);
});

test("a weekday of a breakdown is the mean of all covered days, also of those without the row", async () => {
  const once: Numbers = (_, __, day, row) => {
    if (row === undefined) return 100;
    if (row !== "anger") return 10;
    return day === "2026-10-01" ? 31 : null;
  };
  const text = await ask(once, {
    metrics: ["insights_reactions"],
    profiles: facebookIds(2),
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    dimensions: ["date.weekday", "reaction_type"],
  });
  // 62 on one of five Thursdays.
  expect(text).toMatch(/^weekday\|.*\|anger$/m);
  expect(text).toMatch(/^Thursday\|.*\|12\.4$/m);
});

test("a flow over a level is the same on each weekday of a month, where every day is", async () => {
  const constant: Numbers = (_, metric) => (metric === "fans_lifetime" ? 500 : 5);
  const text = await ask(constant, {
    metrics: ["r = insights_views / fans_lifetime"],
    date_start: "2026-10-01",
    date_end: "2026-10-31",
    dimensions: ["date.weekday"],
  });
  expect(
    [...text.matchAll(/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*\|(.*)$/gm)].map(([, value]) => value),
  ).toEqual(Array.from({ length: 7 }, () => "0.01"));
});

test("rows of time say for how long values are carried, and that a profile is in none after 28 days", async () => {
  const lapses: Numbers = ({ id }, _, day) =>
    place(id) === 0 && day > "2026-08-10" && day < "2026-09-20" ? null : 1000;
  const text = await ask(lapses, {
    metrics: ["fans_lifetime"],
    date_start: "2026-08-03",
    date_end: "2026-09-27",
    dimensions: ["date.week"],
  });
  expect(text).toContain(
    "fans_lifetime: 1 profile lacks the last days of some rows; values of up to 27 days before are counted; 1 profile is not in rows more than 28 days after a value.",
  );
  expect(text).toMatch(/^2026-W36\|4000$/m);
  expect(text).toMatch(/^2026-W37\|3000$/m);
});
