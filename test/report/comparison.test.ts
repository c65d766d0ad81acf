/** Every number of a comparison equals one that is computed apart, and the changes of its rows add up. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysOfBucket } from "../helpers/buckets.ts";
import { assertClose } from "../helpers/close.ts";
import { cases } from "../helpers/comparison-cases.ts";
import { renewed } from "../helpers/renewed.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { isSame } from "../helpers/group-reference.ts";
import { equalDays, type EqualDays } from "../helpers/equal-days.ts";
import { gappyNumbers } from "../helpers/random-questions.ts";
import type { Expected } from "../helpers/reference.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";
import type { SideReference } from "../helpers/side-reference.ts";
import { type Setting, settingOf, daysOf } from "../helpers/comparison-settings.ts";

const runs = drawing(10, 500, 6);

const shown = (value: Expected): number | null => (typeof value === "number" ? value : null);

function checkRow(setting: Setting, row: CsvRow, metric: string): void {
  const { comparison: testCase, now, before, profiles, labels } = setting;
  const ids = row.has("profile")
    ? [row.get("profile") ?? ""]
    : row.has("profile_label")
      ? (labels.get(row.get("profile_label") ?? "") ?? [])
      : [...profiles.keys()];
  const isTime = testCase.dimensions.some((type) => type.startsWith("date."));
  const numberOf = (side: SideReference, suffix: string) => {
    const days = daysOf(side, row, suffix);
    return days.length === 0
      ? { value: null, meaning: undefined }
      : side.number(metric, ids, days, isTime);
  };
  const [after, earlier] = [numberOf(now, ""), numberOf(before, ":before")];
  const what = JSON.stringify([...row, metric]);
  const [valueNow, valueBefore] = [shown(after.value), shown(earlier.value)];
  assertClose(numberIn(row, metric), valueNow, what);
  assertClose(numberIn(row, `${metric}:before`), valueBefore, what);
  const isAlike = after.meaning !== undefined && after.meaning === earlier.meaning;
  const comparison = { metric, now, before };
  const hasValue = ({ reference, leadIn, days }: SideReference, id: string): boolean =>
    reference.combined(metric, [id], reference.isCarried(metric) ? [...leadIn, ...days] : days) !==
    null;
  const present = ids.filter((id) => [now, before].some((side) => hasValue(side, id)));
  const same = present.filter((id) => isSame(comparison, id));
  const rows = [now, before].map((side, at) => ({
    side,
    days: daysOf(side, row, suffixes[at] ?? ""),
  }));
  const isCalendar = isTime && !row.has("date.weekday");
  // Where one of the ranges has no value at all, there is nothing to tell apart.
  const isOneSided = [now, before].some((side) =>
    [...profiles.keys()].every((id) => !hasValue(side, id)),
  );
  const equal = isOneSided
    ? { now: valueNow, before: valueBefore, base: valueBefore, profiles: present }
    : equalDays(metric, rows[0]!, rows[1]!, same, isCalendar);
  expect(row.has(`${metric}:same_now`)).toBe(!row.has("profile") && profiles.size > 1);
  const isBroken = [after, earlier].some(({ value }) => value === "withheld");
  if (row.has(`${metric}:same_now`) && !isBroken) {
    assertClose(numberIn(row, `${metric}:same_now`), equal.now, `${what} same_now`);
    assertClose(numberIn(row, `${metric}:same_before`), equal.before, `${what} same_before`);
  }
  const isWhole = !isTime || areAlike(rows, timeOf(row));
  const hasChange = isAlike && isWhole && equal.now !== null && equal.base !== null;
  const change = hasChange ? equal.now - equal.base : null;
  const cell = numberIn(row, `${metric}:change`);
  assertClose(cell, change, `${what} change`);
  if (equal.profiles.length < same.length && equal.now !== null) drawn.halfRows += 1;
  if (change !== null && equal.base !== equal.before) drawn.otherDays += 1;
  const isPercent = hasPercent(now, metric) && areSameWeekdays(setting, row, metric);
  const percent =
    isPercent && hasChange ? percentOf(now, metric, change ?? 0, equal.base ?? 0) : null;
  const givenPercent = numberIn(row, `${metric}:change_percent`);
  assertClose(givenPercent, percent, `${what} change_percent`);
  // One sign.
  if (cell !== null && givenPercent !== null) {
    assert.equal(Math.sign(givenPercent), Math.sign(cell), what);
    drawn.percent += 1;
  }
  if (present.length > same.length && equal.now !== null) drawn.sameApart += 1;
}

const suffixes = ["", ":before"] as const;

/** How often the hard cases were drawn. */
const drawn = { percent: 0, sameApart: 0, shares: 0, otherDays: 0, halfRows: 0, closed: 0 };

/** Rows of time are compared where both are whole, or as many first days of theirs. */
function areAlike(
  rows: readonly { side: SideReference; days: readonly string[] }[],
  type: string | undefined,
): boolean {
  const sides = rows.map(({ side, days }) => {
    const [first] = days;
    if (first === undefined || type === undefined) return { isWhole: true, isFirst: true };
    const bucket = daysOfBucket(type, first);
    return {
      isWhole: bucket.every((day) => side.days.includes(day)),
      isFirst: bucket[0] === first,
    };
  });
  const areFirst = sides.every(({ isFirst }) => isFirst);
  return (
    sides.every(({ isWhole }) => isWhole) ||
    (areFirst && rows[0]?.days.length === rows[1]?.days.length)
  );
}

