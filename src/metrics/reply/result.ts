/** The result of a run: its cells with the names of their rows. */
import type { Work } from "../../async/work.ts";
import type { Result } from "../../cells/result.ts";
import { profileNames } from "../../connection/names.ts";
import { addRatios } from "../../meaning/ratio-columns.ts";
import type { Day } from "../../time/days.ts";
import type { Outcome } from "../merge/assemble.ts";
import type { Labels } from "../question/labels.ts";
import { heldAsParts } from "../question/needs.ts";
import { includedProfiles, type Question } from "../question/question.ts";
import { slice } from "../../results/slice.ts";

export function* resultOf(
  question: Question,
  { cells, days, sums, weekStart }: Outcome,
  labels: Labels | undefined,
  remarks: readonly string[] = [],
  today?: Day,
): Work<Result> {
  const { network, start, end } = question;
  const profiles = includedProfiles(question);
  const labelRows = labels?.rowsOf(profiles);
  const labelNames = (labelRows?.rows ?? []).flatMap((id): [string, string][] => {
    const name = labels?.nameOf(id);
    return name === undefined ? [] : [[id, name]];
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
    labels: labelRows,
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
