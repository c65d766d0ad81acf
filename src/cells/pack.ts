/** Large grids of whole numbers in half of their memory. */

/** Stands for a missing number: no grid that is packed has it. */
const missing = -(2 ** 31);

/** Fewer numbers are not worth the time. */
const least = 10_000;

export type Packed = Float64Array | Int32Array;

/** Returns the numbers as they are where they are few, or not all whole and small. */
export function pack(values: Float64Array): Packed {
  if (values.length < least) return values;
  const packed = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) packed[at] = missing;
    else if ((value | 0) === value && value !== missing && !Object.is(value, -0))
      packed[at] = value;
    else return values;
  }
  return packed;
}

/** The number at a place. */
export function numberAt(packed: Packed, at: number): number {
  const value = packed[at] ?? Number.NaN;
  return value === missing && packed instanceof Int32Array ? Number.NaN : value;
}

export function unpack(packed: Packed): Float64Array {
  if (packed instanceof Float64Array) return packed;
  const values = Float64Array.from(packed);
  for (let at = 0; at < values.length; at += 1) if (values[at] === missing) values[at] = Number.NaN;
  return values;
}
