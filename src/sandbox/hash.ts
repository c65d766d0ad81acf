/** The hashes that make the sandbox's data the same on every machine, and the memory for what is computed from them. */

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

/** Returns the function with a cache of its results, which every number of the sandbox needs again. */
export function remembered<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new Map<Key, Made>();
  return (key) => {
    const knownResult = known.get(key);
    if (knownResult !== undefined) return knownResult;
    const result = make(key);
    known.set(key, result);
    return result;
  };
}

/** Returns a hash of a text; there are few distinct texts. */
export const textHash = remembered((text: string) => {
  let state = 7;
  for (let index = 0; index < text.length; index += 1)
    state = (Math.imul(state, 31) + text.charCodeAt(index)) | 0;
  return state >>> 0;
});
