/** The requests of an analyst's day, as `npm run bench` prints them. */
import { expect, test } from "vitest";
import { countDay } from "../../bench/day.ts";

test("30 questions take at most a third of the requests that exact repeats alone would leave", async () => {
  const { withoutCache, exactRepeats, asBuilt } = await countDay();
  expect(exactRepeats).toBeLessThan(withoutCache);
  expect(asBuilt).toBeLessThanOrEqual(exactRepeats / 3);
}, 120_000);
