/** Answers are small: three questions of growing size, counted in o200k_base tokens. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { answerWithWire } from "../helpers/sandbox-api.ts";
import { withoutIds } from "../helpers/connect.ts";
import queries from "../helpers/queries.json";
import { remembered } from "../../src/sandbox/hash.ts";
import { replyText } from "../../src/answers/replies/layout.ts";
import { estimateTokens } from "../../src/base/text/tokens.ts";

interface Asked {
  readonly text: string;
  readonly wire: string;
}

const ask = remembered(async (name: string): Promise<Asked> => {
  const size = queries.find((query) => query.name === name);
  if (size === undefined) throw new Error(`no question ${name}`);
  const { answer, wire } = await answerWithWire(size);
  return { text: replyText(answer.content), wire };
});

test("Q1: the exact table, each row with its date, no larger than the API's own JSON", async () => {
  const { text, wire } = await ask("Q1");
  expect(text).not.toContain("condensed");
  expect(text.match(/^10-\d{2}\|/gm)).toHaveLength(30);
  expect(countTokens(text)).toBeLessThanOrEqual(countTokens(wire));
});

test.each([
  ["Q2", 1000],
  ["Q3", 1800],
])("%s: at most %d tokens: totals first, then the leading profiles", async (name, most) => {
  const { text } = await ask(name);
  // The id of a result is random, and so are its tokens.
  expect(countTokens(withoutIds(text))).toBeLessThanOrEqual(most);
  expect(text).toMatch(/\n\nmetric\|profiles\|total/);
  expect(text).toMatch(/^(#\|)?profile\|fans_change/m);
  expect(text).toMatch(/^result:\/\/r\w+\.csv$/m);
});

test.each(["Q1", "Q2", "Q3"])(
  "%s: the estimate errs on the high side, and not by much",
  async (name) => {
    const { text } = await ask(name);
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThanOrEqual(1);
    expect(ratio).toBeLessThan(1.3);
  },
);
