/** Where values are missing: a row for each page and its days, those that have no values any more first. */
import { rowName, type Result } from "../../numbers/cells/result.ts";
import { rowGaps, type RowGaps } from "../../numbers/meaning/coverage.ts";
import { missingKinds, type MissingPages } from "../replies/figures.ts";
import type { Table } from "../replies/table.ts";
import { some } from "../../base/text/words.ts";
import { done, each, type Work } from "../../base/async/work.ts";
import { rowCauses, type RowCause } from "./causes.ts";
import { metricNames } from "./names.ts";

export interface GapRow extends RowGaps, RowCause {
  readonly result: Result;
}

/** The most urgent rows first. @param results of one network or more. */
export function* gapsIn(results: readonly Result[]): Work<GapRow[]> {
  const rows = yield* each(results, function* rowsOf(result) {
    const causeOf = rowCauses(result);
    return yield* each(yield* rowGaps(result), (row) => done({ ...row, result, ...causeOf(row) }));
  });
  return rows
    .flat()
    .toSorted(
      (first, second) =>
        Number(second.isDead) - Number(first.isDead) || second.missing - first.missing,
    );
}

/** @param results of one network: both sides of a comparison. */
export function* missingPages(results: readonly [Result, ...Result[]]): Work<MissingPages> {
  const gaps = yield* gapsIn(results);
  const rows = gaps.map(({ result, profile, kind, date }) => {
    const name = rowName(result, "profile", profile);
    return [profile, { name, kind, date }] as const;
  });
  const byKind = rows.toSorted(
    ([, first], [, second]) => missingKinds.indexOf(second.kind) - missingKinds.indexOf(first.kind),
  );
  return {
    network: results[0].network,
    pages: [...new Set(results.flatMap(({ days }) => days.profiles))],
    missing: new Map(byKind),
  };
}

/** @param hasNetworks rows name their network. */
export const gapsTable = (rows: readonly GapRow[], hasNetworks = false): Table => ({
  columns: [...(hasNetworks ? ["network"] : []), "profile", "why", "days missing", "of", "metrics"],
  rows: rows.map(({ result, profile, why, missing, expected, metrics }) => [
    ...(hasNetworks ? [result.network] : []),
    rowName(result, "profile", profile),
    why,
    missing,
    expected,
    some(metricNames(metrics), 6),
  ]),
});
