/** Every number of a comparison equals one that is computed apart, and the changes of its rows add up. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Account } from "../../src/sandbox/account.ts";
import { comparedRange } from "../../src/time/compared-range.ts";
import { toDay } from "../../src/time/days.ts";
import { bucketOf, daysOfBucket } from "../helpers/buckets.ts";
import { assertClose } from "../helpers/close.ts";
import { cases, type Case } from "../helpers/comparison-cases.ts";
import { assertLines } from "../helpers/line-checks.ts";
import { renewed } from "../helpers/renewed.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { isSame } from "../helpers/group-reference.ts";
import { gappyNumbers } from "../helpers/random-questions.ts";
import { Reference, daysFrom, type Expected } from "../helpers/reference.ts";
import { drawing } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";
import { SideReference } from "../helpers/side-reference.ts";

const runs = drawing(10, 500, 6);
const account = new Account(40);
interface Setting {
  readonly one: Case;
  readonly profiles: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly now: SideReference;
  readonly before: SideReference;
}

function settingOf(one: Case): Setting {
  const own = [...account.profiles(one.network).values()].filter(({ index }) =>
    one.places.includes(index),
  );
  const byId = new Map(own.map((profile) => [profile.id, profile]));
  const reference = new Reference(one.network, (id, metric, day) => {
    const profile = byId.get(id);
    return profile === undefined ? null : gappyNumbers(profile, metric, day, undefined);
  });
  const isOfOne = one.dimensions.includes("profile") || own.length === 1;
  const isLabelled = one.dimensions.includes("profile_label");
  reference.combinesProfiles = !one.dimensions.includes("profile") && own.length > 1;
  reference.isRaw = one.dimensions.includes("date.day") && isOfOne && !isLabelled;
  const labels = new Map<string, string[]>();
  for (const profile of own) {
    const names = profile.labels.length === 0 ? ["(no label)"] : profile.labels.map(({ id }) => id);
    for (const name of names) labels.set(name, [...(labels.get(name) ?? []), profile.id]);
  }
  const end = daysFrom(one.start, "2026-11-10")[one.length - 1] ?? "2026-11-10";
  const range = { start: toDay(one.start), end: toDay(end) };
  const before = comparedRange({ ...range, today: range.end }, undefined, one.compareTo);
  return {
    one,
    profiles: new Map(own.map(({ id, name }) => [id, name])),
    labels,
    now: new SideReference(reference, one.network, range),
    before: new SideReference(reference, one.network, before),
  };
}

/** The days of a row on a side; none where the side does not have the row. */
function daysOf(side: SideReference, cells: CsvRow, suffix: string): readonly string[] {
  const type = [...cells.keys()].find((name) => name.startsWith("date."));
  if (type === undefined) return side.days;
  const row = cells.get(`${type.replace(":before", "")}${suffix}`);
  return side.days.filter((day) => bucketOf(type, day) === row);
}

const shown = (value: Expected): number | null => (typeof value === "number" ? value : null);

