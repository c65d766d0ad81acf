/** A grid of numbers as bytes: the length of the head, the head as JSON, the numbers as they are in memory. */

export function encodeGrid(head: object, values: Float64Array): Uint8Array {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const numbers = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([length, text, numbers]);
}

/** @throws where the bytes are damaged. The head has the shape that was encoded. */
export function decodeGrid<Head>(bytes: Uint8Array): { head: Head; values: Float64Array } {
  const content = Buffer.from(bytes);
  const end = 4 + content.readUInt32LE(0);
  const head: Head = JSON.parse(content.toString("utf8", 4, end));
  return { head, values: new Float64Array(new Uint8Array(content.subarray(end)).buffer) };
}