/** Days, and ranges of less than a week, have a percent where both are the same weekday; levels always. */
function areSameWeekdays({ now, before }: Setting, row: CsvRow, metric: string): boolean {
  const weekdayOf = (text: string | null | undefined): number => new Date(text ?? "").getUTCDay();
  if (row.has("date.day"))
    return weekdayOf(row.get("date.day")) === weekdayOf(row.get("date.day:before"));
  const [days, daysBefore] = [now.days.length, before.days.length];
  if (Math.min(days, daysBefore) >= 7 || now.reference.isCarried(metric)) return true;
  return days === daysBefore && weekdayOf(now.days[0]) === weekdayOf(before.days[0]);
}

const timeOf = (row: CsvRow): string | undefined =>
  [...row.keys()].find((name) => name.startsWith("date."));

const hasPercent = ({ reference }: SideReference, metric: string): boolean =>
  !["net", "ratio"].includes(reference.kind(metric));

/** From 0, and from a count below it, there is no percent. */
function percentOf(
  { reference }: SideReference,
  metric: string,
  change: number,
  base: number,
): number | null {
  const hasBase = reference.kind(metric) === "flow" ? base > 0 : base !== 0;
  return hasBase ? (100 * change) / Math.abs(base) : null;
}

/** Both sides of the same profiles in the whole ranges. */
function wholeOf({ now, before, profiles }: Setting, metric: string): EqualDays {
  const ids = [...profiles.keys()].filter((id) => isSame({ metric, now, before }, id));
  const rowOf = (side: SideReference) => ({ side, days: side.days });
  return equalDays(metric, rowOf(now), rowOf(before), ids, false);
}

/** Contributions are shares of the base, and the changes of rows of profiles make up that of the same profiles. */
function checkSums(setting: Setting, rows: readonly CsvRow[], metric: string): void {
  const { comparison: testCase, now, before } = setting;
  const kind = now.reference.kind(metric);
  const isTime = testCase.dimensions.some((type) => type.startsWith("date."));
  const isAdded = kind === "flow" || (["level", "rolling"].includes(kind) && !isTime);
  const { base, now: nowTotal } = wholeOf(setting, metric);
  const [start = "", end = ""] = [before.days[0], now.days.at(-1)];
  if (now.meaning(metric, [start, end]) === undefined) return;
  const changes = rows.map((row) => numberIn(row, `${metric}:change`));
  for (const [row, change] of changes.entries()) {
    const isShown = isAdded && change !== null && base !== null && base > 0;
    const cell = numberIn(rows[row]!, `${metric}:contribution`);
    assertClose(cell, isShown ? (100 * change) / base : null, `${metric} contribution ${row}`);
  }
  if (testCase.dimensions.join() !== "profile" || ["people", "ratio"].includes(kind)) return;
  if (base === null || nowTotal === null) return;
  const sum = changes.reduce<number>((total, change) => total + (change ?? 0), 0);
  const isOff = Math.abs(sum - (nowTotal - base)) > 1e-9 * Math.max(1, Math.abs(nowTotal));
  assert(!isOff, `the changes of ${metric} add up`);
  drawn.closed += 1;
}

/** Shares are of the same profiles: of the number now, and of the base; of levels not along time. */
function checkShares(setting: Setting, rows: readonly CsvRow[], metric: string): void {
  const { comparison: testCase, now } = setting;
  const kind = now.reference.kind(metric);
  const isTime =
    testCase.dimensions.length > 0 && testCase.dimensions.every((type) => type.startsWith("date."));
  const isAdded =
    kind === "flow" ||
    (["level", "rolling"].includes(kind) && !isTime && testCase.dimensions.length > 0);
  const { base, now: nowTotal } = wholeOf(setting, metric);
  for (const row of rows) {
    const late = numberIn(row, `${metric}:share`);
    const early = numberIn(row, `${metric}:before_share`);
    const number = row.has(`${metric}:same_now`)
      ? numberIn(row, `${metric}:same_now`)
      : late === null
        ? null
        : numberIn(row, metric);
    // A row of time in one range alone has no share: there is nothing to set it beside.
    const before = row.has(`${metric}:same_before`)
      ? numberIn(row, `${metric}:same_before`)
      : early;
    const isGiven =
      isAdded && number !== null && before !== null && nowTotal !== null && nowTotal > 0;
    assertClose(late, isGiven ? (100 * number) / nowTotal : null, `${metric} share`);
    const change = numberIn(row, `${metric}:change`);
    if (change !== null && number !== null && early !== null && base !== null)
      assert(Math.abs(early - (100 * (number - change)) / base) < 1e-9, `${metric} before_share`);
    if (late !== null) drawn.shares += 1;
    const points = late === null || early === null ? null : late - early;
    assertClose(numberIn(row, `${metric}:points`), points, `${metric} points`);
  }
}

test("numbers, changes, percentages and contributions, and the change of all as the sum of the rows", async () => {
  const connected = renewed({ profiles: 40, numbers: gappyNumbers });
  await fc.assert(
    fc.asyncProperty(cases, async (testCase) => {
      const { client, call } = await connected();
      const setting = settingOf(testCase);
      const { text, isError } = await call("get_profile_metrics", {
        network: testCase.network,
        metrics: testCase.metrics,
        profiles: [...setting.profiles.keys()],
        date_start: setting.now.days[0],
        date_end: setting.now.days.at(-1),
        dimensions: testCase.dimensions,
        compare_to: testCase.compareTo,
      });
      expect({ text, isError }).toMatchObject({ isError: false });
      const rows = csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`));
      const shares = csvRows(await readCsv({ client }, `result://${idOf(text)}~view=shares.csv`));
      expect(rows.length > 0).toBe(true);
      for (const metric of testCase.metrics) {
        for (const row of rows) checkRow(setting, row, metric);
        checkSums(setting, rows, metric);
        checkShares(setting, shares, metric);
      }
    }),
    runs,
  );
  for (const [name, count] of Object.entries(drawn))
    expect([name, count > 0]).toEqual([name, true]);
}, 900_000);