function checkRow(setting: Setting, row: CsvRow, metric: string): void {
  const { one, now, before, profiles, labels } = setting;
  const ids = row.has("profile")
    ? [row.get("profile") ?? ""]
    : row.has("profile_label")
      ? (labels.get(row.get("profile_label") ?? "") ?? [])
      : [...profiles.keys()];
  const isTime = one.dimensions.some((type) => type.startsWith("date."));
  const isSettled = [now, before].every((side, place) => {
    const days = daysOf(side, row, place === 0 ? "" : ":before");
    return !isTime || days.length === 0 || side.isSettled(metric, ids, days);
  });
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
  const isCut = isTime && [now, before].some((side, at) => isPart(side, row, suffixes[at]));
  const isComparable = isAlike && isSettled && !isCut;
  const isGiven = isComparable && isPaired(row) && hasPercent(now, metric);
  const hasBoth = valueNow !== null && valueBefore !== null && isComparable;
  const change = hasBoth ? valueNow - valueBefore : null;
  const share = isGiven && hasBoth ? percentOf(now, metric, valueNow, valueBefore) : null;
  const asked = { metric, now, before };
  const present = ids.filter((id) =>
    [now, before].some((side) => side.reference.combined(metric, [id], side.days) !== null),
  );
  // Where one of the ranges has no value at all, there is nothing to tell apart.
  const isOneSided = [now, before].some((side) =>
    [...profiles.keys()].every((id) => side.reference.combined(metric, [id], side.days) === null),
  );
  const same = isOneSided ? present : present.filter((id) => isSame(asked, id));
  const isOfSame = same.length === present.length || isNearlySame(setting, row, metric, ids, same);
  if (share !== null) drawn[isOfSame ? "percent" : "notComparable"] += 1;
  expect(row.has(`${metric}:same_now`)).toBe(!row.has("profile") && profiles.size > 1);
  if (!row.has(`${metric}:same_now`)) {
    assertClose(numberIn(row, `${metric}:change`), change, what);
    assertClose(numberIn(row, `${metric}:change_percent`), isOfSame ? share : null, what);
    return;
  }
  const [sameNow, sameBefore] = [now, before].map((side, at) => {
    const days = daysOf(side, row, suffixes[at] ?? "");
    return days.length === 0 || same.length === 0
      ? null
      : shown(side.number(metric, same, days, isTime).value);
  });
  assertClose(numberIn(row, `${metric}:same_now`), sameNow ?? null, what);
  assertClose(numberIn(row, `${metric}:same_before`), sameBefore ?? null, what);
  if (same.length < present.length && (sameNow ?? null) !== null) drawn.sameApart += 1;
  const isSameSettled = [now, before].every((side, at) => {
    const days = daysOf(side, row, suffixes[at] ?? "");
    return !isTime || days.length === 0 || side.isSettled(metric, same, days);
  });
  const hasSame = typeof sameNow === "number" && typeof sameBefore === "number";
  const isSameComparable = isAlike && !isCut && isSameSettled && hasSame;
  assertClose(
    numberIn(row, `${metric}:change`),
    isSameComparable ? sameNow - sameBefore : null,
    what,
  );
  const sameShare =
    isSameComparable && isPaired(row) && hasPercent(now, metric)
      ? percentOf(now, metric, sameNow, sameBefore)
      : null;
  assertClose(numberIn(row, `${metric}:change_percent`), sameShare, what);
}

const suffixes = ["", ":before"] as const;

/** How often the hard cases were drawn. */
const drawn = { percent: 0, notComparable: 0, sameApart: 0, shares: 0 };

/** A row of time that the range cuts. */
function isPart(side: SideReference, row: CsvRow, suffix = ""): boolean {
  const type = [...row.keys()].find((name) => name.startsWith("date."));
  const [first] = daysOf(side, row, suffix);
  if (type === undefined || first === undefined) return false;
  return daysOfBucket(type, first).some((day) => !side.days.includes(day));
}

/** Days have a percent where both are the same weekday. */
function isPaired(row: CsvRow): boolean {
  const [day, previous] = [row.get("date.day"), row.get("date.day:before")];
  if (!day || !previous) return true;
  return new Date(day).getUTCDay() === new Date(previous).getUTCDay();
}

const hasPercent = ({ reference }: SideReference, metric: string): boolean =>
  !["net", "ratio"].includes(reference.kind(metric));

/** From 0, and from a count below it, there is no percent. */
function percentOf(
  { reference }: SideReference,
  metric: string,
  now: number,
  before: number,
): number | null {
  const hasBase = reference.kind(metric) === "flow" ? before > 0 : before !== 0;
  return hasBase ? (100 * (now - before)) / Math.abs(before) : null;
}

/** The others make up at most 1 % of each side: of the number, of means of the profile-days. */
function isNearlySame(
  { now, before }: Setting,
  row: CsvRow,
  metric: string,
  ids: readonly string[],
  same: readonly string[],
): boolean {
  const isTime = [...row.keys()].some((name) => name.startsWith("date."));
  return [now, before].every((side, at) => {
    const days = daysOf(side, row, suffixes[at] ?? "");
    const sizeOf = (own: readonly string[]): number => {
      if (days.length === 0 || own.length === 0) return 0;
      if (["people", "ratio"].includes(side.reference.kind(metric)))
        return own.flatMap((id) =>
          days.filter((day) => side.reference.combined(metric, [id], [day]) !== null),
        ).length;
      return Math.abs(shown(side.number(metric, own, days, isTime).value) ?? 0);
    };
    const whole = sizeOf(ids);
    return Math.abs(whole - sizeOf(same)) <= 0.01 * whole;
  });
}

/** The sum of all profiles before, over the rows of time: labels overlap. */
function countedOnce(
  { before, profiles }: Setting,
  rows: readonly CsvRow[],
  metric: string,
): number {
  const isTime = rows.some((row) => row.has("date.month"));
  const ids = [...profiles.keys()];
  const periods = new Set(rows.map((row) => daysOf(before, row, ":before").join()));
  return [...periods]
    .filter((days) => days !== "")
    .map((days) => shown(before.number(metric, ids, days.split(","), isTime).value) ?? 0)
    .reduce((total, value) => total + value, 0);
}

