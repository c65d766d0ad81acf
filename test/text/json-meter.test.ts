/** JSON is measured as it arrives, so that what would take too long to parse is rejected before. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonMeter } from "../../src/base/text/json-meter.ts";

const limits = { values: 20, members: 10, depth: 5 };

function exceededBy(text: string, chunkLength = 1000, bounds = limits): string | undefined {
  const meter = new JsonMeter(bounds);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkLength) {
    meter.add(bytes.subarray(at, at + chunkLength));
  }
  return meter.exceeded();
}

interface Counts {
  readonly values: number;
  readonly members: number;
  readonly depth: number;
}

function countsOf(value: unknown): Counts {
  if (typeof value !== "object" || value === null) return { values: 1, members: 0, depth: 0 };
  const inner = Object.values(value).map(countsOf);
  const sum = (key: "values" | "members"): number =>
    inner.reduce((total, counts) => total + counts[key], 0);
  return {
    values: 1 + sum("values"),
    members: (Array.isArray(value) ? 0 : inner.length) + sum("members"),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

test("every JSON within the limits passes, every other is rejected, however it is cut into chunks", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.integer({ min: 1, max: 9 }), (text, chunkLength) => {
      const { values, members, depth } = countsOf(JSON.parse(text));
      const exact = { values, members, depth };
      const exceeds = (bounds: Counts): boolean =>
        exceededBy(text, chunkLength, bounds) !== undefined;
      // Empty lists and objects count as one more.
      expect(exceeds({ ...exact, values: values * 2 })).toBe(false);
      expect(exceeds({ ...exact, values: values - 1 })).toBe(true);
      expect(exceeds({ ...exact, members: members - 1 })).toBe(true);
      expect(exceeds({ ...exact, depth: depth - 1 })).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["a list of many values", `[${"1,".repeat(25)}1]`, "more than 20 values"],
  ["many empty objects", `[${"{},".repeat(15)}{}]`, "more than 20 values"],
  ["an object of many members", `{${'"a":1,'.repeat(12)}"b":1}`, "more than 10 named values"],
  ["deep lists", "[".repeat(6), "more than 5 levels"],
  ["deep objects that never end", '{"a":'.repeat(6), "more than 5 levels"],
])("rejects %s", (_, text, problem) => {
  expect(exceededBy(text)).toBe(problem);
});

test("characters within strings do not count", () => {
  const text = JSON.stringify('[{,:"\\'.repeat(100));
  for (const chunkLength of [1, 2, 3, 1000]) expect(exceededBy(text, chunkLength)).toBeUndefined();
});
