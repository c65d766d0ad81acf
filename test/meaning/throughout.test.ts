/** Levels along time: a page that ends is no fall, in the reply, in statistics and in outliers. */
import { expect, test } from "vitest";
import type { Numbers } from "../../src/sandbox/numbers.ts";
import { connect, facebookIds } from "../helpers/connect.ts";
import { idOf } from "../helpers/results.ts";

/** Each page gains a follower a day; Acme UK, by far the largest, ends. */
const numbers: Numbers = ({ name }, _, day) => {
  const days = Math.round((Date.parse(day) - Date.parse("2026-07-01")) / 86_400_000);
  if (name === "Acme UK") return day > "2026-08-10" ? null : 100_000;
  return 1000 + days;
};

test("the highest day is that of the pages with values throughout, by each route", async () => {
  const { call } = await connect({ numbers });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_lifetime"],
    profiles: facebookIds(3),
    date_start: "2026-07-01",
    date_end: "2026-10-31",
    dimensions: ["date.day"],
  });
  expect(text).toMatch(/\nfans_lifetime last, 2 throughout\|2244\|.*\|2244 on 10-31\n/);
  const result = idOf(text);
  const { text: highest } = await call("read_result", { result, statistic: "max" });
  expect(highest).toContain("\nfans_lifetime max|2244\n");
  expect(highest).toContain(
    "\nfans_lifetime: statistics are of the 2 profiles with values in the first and the last 7 days.\n",
  );
  const { text: outliers } = await call("read_result", { result, view: "outliers" });
  // With the page that ended, the days after its end would not be judged.
  expect(outliers).toContain("\nThe total of the 3 profiles stands out on none of 122 days.\n");
});
