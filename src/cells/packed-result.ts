/** Results as they are stored: whole numbers take half of the space. */
import type { Cells } from "./cells.ts";
import type { DayValues } from "./day-values.ts";
import { packed, PackedNumbers } from "./packed-numbers.ts";
import type { Result } from "./result.ts";

type Stored = PackedNumbers["stored"];
type PackedDays = Omit<DayValues, "lists"> & { readonly stored: readonly Stored[] };
type PackedCells = Omit<Cells, "values"> & { readonly stored: Stored };
export type PackedResult = Omit<Result, "days" | "split" | "own"> & {
  readonly days: PackedDays;
  readonly split: PackedDays | undefined;
  readonly own: PackedCells | undefined;
};

const pack = (values: Float64Array): Stored => packed(values).stored;
const unpack = (stored: Stored): Float64Array => new PackedNumbers(stored).unpacked();

const packDays = ({ lists, ...days }: DayValues): PackedDays => ({
  ...days,
  stored: lists.map(pack),
});

const unpackDays = ({ stored, ...days }: PackedDays): DayValues => ({
  ...days,
  lists: stored.map(unpack),
});

const packCells = ({ values, ...cells }: Cells): PackedCells => ({
  ...cells,
  stored: pack(values),
});

const unpackCells = ({ stored, ...cells }: PackedCells): Cells => ({
  ...cells,
  values: unpack(stored),
});

export const packResult = ({ days, split, own, ...result }: Result): PackedResult => ({
  ...result,
  days: packDays(days),
  split: split && packDays(split),
  own: own && packCells(own),
});

/** @throws TypeError for what `packResult` did not make. */
export const unpackResult = ({ days, split, own, ...result }: PackedResult): Result => ({
  ...result,
  days: unpackDays(days),
  split: split && unpackDays(split),
  own: own && unpackCells(own),
});
