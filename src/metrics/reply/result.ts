/** The result of a run: its cells with the names of their rows. */
import type { Work } from "../../async/work.ts";
import type { Profile } from "../../api/records.ts";
import { rowKey, type RowValue } from "../../cells/axis.ts";
import type { LabelRows, Result } from "../../cells/result.ts";
import { profileNames } from "../../connection/names.ts";
import { addRatios } from "../../meaning/ratio-columns.ts";
import type { Day } from "../../time/days.ts";
import type { Outcome } from "../merge/assemble.ts";
import type { Labels } from "../question/labels.ts";
import { heldAsParts, isSeenByMonth } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { slice } from "./slice.ts";

export function* resultOf(
  question: Question,
  { cells, days, sums, weekStart }: Outcome,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
  today?: Day,
): Work<Result> {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows =
    cells.axes.find(({ type }) => type === "profile_label")?.rows ?? labels?.rowsOf(profiles) ?? [];
  const labelNames = labelRows.flatMap((row): [string, string][] => {
    const name = labels?.nameOf(labels.idOf(row) ?? "");
    return name === undefined ? [] : [[rowKey(row), name]];
  });
  const result = {
    network,
    start,
    end,
    weekStart,
    cells,
    days,
    sums,
    heldAsParts: heldAsParts(question),
    isSeenByMonth: isSeenByMonth(question),
    labels: labels && labelRowsOf(profiles, labelRows, labels),
    remarks,
    today,
    profileCount: profiles.length,
    names: { profile: profileNames(profiles), profile_label: new Map(labelNames) },
  };
  const { shown } = question;
  if (shown === undefined) return result;
  // Metrics that are only parts of ratios are not shown.
  const ratios = shown.filter(({ isDerived }) => isDerived);
  return slice(yield* addRatios(result, ratios), { metrics: shown.map(({ name }) => name) });
}

function labelRowsOf(
  profiles: readonly Profile[],
  rows: readonly RowValue[],
  labels: Labels,
): LabelRows {
  const places = new Map(rows.map((row, place) => [labels.idOf(row) ?? rowKey(row), place]));
  const placesOf = profiles.map((profile) => {
    const own = labels.of(profile).flatMap((id) => places.get(id) ?? []);
    return [String(profile.id), own] as const;
  });
  return { rows, placesOf: new Map(placesOf) };
}
