/** A prompt reads little: the replies to its calls for 250 profiles, in o200k_base tokens. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { callsIn, textOf, written } from "../helpers/prompts.ts";
import { idOf } from "../helpers/results.ts";

/** Three charts, each described in words beside its picture. */
const most: Readonly<Record<string, number>> = { report_with_charts: 2100 };

test.each(written)("%s %j: small replies", async (name, given) => {
  const connected = await connect({ profiles: 250, isMadeUp: true });
  const counts: number[] = [];
  let result = "";
  for (const { tool, input } of callsIn(await textOf(connected, name, given))) {
    const asked = "result" in input ? { ...input, result } : input;
    const { text } = await connected.call(tool, asked);
    counts.push(countTokens(text));
    result ||= idOf(text);
  }
  const sum = counts.reduce((total, count) => total + count, 0);
  expect(sum > (most[name] ?? 1500) ? counts : []).toEqual([]);
});
