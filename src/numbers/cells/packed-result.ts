/** Results as they are stored: whole numbers take half of the space. */
import type { DayValues } from "./day-values.ts";
import { packed, PackedNumbers } from "./packed-numbers.ts";
import type { Result } from "./result.ts";

type StoredNumbers = PackedNumbers["stored"];
type PackedDays = Omit<DayValues, "lists"> & { readonly stored: readonly StoredNumbers[] };
export type PackedResult = Omit<Result, "days" | "split"> & {
  readonly days: PackedDays;
  readonly split: PackedDays | undefined;
};

const pack = (values: Float64Array): StoredNumbers => packed(values).stored;
const unpack = (stored: StoredNumbers): Float64Array => new PackedNumbers(stored).unpacked();

const packDays = ({ lists, ...days }: DayValues): PackedDays => ({
  ...days,
  stored: lists.map(pack),
});

const unpackDays = ({ stored, ...days }: PackedDays): DayValues => ({
  ...days,
  lists: stored.map(unpack),
});

export const packResult = ({ days, split, ...result }: Result): PackedResult => ({
  ...result,
  days: packDays(days),
  split: split && packDays(split),
});

/** @throws TypeError for what `packResult` did not make. */
export const unpackResult = ({ days, split, ...result }: PackedResult): Result => ({
  ...result,
  days: unpackDays(days),
  split: split && unpackDays(split),
});
