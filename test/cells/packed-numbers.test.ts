/** Packed numbers come back exactly. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { packed, PackedNumbers } from "../../src/numbers/cells/packed-numbers.ts";

const length = 10_000;

/** A grid that is large enough to be packed, with some numbers of its own in the middle. */
const gridOf = (numbers: readonly number[]): Float64Array =>
  Float64Array.from({ length }, (_, at) => numbers[at - length / 2] ?? at % 1000);

test("every number comes back as it was: missing ones, fractions, minus zero, large ones", () => {
  const number = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(Number.NaN, -0, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, Number.POSITIVE_INFINITY),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 50 }), (numbers) => {
      const grid = gridOf(numbers);
      const read = packed(grid);
      const again = new PackedNumbers(read.stored);
      for (const copy of [read, again]) {
        expect(copy.length).toBe(length);
        expect(isSame(copy.unpacked(), grid)).toBe(true);
        expect(copy.some((value, at) => !Object.is(value, grid[at]))).toBe(false);
      }
    }),
  );
});

const isSame = (left: Float64Array, right: Float64Array): boolean =>
  left.length === right.length && left.every((value, at) => Object.is(value, right[at]));

test("whole numbers take half of the memory", () => {
  const grid = gridOf([1, Number.NaN, -5]);
  expect(packed(grid).stored.byteLength).toBe(grid.byteLength / 2);
  expect(packed(gridOf([0.5])).stored.byteLength).toBe(grid.byteLength);
});

test("few numbers are not packed, and none is copied", () => {
  const few = packed(Float64Array.of(1, 2));
  expect(few.unpacked()).toBe(few.stored);
});
