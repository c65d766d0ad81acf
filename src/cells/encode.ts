/** A grid of numbers as bytes: the length of the head, the head as JSON, the numbers as they are in memory. */

export function encodeGrid(
  head: object,
  ...lists: readonly (Float64Array | Int32Array)[]
): Uint8Array {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const numbers = lists.map((list) => Buffer.from(list.buffer, list.byteOffset, list.byteLength));
  return Buffer.concat([length, text, ...numbers]);
}

/** The head as JSON text, and the memory of the numbers. */
export function decodeGrid(bytes: Uint8Array): { head: string; numbers: ArrayBuffer } {
  const content = Buffer.from(bytes);
  const end = 4 + content.readUInt32LE(0);
  const numbers = new Uint8Array(content.subarray(end)).buffer;
  return { head: content.toString("utf8", 4, end), numbers };
}
