/** Logins that are longer than an entry of their store: divided, whole again, and replaced in one step. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { dividedEntries, type Entries } from "../../src/suite/credentials/divided-entries.ts";
import { drawing, repetitions } from "../helpers/repetitions.ts";

/** The shortest that holds the entry which names the parts. */
const maxLength = 50;

/** A store that rejects longer texts. @param turn waits before each step. */
function shortEntries(turn: () => Promise<void> = async () => {}) {
  const texts = new Map<string, string>();
  const entries: Entries = {
    async get(name) {
      await turn();
      return texts.get(name);
    },
    async set(name, text) {
      await turn();
      if (text.length > maxLength) throw new Error("the entry is too long");
      expect(text).not.toMatch(/[\uD800-\uDBFF]$/);
      texts.set(name, text);
    },
    async delete(name) {
      await turn();
      return texts.delete(name);
    },
    accounts: async () => [...texts.keys()],
  };
  return { texts, divided: dividedEntries(entries, maxLength) };
}

/** One of two is longer than an entry. */
const login = fc.oneof(
  fc.string({ maxLength, unit: "grapheme-ascii" }),
  fc.string({ minLength: 60, maxLength: 300, unit: "grapheme", size: "max" }),
);

test("any texts come back whole, and nothing is left of what was replaced or deleted", async () => {
  let divisions = 0;
  const step = fc.tuple(fc.constantFrom("work", "home"), fc.option(login));
  await fc.assert(
    fc.asyncProperty(fc.array(step), async (steps) => {
      const { texts, divided } = shortEntries();
      const expected = new Map<string, string>();
      /** What both say of each deletion. */
      const deletions: boolean[] = [];
      for (const [account, text] of steps) {
        if (text === null) {
          deletions.push(await divided.delete(account));
          deletions.push(expected.delete(account));
        } else {
          await divided.set(account, text);
          expected.set(account, text);
        }
      }
      expect(deletions.filter((_, at) => at % 2 === 0)).toEqual(
        deletions.filter((_, at) => at % 2 === 1),
      );
      for (const [account, text] of expected) expect(await divided.get(account)).toBe(text);
      expect((await divided.accounts()).toSorted()).toEqual([...expected.keys()].toSorted());
      const named = [...texts.values()].map((text) => /^parts\/\S+\/(\d+)$/.exec(text)?.[1] ?? "0");
      expect(texts.size).toBe(named.reduce((sum, count) => sum + Number(count), expected.size));
      divisions += named.filter((count) => count !== "0").length;
    }),
    drawing(100, 2000, 1),
  );
  expect(divisions).toBeGreaterThan(20);
});

test("a reader finds the old login or the new one, whenever it reads", async () => {
  const outcomes = new Set<string>();
  const long = { minLength: 2 * maxLength, maxLength: 300 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.string(long), fc.string(long), async (order, old, next) => {
      let isScheduled = false;
      const turn = async (): Promise<void> => {
        if (isScheduled) await order.schedule(Promise.resolve());
      };
      const { divided } = shortEntries(turn);
      await divided.set("work", old);
      isScheduled = true;
      const [read] = await order.waitFor(
        Promise.all([divided.get("work"), divided.set("work", next)]),
      );
      expect([old, next]).toContain(read);
      outcomes.add(read === old ? "old" : "new");
    }),
    { numRuns: repetitions(200, 5000) },
  );
  expect(outcomes.size).toBe(2);
});

test("a login of which a part is missing is no login, and is replaced", async () => {
  const { texts, divided } = shortEntries();
  await divided.set("work", "x".repeat(200));
  const part = [...texts.keys()].find((name) => name.endsWith("/2"));
  texts.delete(part ?? "");
  expect(await divided.get("work")).toBe("");
  await divided.set("work", "y".repeat(120));
  expect(await divided.get("work")).toBe("y".repeat(120));
  expect(texts.size).toBe(4);
});

test("a login that cannot be stored leaves nothing, and the previous one stays", async () => {
  let left = Number.POSITIVE_INFINITY;
  const { texts, divided } = shortEntries(async () => {
    left -= 1;
    if (left === 0) throw new Error("the store is full");
  });
  await divided.set("work", "x".repeat(200));
  const before = new Map(texts);
  // The first step reads the login; each of the others stores a part or the entry.
  for (let step = 2; step <= 6; step += 1) {
    left = step;
    await expect(divided.set("work", "y".repeat(200))).rejects.toThrow("the store is full");
    expect(texts).toEqual(before);
  }
});
