/** Results as they are stored: whole numbers take half of the space. */
import type { Cells } from "./cells.ts";
import { packed, PackedNumbers } from "./packed-numbers.ts";
import type { Result } from "./result.ts";

/** A grid whose numbers are stored ones. */
type PackedCells = Omit<Cells, "values"> & Pick<PackedNumbers, "stored">;
export type PackedResult = Omit<Result, "days" | "split" | "own"> & {
  readonly days: PackedCells;
  readonly split: PackedCells | undefined;
  readonly own: PackedCells | undefined;
};

const pack = ({ values, ...cells }: Cells): PackedCells => ({
  ...cells,
  stored: packed(values).stored,
});

const unpack = ({ stored, ...cells }: PackedCells): Cells => ({
  ...cells,
  values: new PackedNumbers(stored).unpacked(),
});

export const packResult = ({ days, split, own, ...result }: Result): PackedResult => ({
  ...result,
  days: pack(days),
  split: split && pack(split),
  own: own && pack(own),
});

/** @throws TypeError for what `packResult` did not make. */
export const unpackResult = ({ days, split, own, ...result }: PackedResult): Result => ({
  ...result,
  days: unpack(days),
  split: split && unpack(split),
  own: own && unpack(own),
});
