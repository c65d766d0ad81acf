/** The address of a piece takes what read_result takes, and nothing else. */
import { expect, test } from "vitest";
import { ourLimits } from "../../src/catalog/limits.ts";
import { pieceNamed } from "../../src/answers/replies/piece-id.ts";
import { longestBlock } from "../helpers/longest-block.ts";
import { withResult } from "../helpers/results.ts";

const repeated = (argument: string, count: number): string =>
  Array.from({ length: count }, (_, place) => `${argument}=${place}`).join("&");

test.each([
  ["101 metrics", repeated("metrics", 101)],
  ["10,000 ratios", repeated("metrics", 10_000)],
  ["21 conditions", repeated("where", 21)],
  ["20,000 conditions", repeated("where", 20_000)],
  ["a long text", `sort_by=${"x".repeat(201)}`],
  ["a long entry", `metrics=${"x".repeat(201)}`],
])("%s name no piece", (_, name) => {
  expect(pieceNamed(name)).toBeUndefined();
});

test("what read_result takes is a piece", () => {
  const { metricsPerCall, conditions } = ourLimits;
  expect(pieceNamed(repeated("metrics", metricsPerCall))?.metrics).toHaveLength(metricsPerCall);
  expect(pieceNamed(repeated("where", conditions))?.where).toHaveLength(conditions);
});

test("addresses of any length are answered at once, by tools and as resources", async () => {
  const { client, call, failing, result } = await withResult();
  const addresses = [
    `${result}${"~top=1".repeat(100_000)}`,
    `${result}${"~top=1".repeat(5)}`,
    `${result}~${repeated("metrics", 10_000)}`,
    `${result}~${repeated("where", 20_000)}`,
    "~".repeat(1_000_000),
  ];
  const block = await longestBlock(async () => {
    for (const address of addresses) {
      await expect(client.readResource({ uri: `result://${address}.csv` })).rejects.toThrow(/./);
      for (const tool of ["read_result", "chart_result"]) {
        const { text } = await failing(tool, { result: address });
        expect(text).toMatch(/^(not_found|invalid_input): /);
      }
    }
  });
  expect(block).toBeLessThan(1000);
  const { text } = await call("read_result", { result: `${result}~top=1` });
  expect(text).toContain("facebook");
});
