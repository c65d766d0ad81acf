/** A finished run as a result: its cells, and the names of their rows. */
import { profileNames } from "../../connection/names.ts";
import { rowKey } from "../../cells/axis.ts";
import type { Cells } from "../../cells/cells.ts";
import type { Result } from "../../cells/result.ts";
import type { Labels } from "../question/labels.ts";
import { includedProfiles, type Question } from "../question/question.ts";

export function resultOf(
  question: Question,
  cells: Cells,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
): Result {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows = cells.axes.find(({ type }) => type === "profile_label")?.rows ?? [];
  const labelNames = labelRows.flatMap((row): [string, string][] => {
    const name = labels?.nameOf(labels.idOf(row) ?? "");
    return name === undefined ? [] : [[rowKey(row), name]];
  });
  return {
    network,
    start,
    end,
    cells,
    remarks,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
}
