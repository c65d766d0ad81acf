/** Reads a stream of bytes as UTF-8 text. @throws the error of `tooLargeError` as soon as more than `maxBytes` have come. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLargeError: () => Error,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLargeError();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
