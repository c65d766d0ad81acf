/** Where values are missing: a row for each page and its days, those that have no values any more first. */
import { rowName, type Result } from "../cells/result.ts";
import { rowGaps, type RowGaps } from "../meaning/coverage.ts";
import { missingKinds, type MissingPages } from "../replies/figures.ts";
import type { Table } from "../replies/table.ts";
import { some } from "../text/words.ts";
import { rowCause } from "./causes.ts";
import { metricNames } from "./names.ts";

export interface GapRow extends RowGaps, ReturnType<typeof rowCause> {
  readonly result: Result;
}

/** The most urgent rows first. @param results of one network or more. */
export const gapsIn = (results: readonly Result[]): GapRow[] =>
  results
    .flatMap((result) =>
      rowGaps(result).map((row) => ({ ...row, result, ...rowCause(result, row) })),
    )
    .toSorted(
      (first, second) =>
        Number(second.isDead) - Number(first.isDead) || second.missing - first.missing,
    );

/** @param results of one network: both sides of a comparison. */
export function missingPages(results: readonly [Result, ...Result[]]): MissingPages {
  const rows = gapsIn(results).map(({ result, profile, kind, date }) => {
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

/** @param isOfNetworks rows name their network. */
export const gapsTable = (rows: readonly GapRow[], isOfNetworks = false): Table => ({
  columns: [
    ...(isOfNetworks ? ["network"] : []),
    "profile",
    "why",
    "days missing",
    "of",
    "metrics",
  ],
  rows: rows.map(({ result, profile, why, missing, expected, metrics }) => [
    ...(isOfNetworks ? [result.network] : []),
    rowName(result, "profile", profile),
    why,
    missing,
    expected,
    some(metricNames(metrics), 6),
  ]),
});
