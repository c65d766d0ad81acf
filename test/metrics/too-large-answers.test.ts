/** An answer above the bounds of this server is not read: its request is halved, as one that the API rejects as too large. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = {
  network: "facebook",
  metrics: ["insights_views", "insights_reach"],
  dimensions: ["profile", "date.day"],
  date_start: "2026-01-01",
  date_end: "2026-10-31",
};

test("every number of the question arrives, and the next question knows the size", async () => {
  const reference = await connect({ profiles: 40 });
  const expected = await reference.call("get_profile_metrics", question);
  const small = await connect({ profiles: 40, transport: { maxAnswerBytes: 60_000 } });
  const { text } = await small.call("get_profile_metrics", question);
  const csvOf = (connected: typeof reference, reply: string): Promise<string> =>
    readCsv(connected, `result://${idOf(reply)}.csv`);
  expect(await csvOf(small, text)).toBe(await csvOf(reference, expected.text));

  const sent = small.sandbox.requests("metrics").length;
  const earlier = { ...question, date_start: "2025-01-01", date_end: "2025-10-31" };
  await small.call("get_profile_metrics", earlier);
  const again = small.sandbox.requests("metrics").length - sent;
  // Halving stops at the size that was learned.
  expect(again).toBeLessThan(sent);
});