/** The contributions are shares of the sum before, and the changes of the rows make up that of all. */
function checkSums(setting: Setting, rows: readonly CsvRow[], metric: string): void {
  const { one, now, before, profiles } = setting;
  const kind = now.reference.kind(metric);
  const isTime = one.dimensions.some((type) => type.startsWith("date."));
  const isAdded = kind === "flow" || (["level", "rolling"].includes(kind) && !isTime);
  const numbers = (column: string): (number | null)[] => rows.map((row) => numberIn(row, column));
  const sum = (list: readonly (number | null)[]): number =>
    list.reduce<number>((total, value) => total + (value ?? 0), 0);
  const [after, earlier, changes] = ["", ":before", ":change"].map((end) =>
    numbers(`${metric}${end}`),
  );
  if (after === undefined || earlier === undefined || changes === undefined)
    throw new Error("none");
  const base = Math.abs(
    one.dimensions.includes("profile_label") ? countedOnce(setting, rows, metric) : sum(earlier),
  );
  // That of a row of several profiles is of all of them.
  const isOfSeveral = rows[0]?.has(`${metric}:same_now`) === true;
  numbers(`${metric}:contribution`).forEach((value, row) => {
    const ofAll = value === null ? null : (after[row] ?? 0) - (earlier[row] ?? 0);
    const change = isOfSeveral ? ofAll : (changes[row] ?? null);
    const isShown = isAdded && change !== null && base !== 0;
    assertClose(value, isShown ? (100 * change) / base : null, `${metric} contribution ${row}`);
  });
  const isLevelInTime = isTime && ["level", "rolling"].includes(kind);
  if (!["flow", "net", "level", "rolling"].includes(kind) || isLevelInTime) return;
  if (one.dimensions.includes("profile_label")) return;
  if ([now, before].some((side) => side.meaning(metric, side.days) === undefined)) return;
  if (now.meaning(metric, now.days) !== before.meaning(metric, before.days)) return;
  const ids = [...profiles.keys()];
  const total = (side: SideReference): number =>
    shown(side.number(metric, ids, side.days, false).value) ?? 0;
  const closed = sum(after) - sum(earlier);
  assertClose(closed, total(now) - total(before), `the change of ${metric} closes`);
}

/** Shares are of the totals of each range; of levels not along time, and of nothing that does not add up. */
function checkShares(
  { one, now, before, profiles }: Setting,
  rows: readonly CsvRow[],
  metric: string,
): void {
  const kind = now.reference.kind(metric);
  const isTime =
    one.dimensions.length > 0 && one.dimensions.every((type) => type.startsWith("date."));
  const isAdded =
    kind === "flow" ||
    (["level", "rolling"].includes(kind) && !isTime && one.dimensions.length > 0);
  const totals = [now, before].map((side) =>
    shown(side.number(metric, [...profiles.keys()], side.days, false).value),
  );
  for (const row of rows) {
    const shares = [
      ["", ":share"],
      [":before", ":before_share"],
    ].map(([number = "", share = ""], at) => {
      const [value, total] = [numberIn(row, `${metric}${number}`), totals[at] ?? null];
      const given = numberIn(row, `${metric}${share}`);
      const isGiven = isAdded && value !== null && total !== null && total > 0;
      if (isAdded) assertClose(given, isGiven ? (100 * value) / total : null, `${metric} ${share}`);
      if (given !== null) drawn.shares += 1;
      return given;
    });
    const [late = null, early = null] = shares;
    const points = late === null || early === null ? null : late - early;
    assertClose(numberIn(row, `${metric}:points`), points, `${metric} points`);
  }
}

test("numbers, changes, percentages and contributions, and the change of all as the sum of the rows", async () => {
  const connected = renewed({ profiles: 40, numbers: gappyNumbers });
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      const { client, call } = await connected();
      const setting = settingOf(one);
      const { text, isError } = await call("get_profile_metrics", {
        network: one.network,
        metrics: one.metrics,
        profiles: [...setting.profiles.keys()],
        date_start: setting.now.days[0],
        date_end: setting.now.days.at(-1),
        dimensions: one.dimensions,
        compare_to: one.compareTo,
      });
      expect({ text, isError }).toMatchObject({ isError: false });
      assertLines(text);
      const rows = csvRows(await readCsv({ client }, `result://${idOf(text)}.csv`));
      const shares = csvRows(await readCsv({ client }, `result://${idOf(text)}~view=shares.csv`));
      expect(rows.length > 0).toBe(true);
      for (const metric of one.metrics) {
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
