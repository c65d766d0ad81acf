/** The requests of an analyst's day. */
import { expect, test } from "vitest";
import { countDay } from "../helpers/analyst-day.ts";

test("30 questions take at most a third of the requests that exact repeats alone would leave", async () => {
  const { withoutCache, exactRepeats, asBuilt } = await countDay();
  expect(exactRepeats).toBeLessThan(withoutCache);
  expect(asBuilt).toBeLessThanOrEqual(exactRepeats / 3);
}, 120_000);
