/** Compares numbers of a CSV with expected ones. */
import assert from "node:assert/strict";

/**
 * Integers are equal; other numbers differ by at most a 1e-9th of the expected one, or of 1.
 * @throws where they differ, or where one is missing.
 */
export function assertClose(actual: number | null, expected: number | null, where: string): void {
  if (actual === null || expected === null || Number.isInteger(expected)) {
    assert.equal(actual, expected, where);
    return;
  }
  const tolerance = 1e-9 * Math.max(1, Math.abs(expected));
  assert(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} for ${where}`);
}
