/** Two ranges of one metric beside each other, by numbers that a test writes down. */
import { firstColumn } from "../../src/numbers/table/table.ts";
import {
  comparedColumn,
  populationColumn,
  type LineNumber,
  type Population,
} from "../../src/numbers/table/compared-columns.ts";
import { finish } from "../../src/base/async/work.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { compare, type ComparedTable } from "../../src/numbers/table/compare.ts";
import type { NumberColumn } from "../../src/numbers/table/table.ts";
import { resultOf, type Cell } from "./grids.ts";

export interface Sides {
  readonly metric?: string;
  readonly now: readonly (readonly Cell[])[];
  readonly before: readonly (readonly Cell[])[];
  readonly from?: string;
  readonly fromBefore?: string;
}

export const compared = (
  { metric = "fans_change", now, before, from = "2026-03-03", fromBefore = "2026-02-03" }: Sides,
  dimensions: readonly Dimension[] = ["profile"],
): ComparedTable =>
  finish(
    compare(
      { now: resultOf(metric, now, from), before: resultOf(metric, before, fromBefore) },
      dimensions,
    ),
  );

/** A column of the first metric: of all profiles, or of the same ones. */
export const columnOf = (
  table: ComparedTable,
  number: LineNumber,
  population: Population = "everyone",
): NumberColumn => populationColumn(table, firstColumn(table).metric, number, population);

/** The numbers of the first metric, by row: of all profiles, or of the same ones. */
export const lists = (
  table: ComparedTable,
  population: Population = "everyone",
): Record<"now" | "before" | "change" | "percent", readonly number[]> => {
  const at = (number: LineNumber): readonly number[] => [
    ...columnOf(table, number, population).values,
  ];
  return {
    now: at("now"),
    before: at("before"),
    change: at("change"),
    percent: at("change_percent"),
  };
};

export const contributions = (table: ComparedTable): readonly number[] => [
  ...(comparedColumn(table, firstColumn(table).metric, "contribution")?.values ?? []),
];

/** The sides of a break. */
export const parts = ({ columns }: ComparedTable): readonly (readonly [string, number[]])[] =>
  columns.flatMap(({ number = "value", values }) =>
    number.startsWith("part ") ? [[number.slice(5), [...values]] as const] : [],
  );
