/** Work waits for the memory of what it makes, and returns it with its turn. */
import { expect, test } from "vitest";
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import type { Work } from "../../src/base/async/work.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { never } from "../helpers/in-memory.ts";

const MiB = 2 ** 20;

function* making(...sizes: readonly number[]): Work<string> {
  for (const size of sizes) yield size;
  return "made";
}

test("the memory is taken until the turn is over, up to half of that of the server", async () => {
  const memory = new MemoryBudget(64 * MiB);
  const slice = new TimeSlice(never, never, memory);
  expect(await slice.run(making(10 * MiB))).toBe("made");
  expect(memory.used).toBe(10 * MiB);
  expect(await slice.run(making(20 * MiB, 20 * MiB, 20 * MiB))).toBe("made");
  expect(memory.used).toBe(32 * MiB);
  slice.release();
  expect(memory.used).toBe(0);
});

test("work waits for the memory that others have", async () => {
  const memory = new MemoryBudget(64 * MiB);
  const [first, second] = [1, 2].map(() => new TimeSlice(never, never, memory));
  await first?.run(making(30 * MiB));
  const order: string[] = [];
  const waiting = second?.run(making(30 * MiB)).then(() => order.push("second"));
  await first?.run(making(1));
  order.push("first");
  first?.release();
  await waiting;
  expect(order).toEqual(["first", "second"]);
});

test("what the server cannot hold is refused before it is made", async () => {
  const slice = new TimeSlice(never, never, new MemoryBudget(64 * MiB));
  await expect(slice.run(making(65 * MiB))).rejects.toThrow(
    /^limit_exceeded: this takes 65 MiB of memory, and the server has 64 MiB\nAsk for fewer/,
  );
});
