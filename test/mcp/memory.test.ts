import { expect, test } from "vitest";
import { Memory } from "../../src/mcp/memory.ts";

const never = async (): Promise<string[]> => {
  throw new Error("asked again");
};

test("what fails for one caller does not fail for another who waits on it", async () => {
  const memory = new Memory<string[]>("lists", { now: () => 0, seconds: 60 });
  const cancelled = memory.get("list", async () => {
    throw new Error("cancelled");
  });
  const others = [1, 2].map(() => memory.get("list", async () => ["a"]));
  await expect(cancelled).rejects.toThrow("cancelled");
  expect(await Promise.all(others)).toEqual([["a"], ["a"]]);
  expect(await memory.get("list", never)).toEqual(["a"]);
});

test("the least recently used leave when the bytes are spent", async () => {
  const memory = new Memory<string[]>("lists", {
    now: () => 0,
    seconds: 60,
    maxBytes: 5,
    bytesOf: (list) => list.length,
  });
  for (const name of ["a", "b", "c"]) await memory.get(name, async () => [name, name]);
  expect(await memory.get("c", never)).toEqual(["c", "c"]);
  await expect(memory.get("a", never)).rejects.toThrow("asked again");
});
