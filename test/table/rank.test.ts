/** The highest numbers of a list, found without sorting all of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withheld } from "../../src/numbers/cells/states.ts";
import { rankedPlaces } from "../../src/numbers/table/rank.ts";

const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(Number.NaN, withheld));

test("the first places are those of the whole order, also where numbers are equal or missing", () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), fc.nat({ max: 12 }), (numbers, most) => {
      expect(rankedPlaces(numbers, most)).toEqual(rankedPlaces(numbers).slice(0, most));
    }),
    { numRuns: 2000 },
  );
  expect(rankedPlaces([5, Number.NaN, 9, 5, withheld])).toEqual([2, 0, 3]);
});
