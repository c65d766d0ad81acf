/** The CSV of a comparison: a row per combination, with both numbers of each metric and their change. */
import { comparedNumbers, comparedShareNumbers } from "../../../catalog/numbers.ts";
import type { Comparison } from "../../../numbers/cells/result.ts";
import type { Metric } from "../../../catalog/metrics/index.ts";
import { rowKey } from "../../../numbers/cells/axis.ts";
import { groupsIn, type ComparedTable } from "../../../numbers/table/compare.ts";
import { comparedColumn } from "../../../numbers/table/compared-columns.ts";
import type { Csv } from "../../replies/csv.ts";
import { numbersCsv, rowNames } from "../csv.ts";
import { groupWords, metricsOf, sidesOf } from "./shown.ts";

/** The columns of the numbers of each metric, in order; of each side of a break that divides a range, one more. */
const columnsOf = (comparison: Comparison, table: ComparedTable) =>
  metricsOf(table).flatMap((metric) => {
    const columns = (["now", ...comparedNumbers, ...comparedShareNumbers] as const).flatMap(
      (name) => comparedColumn(table, metric, name) ?? [],
    );
    const sides = sidesOf(comparison, table, metric).map(({ column, isNow, side }) => {
      const name = `${metric.name}${isNow ? "" : ":before"} ${side}`;
      return { name, is: { metric: name, number: "now" as const }, values: column.values };
    });
    const numbers = columns.map(({ number: name = "now", values }) => {
      const number = name === "before" && table.usual !== undefined ? "usual" : name;
      const column = number === "now" ? metric.name : `${metric.name}:${number}`;
      return { name: column, is: { metric: metric.name, number }, values };
    });
    return [...numbers, ...groupColumn(table, metric), ...sides];
  });

/** Why a row of one profile is not compared: `same`, `new 2026-09-15`, `new by 2026-09-03`, `ended 2026-07-31`, `gaps`. */
function groupColumn(table: ComparedTable, metric: Metric) {
  const at = table.dimensions.findIndex(({ type }) => type === "profile");
  const profiles = table.dimensions[at]?.rows;
  if (profiles === undefined) return [];
  const groups = groupsIn(table, metric);
  const words = profiles.map((row) => {
    const group = groups.get(rowKey(row));
    if (group === undefined || !("day" in group)) return group?.kind ?? "";
    const bound = group.bound === "on" ? "" : `${group.bound} `;
    return `${groupWords[group.kind]} ${bound}${group.day}`;
  });
  const texts = Array.from(table.keys[at] ?? [], (place) => words[place] ?? "");
  return [{ name: `${metric.name}:group`, is: { metric: metric.name, number: "group" }, texts }];
}

/** @param chosen the rows to show, in order; all (default). */
export function comparedCsv(
  comparison: Comparison,
  table: ComparedTable,
  chosen?: readonly number[],
): Csv {
  return numbersCsv(rowNames(comparison, table), columnsOf(comparison, table), chosen);
}
