import { expect, test } from "vitest";
import { Memory } from "../../src/connection/cached.ts";

const asking = { signal: new AbortController().signal };

const never = async (): Promise<string[]> => {
  throw new Error("asked again");
};

test("what fails for one caller does not fail for another who waits on it", async () => {
  const memory = new Memory<string[]>("lists", { now: () => 0, seconds: 60 });
  const cancelled = memory.get(
    "list",
    async () => {
      throw new Error("cancelled");
    },
    asking,
  );
  const others = [1, 2].map(() => memory.get("list", async () => ["a"], asking));
  await expect(cancelled).rejects.toThrow("cancelled");
  expect(await Promise.all(others)).toEqual([["a"], ["a"]]);
  expect(await memory.get("list", never, asking)).toEqual(["a"]);
});

test("the least recently used leave when the bytes are spent", async () => {
  const memory = new Memory<string[]>("lists", {
    now: () => 0,
    seconds: 60,
    maxBytes: 5,
    bytesOf: (list) => list.length,
  });
  for (const name of ["a", "b", "c"]) {
    await memory.get(name, async () => [name, name], asking);
  }
  expect(await memory.get("c", never, asking)).toEqual(["c", "c"]);
  await expect(memory.get("a", never, asking)).rejects.toThrow("asked again");
});

test("who gives up does not wait for another's answer", async () => {
  const memory = new Memory<string[]>("lists", { now: () => 0, seconds: 60 });
  let answer: ((list: string[]) => void) | undefined;
  const asked = new Promise<string[]>((resolve) => (answer = resolve));
  const first = memory.get("list", () => asked, asking);
  const leaving = new AbortController();
  const second = memory.get("list", never, { signal: leaving.signal });
  leaving.abort(new Error("gave up"));
  await expect(second).rejects.toThrow("gave up");
  answer?.(["a"]);
  expect(await first).toEqual(["a"]);
});
