/** Numbers of an answer. Where they are many and all of them whole, they take half of the memory. */
import { numberAt } from "./number-at.ts";

/** Stands for a missing number among whole ones, none of which has this value. */
const missing = -(2 ** 31);

/** Fewer numbers are not worth the time. */
const least = 10_000;

export class PackedNumbers {
  readonly #isWhole: boolean;

  /** @param stored numbers, of which NaN is a missing one; or those that another instance stores. */
  constructor(readonly stored: Float64Array | Int32Array) {
    this.#isWhole = stored instanceof Int32Array;
  }

  get length(): number {
    return this.stored.length;
  }

  /** The number at a place; NaN for a missing one. */
  at(place: number): number {
    const value = numberAt(this.stored, place);
    return value === missing && this.#isWhole ? Number.NaN : value;
  }

  some(test: (value: number, place: number) => boolean): boolean {
    for (let place = 0; place < this.length; place += 1)
      if (test(this.at(place), place)) return true;
    return false;
  }

  /** The numbers, NaN for a missing one. Copies those that are packed. */
  unpacked(): Float64Array {
    if (this.stored instanceof Float64Array) return this.stored;
    const numbers = new Float64Array(this.stored);
    for (let place = 0; place < numbers.length; place += 1)
      if (numbers[place] === missing) numbers[place] = Number.NaN;
    return numbers;
  }
}

/** Packs numbers where this saves memory. @param numbers of which NaN is a missing one. */
export function packed(numbers: Float64Array): PackedNumbers {
  if (numbers.length < least || !numbers.every(isPackable)) return new PackedNumbers(numbers);
  // NaN becomes 0 here. A function for each number would take several times the memory of the numbers.
  const stored = new Int32Array(numbers);
  for (let place = 0; place < stored.length; place += 1)
    if (Number.isNaN(numbers[place])) stored[place] = missing;
  return new PackedNumbers(stored);
}

/** Minus zero is not: it would come back as zero. */
const isPackable = (value: number): boolean =>
  Number.isNaN(value) ||
  (Math.trunc(value) === value && Math.abs(value) < -missing && !Object.is(value, -0));
