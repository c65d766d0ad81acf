/** The memory of a process is bounded, and shared fairly. */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryBudget, type Owner } from "../../src/base/memory/budget.ts";
import type { Shelf } from "../../src/base/memory/shelf.ts";
import { never } from "../helpers/in-memory.ts";

const kilobyte = 1024;
const mebibyte = 1024 * kilobyte;

const fill = (shelf: Shelf<string>, count: number, bytes: number, prefix = "key"): void => {
  for (let at = 0; at < count; at += 1) shelf.set(`${prefix}${at}`, "value", bytes);
};

test("whatever is stored and read, the bound holds, and the bytes in use are those of the entries", () => {
  const step = fc.record({
    shelf: fc.nat(5),
    key: fc.nat(9).map(String),
    bytes: fc.nat(300 * kilobyte),
    action: fc.constantFrom("set", "get", "delete"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new MemoryBudget(mebibyte);
      const outcomes = new Set([true]);
      const owners = [budget.owner(), budget.owner(), budget.owner()];
      const shelves = owners.flatMap((owner) => [owner.shelf<string>(), owner.shelf<string>()]);
      for (const { shelf: at, key, bytes, action } of steps) {
        const shelf = shelves[at];
        if (action === "set") shelf?.set(key, key, bytes);
        else if (action === "get")
          outcomes.add(shelf?.get(key) === key || shelf?.get(key) === undefined);
        else shelf?.delete(key);
        expect(budget.used).toBeLessThanOrEqual(mebibyte);
        expect(budget.used).toBe(shelves.reduce((sum, store) => sum + store.bytes, 0));
      }
      expect([...outcomes]).toEqual([true]);
      for (const owner of owners) owner.dismiss();
      expect(budget.used).toBe(0);
    }),
  );
});

test("what was used last stays, across the shelves of an owner", () => {
  const budget = new MemoryBudget(10 * kilobyte);
  const owner = budget.owner();
  const [firstShelf, secondShelf] = [owner.shelf<string>(), owner.shelf<string>()];
  fill(firstShelf, 3, 2 * kilobyte);
  secondShelf.set("other", "value", 2 * kilobyte);
  expect(firstShelf.get("key0")).toBe("value");
  firstShelf.set("new", "value", 2 * kilobyte);
  expect([...firstShelf.keys(), ...secondShelf.keys()]).toEqual(["new", "key0", "key2", "other"]);
});

test("an owner who stores much gives way before those who store little, however long ago", () => {
  const budget = new MemoryBudget(100 * kilobyte);
  const shelfOf = (owner: Owner): Shelf<string> => owner.shelf<string>();
  const [modest, greedy] = [shelfOf(budget.owner()), shelfOf(budget.owner())];
  fill(modest, 10, kilobyte);
  fill(greedy, 500, kilobyte);
  expect(modest.keys()).toHaveLength(10);
  expect(greedy.keys().length).toBeGreaterThan(40);
  expect(greedy.keys()[0]).toBe("key499");
});

test("an entry of more than half of the budget is not kept", () => {
  const budget = new MemoryBudget(10 * kilobyte);
  const shelf = budget.owner().shelf<string>();
  shelf.set("large", "value", 6 * kilobyte);
  expect(shelf.get("large")).toBeUndefined();
  expect(budget.used).toBe(0);
});

test("answers that are being read take precedence over what is stored", async () => {
  const budget = new MemoryBudget(10 * kilobyte);
  const shelf = budget.owner().shelf<string>();
  fill(shelf, 5, kilobyte);
  const lease = budget.lease();
  await lease.grow(9 * kilobyte, never);
  expect(shelf.keys().length).toBeLessThanOrEqual(1);
  lease.release();
  lease.release();
  expect(budget.used).toBe(shelf.bytes);
});

test("an answer that does not fit waits until another has been read; the oldest never waits", async () => {
  const budget = new MemoryBudget(10 * kilobyte);
  const [first, second, third] = [budget.lease(), budget.lease(), budget.lease()];
  await first.grow(6 * kilobyte, never);
  const order: string[] = [];
  const waiting = second.grow(6 * kilobyte, never).then(() => order.push("second"));
  const leaving = new AbortController();
  const cancelled = third.grow(6 * kilobyte, leaving.signal);
  leaving.abort(new Error("cancelled"));
  await expect(cancelled).rejects.toThrow("cancelled");
  await first.grow(6 * kilobyte, never);
  order.push("first");
  first.release();
  await waiting;
  expect(order).toEqual(["first", "second"]);
  second.release();
  third.release();
  expect(budget.used).toBe(0);
});

test("what is stored after an owner was dismissed takes no memory", () => {
  const budget = new MemoryBudget(mebibyte);
  const owner = budget.owner();
  const shelf = owner.shelf<string>();
  shelf.set("early", "value", kilobyte);
  owner.dismiss();
  shelf.set("late", "value", kilobyte);
  expect([shelf.get("early"), shelf.get("late"), budget.used]).toEqual([undefined, undefined, 0]);
});

test("of several that wait for the same bytes, one gets them", async () => {
  const budget = new MemoryBudget(8 * kilobyte);
  const [first, second, ...leases] = Array.from({ length: 5 }, () => budget.lease());
  await first?.grow(4 * kilobyte, never);
  await second?.grow(2 * kilobyte, never);
  const used: number[] = [];
  const waiting = leases.map(async (lease) => {
    await lease.grow(4 * kilobyte, never);
    used.push(budget.used);
    await setImmediate();
    lease.release();
  });
  first?.release();
  expect(budget.used).toBe(2 * kilobyte);
  second?.release();
  await Promise.all(waiting);
  expect(used).toEqual([4 * kilobyte, 4 * kilobyte, 4 * kilobyte]);
});
