/** Packed numbers come back exactly. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { pack, unpack } from "../../src/cells/pack.ts";

const length = 10_000;

/** A grid that is large enough to be packed, with some numbers of its own. */
const gridOf = (numbers: readonly number[]): Float64Array =>
  Float64Array.from({ length }, (_, at) => numbers[at] ?? at % 1000);

test("every number comes back as it was: missing ones, fractions, minus zero, large ones", () => {
  const number = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(Number.NaN, -0, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, Number.POSITIVE_INFINITY),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 50 }), (numbers) => {
      const grid = gridOf(numbers);
      expect(Object.is(unpack(pack(grid)), grid) || sameNumbers(unpack(pack(grid)), grid)).toBe(
        true,
      );
    }),
  );
});

const sameNumbers = (one: Float64Array, other: Float64Array): boolean =>
  one.length === other.length && one.every((value, at) => Object.is(value, other[at]));

test("whole numbers take half of the memory", () => {
  const grid = gridOf([1, Number.NaN, -5]);
  expect(pack(grid).byteLength).toBe(grid.byteLength / 2);
});
