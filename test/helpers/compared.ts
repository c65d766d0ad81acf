/** Two ranges of one metric beside each other, by numbers that a test writes down. */
import { finish } from "../../src/async/work.ts";
import type { Dimension } from "../../src/catalog/dimensions.ts";
import { compare, type ComparedTable } from "../../src/table/compare.ts";
import type { NumberColumn } from "../../src/table/table.ts";
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

/** A column of the first metric. */
export const columnOf = (
  { columns }: ComparedTable,
  number: string,
  isOfSame = false,
): NumberColumn => {
  const found = columns.find((one) => one.number === number && one.isOfSame === isOfSame);
  if (found === undefined) throw new Error(`no column ${number}`);
  return found;
};

/** The numbers of the first metric, by row: of all profiles, or of the same ones. */
export const lists = (
  table: ComparedTable,
  isOfSame = false,
): Record<"now" | "before" | "change" | "percent" | "perDay", readonly number[]> => {
  const at = (number: string): readonly number[] => [...columnOf(table, number, isOfSame).values];
  return {
    now: at("value"),
    before: at("previous"),
    change: at("change"),
    percent: at("change_percent"),
    perDay: at("per_day"),
  };
};

export const contributions = (table: ComparedTable): readonly number[] => [
  ...columnOf(table, "contribution").values,
];

/** The sides of a break. */
export const parts = ({ columns }: ComparedTable): readonly (readonly [string, number[]])[] =>
  columns.flatMap(({ number = "value", values }) =>
    number.startsWith("part ") ? [[number.slice(5), [...values]] as const] : [],
  );
