/** The hash that makes the sandbox's data the same on every machine. */

/** Returns a well-mixed unsigned 32-bit hash of integers. */
export function hash(...integers: readonly number[]): number {
  let state = 0x9e3779b9;
  for (const integer of integers) {
    state = Math.imul(state ^ integer, 0x85ebca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
    state ^= state >>> 16;
  }
  return state >>> 0;
}
