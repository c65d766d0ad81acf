/** A prompt reads little: the replies to its calls for many profiles, in o200k_base tokens. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { isFull, repetitions } from "../helpers/repetitions.ts";
import { callsIn, follow, textOf, written } from "../helpers/prompts.ts";

/** Three charts, each described in words; all networks; every page without values, by name. */
const most: Readonly<Record<string, number>> = {
  report_with_charts: 2400,
  executive_summary: 320 * metricNetworks.length,
  account_health: 2500,
  content_review: 1650,
};

/** More than fit in any reply. The sandbox makes the posts of a month of each. */
const profiles = repetitions(60, 250);

/** All prompts are followed elsewhere; a third of them is counted, and all in the full tests. */
const counted = written.filter((_, at) => isFull || at % 3 === 0);

test.each(counted)("%s %j: small replies", async (name, choices) => {
  const connected = await connect({ profiles, isMadeUp: true, saveTo: temporaryFolder() });
  const replies = await follow(connected, await textOf(connected, name, choices));
  const counts = replies.map(({ text }) => countTokens(text));
  const sum = counts.reduce((total, count) => total + count, 0);
  expect(sum > (most[name] ?? 1600) ? counts : []).toEqual([]);
});

test("all messages of a report with three charts take less than 4000 tokens", async () => {
  const connected = await connect({ profiles, isMadeUp: true, saveTo: temporaryFolder() });
  const text = await textOf(connected, "report_with_charts", { network: "facebook" });
  const calls = callsIn(text).map((call) => JSON.stringify(call));
  const replies = await follow(connected, text);
  const messages = [text, ...calls, ...replies.map((reply) => reply.text)];
  const counts = messages.map((message) => countTokens(message));
  expect(counts.reduce((total, count) => total + count, 0)).toBeLessThan(4000);
});
