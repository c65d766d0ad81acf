/** Shares of a comparison are of the same pages in both ranges, also where pages come and go. */
import { describe, expect, test } from "vitest";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { readCsv } from "../helpers/results.ts";
import { october, ask } from "../helpers/coming-pages.ts";

describe("shares of a comparison", () => {
  test("share now and before, the difference in points, and the part of the change where all moved one way", async () => {
    const { connected, id } = await ask({ ...october, dimensions: ["profile_label"] });
    const { text } = await connected.call("read_result", { result: id, view: "shares" });
    const table = readReply(text).tables.at(-1);
    expect(table?.header).toEqual([
      "label",
      "share now %",
      "share before %",
      "points",
      expect.stringMatching(/^% of the change of (all|the same) 23\d \(\+\d.* %\)$/),
    ]);
    const [first] = csvRows(await readCsv(connected, `result://${id}~view=shares.csv`));
    if (first === undefined) throw new Error(text);
    const totals = await ask({ ...october, dimensions: [] });
    const [same] = csvRows(await readCsv(totals.connected, `result://${totals.id}.csv`));
    const [part = Number.NaN, base = Number.NaN] = [first, same].map(
      (row) => numberIn(row ?? new Map(), "insights_views:same_now") ?? Number.NaN,
    );
    const share = (100 * part) / base;
    expect(numberIn(first, "insights_views:share")).toBeCloseTo(share, 9);
    expect(numberIn(first, "insights_views:points")).toBeCloseTo(
      share - (numberIn(first, "insights_views:before_share") ?? 0),
      9,
    );
  });

  test("shares of chosen pages are of all pages", async () => {
    const { connected, id } = await ask({ ...october, dimensions: ["profile"], top: 3 });
    const piece = { result: id, view: "shares", profiles: ["Acme Wien 99"] };
    const { text } = await connected.call("read_result", piece);
    expect(text).toMatch(/\n#\|share now %\|.*\n\d+\|0\.36\|0\.36\|\+0\.000035\|0\.36\n/);
  });

  test("other views are refused, with one that works", async () => {
    const { connected, id } = await ask({ ...october, dimensions: ["profile"], top: 3 });
    const { text } = await connected.failing("read_result", { result: id, view: "gaps" });
    expect(text).toMatch(
      /^invalid_input: view gaps cannot be applied to a comparison, .*\nAsk get_profile_metrics without compare_to, or take view shares\.$/,
    );
  });
});
