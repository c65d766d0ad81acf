/**
 * Reads a stream of bytes as UTF-8 text.
 * @param onChunk is called before each chunk is stored; an error that it throws ends the reading.
 * @throws the error of `tooLargeError` as soon as more than `maxBytes` have come.
 */
export async function readBounded(
  stream: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  tooLargeError: () => Error,
  onChunk: (chunk: Uint8Array) => void | Promise<void> = () => {},
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLargeError();
    await onChunk(chunk);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
