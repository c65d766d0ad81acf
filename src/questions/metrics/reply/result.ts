/** The result of a run: its numbers with the names of their rows. */
import type { Work } from "../../../base/async/work.ts";
import type { Result } from "../../../numbers/cells/result.ts";
import { onlyMetrics } from "../../../numbers/cells/select.ts";
import { profileNames } from "../../../suite/connection/names.ts";
import { addRatios } from "../../../numbers/meaning/ratio-columns.ts";
import type { Outcome } from "../merge/assemble.ts";
import type { Labels } from "../../../suite/connection/labels.ts";
import { includedProfiles, profilesOff, type Question } from "../question/question.ts";

/** What a result has beside its numbers. */
interface Named extends Pick<Result, "weekStart" | "remarks" | "today"> {
  readonly labels: Labels | undefined;
}

export function* resultOf(
  question: Question,
  outcome: Outcome,
  { labels, ...context }: Named,
): Work<Result> {
  const { network, start, end, dimensions, metrics, shown = metrics } = question;
  const profiles = includedProfiles(question);
  const labelRows = labels?.rowsOf(profiles);
  const named = (labelRows?.rows ?? []).flatMap((id) => {
    const name = labels?.nameOf(id);
    return name === undefined ? [] : [{ id, name }];
  });
  const result = {
    ...context,
    ...outcome,
    network,
    start,
    end,
    dimensions,
    metrics,
    labels: labelRows,
    profileCount: profiles.length,
    withoutInsights: new Set(profilesOff(question).map(({ id }) => id)),
    names: { profile: profileNames(profiles), profile_label: profileNames(named) },
  };
  const ratios = shown.filter(({ isDerived }) => isDerived);
  // Metrics that are only parts of ratios are not shown.
  return onlyMetrics(
    yield* addRatios(result, ratios),
    shown.map(({ name }) => name),
  );
}
