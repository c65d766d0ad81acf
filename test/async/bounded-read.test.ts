import { expect, test } from "vitest";
import { readBounded } from "../../src/base/async/bounded-read.ts";

const tooLargeError = (): Error => new Error("too large");

async function* streamOf(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

test("characters that are split between chunks are read whole", async () => {
  const bytes = Buffer.from("Žofín");
  const chunks = [...bytes].map((byte) => Buffer.from([byte]));
  expect(await readBounded(streamOf(...chunks), bytes.length, tooLargeError)).toBe("Žofín");
});

test("a stream that exceeds the limit is not read to its end", async () => {
  let produced = 0;
  let isClosed = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        produced += 1;
        yield Buffer.alloc(10);
      }
    } finally {
      isClosed = true;
    }
  }
  await expect(readBounded(endless(), 25, tooLargeError)).rejects.toThrow("too large");
  expect({ produced, isClosed }).toEqual({ produced: 3, isClosed: true });
});
