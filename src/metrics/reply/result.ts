/** From what a query brought to a result that can be kept. */
import { rowKey } from "../../cells/axis.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Query } from "../question/question.ts";
import type { Outcome } from "../run/run.ts";
import type { Result } from "../../cells/result.ts";
import { profileNames } from "../../connection/profile-names.ts";

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
    kind: "metrics",
    network: query.network,
    start: query.start,
    end: query.end,
    cells,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
}
