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
  readonly comparison: Case;
  readonly profiles: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly now: SideReference;
  readonly before: SideReference;
}

export function settingOf(comparison: Case): Setting {
  const profiles = [...account.profiles(comparison.network).values()].filter(({ index }) =>
    comparison.places.includes(index),
  );
  const byId = new Map(profiles.map((profile) => [profile.id, profile]));
  const reference = new Reference(comparison.network, (id, metric, day) => {
    const profile = byId.get(id);
    return profile === undefined ? null : gappyNumbers(profile, metric, day, undefined);
  });
  const isOfOne = comparison.dimensions.includes("profile") || profiles.length === 1;
  const isLabelled = comparison.dimensions.includes("profile_label");
  reference.combinesProfiles = !comparison.dimensions.includes("profile") && profiles.length > 1;
  reference.isRaw = comparison.dimensions.includes("date.day") && isOfOne && !isLabelled;
  const labels = new Map<string, string[]>();
  for (const profile of profiles) {
    const names = profile.labels.length === 0 ? ["(no label)"] : profile.labels.map(({ id }) => id);
    for (const name of names) labels.set(name, [...(labels.get(name) ?? []), profile.id]);
  }
  const end = daysFrom(comparison.start, "2026-11-10")[comparison.length - 1] ?? "2026-11-10";
  const range = { start: toDay(comparison.start), end: toDay(end) };
  const before = comparedRange({ ...range, today: range.end }, undefined, comparison.compareTo);
  return {
    comparison,
    profiles: new Map(profiles.map(({ id, name }) => [id, name])),
    labels,
    now: new SideReference(reference, comparison.network, range),
    before: new SideReference(reference, comparison.network, before),
  };
}

/** The days of a row on a side; none where the side does not have the row. */
export function daysOf(side: SideReference, cells: CsvRow, suffix: string): readonly string[] {
  const type = [...cells.keys()].find((name) => name.startsWith("date."));
  if (type === undefined) return side.days;
  const row = cells.get(`${type.replace(":before", "")}${suffix}`);
  return side.days.filter((day) => bucketOf(type, day) === row);
}
