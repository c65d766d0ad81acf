/** Large grids of whole numbers in half of their memory. */

/** Stands for a missing number: no grid that is packed has it. */
const missing = -(2 ** 31);

/** Fewer numbers are not worth the time. */
const least = 10_000;

export type Packed = Float64Array | Int32Array;

/** Returns the numbers as they are where they are few, or not all whole and small. */
export function pack(values: Float64Array): Packed {
  if (values.length < least || !values.every(isPackable)) return values;
  const packed = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    packed[at] = Number.isNaN(value) ? missing : value;
  }
  return packed;
}

/** Minus zero is not: it would come back as zero. */
const isPackable = (value: number): boolean =>
  Number.isNaN(value) ||
  (Math.trunc(value) === value && Math.abs(value) < -missing && !Object.is(value, -0));

/** The number at a place. */
export function numberAt(packed: Packed, at: number): number {
  const value = packed[at] ?? Number.NaN;
  return value === missing && packed instanceof Int32Array ? Number.NaN : value;
}

export function unpack(packed: Packed): Float64Array {
  if (packed instanceof Float64Array) return packed;
  const values = new Float64Array(packed);
  for (let at = 0; at < values.length; at += 1) if (values[at] === missing) values[at] = Number.NaN;
  return values;
}
