/** A random comparison with its profiles, their labels, and both of its sides computed apart. */
import { Account } from "../../src/sandbox/account.ts";
import { comparedRange } from "../../src/base/time/compared-range.ts";
import { toDay } from "../../src/base/time/days.ts";
import { bucketOf } from "./buckets.ts";
import type { Case } from "./comparison-cases.ts";
import type { CsvRow } from "./csv.ts";
import { gappyNumbers } from "./random-questions.ts";
import { daysFrom } from "./day-names.ts";
import { Reference } from "./reference.ts";
import { SideReference } from "./side-reference.ts";

const account = new Account(40);

export interface Setting {
  readonly one: Case;
  readonly profiles: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly now: SideReference;
  readonly before: SideReference;
}

export function settingOf(one: Case): Setting {
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
export function daysOf(side: SideReference, cells: CsvRow, suffix: string): readonly string[] {
  const type = [...cells.keys()].find((name) => name.startsWith("date."));
  if (type === undefined) return side.days;
  const row = cells.get(`${type.replace(":before", "")}${suffix}`);
  return side.days.filter((day) => bucketOf(type, day) === row);
}
