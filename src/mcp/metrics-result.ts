/** From what a query brought to a result that can be kept, and the notes that only this moment knows. */
import { rowKey } from "../api/metrics-answer.ts";
import { dayAt, later } from "../calendar/days.ts";
import { needsInsights } from "../catalog/metrics/index.ts";
import type { Labels } from "../query/labels.ts";
import type { LeftOut } from "../query/profiles.ts";
import { includedProfiles, type Query } from "../query/query.ts";
import type { Outcome } from "../query/run.ts";
import type { Result } from "../results/result.ts";
import { missingLines } from "../table/gaps.ts";
import { some } from "../table/numbers.ts";

export function resultOf(
  query: Query,
  { cells }: Outcome,
  labels: Labels | undefined,
): Omit<Result, "id"> {
  const profiles = includedProfiles(query);
  const labelRows = cells.axes.find(({ type }) => type === "profile_label")?.rows ?? [];
  const labelNames = labelRows.flatMap((row): [string, string][] => {
    const name = labels?.nameOf(labels.idOf(row) ?? "");
    return name === undefined ? [] : [[rowKey(row), name]];
  });
  return {
    network: query.network,
    start: query.start,
    end: query.end,
    cells,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
}

/** Names by id; where several profiles share a name, each with its id. */
function profileNames(profiles: readonly { id: string; name: string }[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of profiles) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    profiles.map(({ id, name }) => [id, (counts.get(name) ?? 0) > 1 ? `${name} (${id})` : name]),
  );
}

export function leftOutNotes(leftOut: readonly LeftOut[]): string[] {
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const names = leftOut.filter((one) => one.reason === reason).map(({ profile }) => profile);
    return `Left out, ${reason}: ${some(names, 20)}.`;
  });
}

/** Why the values of some profiles are missing. */
export function insightsNotes(query: Query): string[] {
  const asked = query.metrics.filter(needsInsights);
  const off = includedProfiles(query).filter(({ insightsEnabled }) => insightsEnabled === false);
  if (asked.length === 0 || off.length === 0) return [];
  const names = off.map(({ name }) => name);
  return [
    `Insights are off for ${some(names, 10)}: no values of metrics that begin with insights_.`,
  ];
}

/** Profiles without a label stand under none, and so drop out. */
export function unlabelledNotes(query: Query, labels: Labels | undefined): string[] {
  if (labels === undefined) return [];
  const names = includedProfiles(query)
    .filter((profile) => labels.of(profile).length === 0)
    .map(({ name }) => name);
  const overlap = "A profile counts under each of its labels, so labels do not add up.";
  return names.length === 0
    ? [overlap]
    : [overlap, `Without a label, and so in no row: ${some(names, 20)}.`];
}

/** What was added up here, and how many profile-days had no value to add. */
export function foldedNotes({ parts }: Outcome): string[] {
  return parts.flatMap(({ folded, cells }) => {
    if (!folded) return [];
    const names = cells.metrics.map(({ name }) => name);
    const isProfileDays = cells.axes.length === 2 && cells.axes[1]?.type === "date.day";
    const skipped = missingLines(cells, isProfileDays ? "profile-days" : "values");
    const by = cells.axes.map(({ type }) => type).join(", ");
    return [
      `Added up here from ${by}, exactly: ${some(names, 8)}.${skipped.length === 0 ? "" : ` Skipped as missing: ${some(skipped, 4)}.`}`,
    ];
  });
}

const hour = 3_600_000;

/** A day is over everywhere twelve hours after it is over in UTC. */
export function unfinishedNotes({ start, end }: Query, now: number): string[] {
  const first = later(start, dayAt(now - 12 * hour));
  if (end < first) return [];
  const which = first === end ? `The last day, ${end}, is` : `The days from ${first} on are`;
  return [`${which} not over in every timezone: values are incomplete or missing.`];
}
