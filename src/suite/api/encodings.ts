/** Bodies that a proxy has compressed although nobody asked for it (RFC 9110, section 8.4). */
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const decoders = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
  ["deflate", createInflate],
]);

/**
 * Returns the body as it was before it was compressed.
 * @param codings the header Content-Encoding: the last coding that was applied is the last one named.
 */
export function decompressed(body: Readable, codings: string | string[] | undefined): Readable {
  const names = String(codings ?? "")
    .toLowerCase()
    .split(",")
    .toReversed();
  return names.reduce((encoded, name) => {
    const decoder = decoders.get(name.trim());
    // A failure destroys the last stream, whose reader gets the error.
    return decoder === undefined ? encoded : pipeline(encoded, decoder(), () => {});
  }, body);
}
