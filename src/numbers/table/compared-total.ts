/** The numbers of all rows of a comparison: text, structured content, shares and all networks read the same ones. */
import type { Work } from "../../base/async/work.ts";
import type { Dimension } from "../../catalog/dimensions.ts";
import type { Comparison } from "../cells/result.ts";
import { onlyLabelled } from "../cells/select.ts";
import { compare, type ComparedTable } from "./compare.ts";

export interface ComparedTotal {
  /** Without the profiles that no row counts. */
  readonly comparison: Comparison;
  readonly table: ComparedTable;
}

/** Each part of a reply asks for it again. They live as long as the comparison. */
const totals = new WeakMap<Comparison, ComparedTotal & { readonly ofLabels: boolean }>();

/** @param dimensions of the rows. */
export function* comparedTotal(
  comparison: Comparison,
  dimensions: readonly Dimension[] = [],
): Work<ComparedTotal> {
  const ofLabels = dimensions.includes("profile_label");
  const known = totals.get(comparison);
  if (known?.ofLabels === ofLabels) return known;
  const labelled = {
    ...comparison,
    now: onlyLabelled(comparison.now, dimensions),
    before: onlyLabelled(comparison.before, dimensions),
  };
  const total = { comparison: labelled, table: yield* compare(labelled, []), ofLabels };
  totals.set(comparison, total);
  return total;
}
