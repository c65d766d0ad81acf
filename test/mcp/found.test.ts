/** Tools are found by the words of analysts, among two hundred tools of others, by the rankers of hosts. */
import { expect, test } from "vitest";
import * as z from "zod";
import { connect } from "../helpers/connect.ts";
import {
  bm25,
  namesOnly,
  regularExpressions,
  type Ranker,
  type Searchable,
} from "../helpers/rankers.ts";
import foreignTools from "./search/foreign-tools.json" with { type: "json" };
import strangers from "./search/strangers.json" with { type: "json" };
import phrases from "./search/phrases.json" with { type: "json" };

const shape = z.object({
  properties: z.record(z.string(), z.object({ description: z.string().default("") })).default({}),
});

async function ourTools(): Promise<Searchable[]> {
  const { client } = await connect();
  const { tools } = await client.listTools();
  return tools.map(({ name, description = "", inputSchema }) => ({
    name,
    description,
    parameters: Object.fromEntries(
      Object.entries(shape.parse(inputSchema).properties).map(([key, property]) => [
        key,
        property.description,
      ]),
    ),
  }));
}

/** Whether each phrase has one of its tools among the first five. */
function foundBy(
  ranker: Ranker,
  tools: readonly Searchable[],
  searches: typeof phrases = phrases,
): boolean[] {
  const rank = ranker(tools);
  return searches.map(({ phrase, tools: right }) =>
    rank(phrase)
      .slice(0, 5)
      .some((name) => right.includes(name)),
  );
}

test("sixty phrases of analysts", async () => {
  const tools = [...(foreignTools as Searchable[]), ...(await ourTools())];
  const [words, expressions, names] = [bm25, regularExpressions, namesOnly].map((ranker) =>
    foundBy(ranker, tools),
  );
  const missed = (hits: readonly boolean[] = []): string[] =>
    phrases.flatMap(({ phrase }, at) => (hits[at] === true ? [] : [phrase]));
  const either = words?.map((isFound, at) => isFound || expressions?.[at] === true);
  expect(phrases).toHaveLength(60);
  // At least 48 of 60 by words, 52 by expressions, 55 by either; names alone find fewer.
  expect(missed(words).slice(12)).toEqual([]);
  expect(missed(expressions).slice(8)).toEqual([]);
  expect(missed(either).slice(5)).toEqual([]);
  expect(missed(names).length).toBeLessThan(50);
});

test("sixty phrases of a stranger, who had not read the descriptions", async () => {
  const tools = [...(foreignTools as Searchable[]), ...(await ourTools())];
  const [words = [], expressions = []] = [bm25, regularExpressions].map((ranker) =>
    foundBy(ranker, tools, strangers),
  );
  const either = words.map((isFound, at) => isFound || expressions[at] === true);
  const countOf = (hits: readonly boolean[]): number => hits.filter(Boolean).length;
  expect(strangers).toHaveLength(60);
  expect(countOf(words)).toBeGreaterThanOrEqual(48);
  expect(countOf(expressions)).toBeGreaterThanOrEqual(52);
  expect(countOf(either)).toBeGreaterThanOrEqual(55);
});
