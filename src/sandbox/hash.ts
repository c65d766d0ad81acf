/** Hashes that make the sandbox's data, the same on every machine. */

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

const textHashes = new Map<string, number>();

/** Returns a hash of a text. It is cached, because every number needs it and there are few distinct texts. */
export function textHash(text: string): number {
  const cached = textHashes.get(text);
  if (cached !== undefined) return cached;
  let state = 7;
  for (let index = 0; index < text.length; index += 1) {
    state = (Math.imul(state, 31) + text.charCodeAt(index)) | 0;
  }
  textHashes.set(text, state >>> 0);
  return state >>> 0;
}
