/** Shares that add up: how many profiles make most of a total. */
import { expect, test } from "vitest";
import { cumulativeOf } from "../../src/numbers/table/share.ts";
import { withheld } from "../../src/numbers/cells/states.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows, numberIn } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = { network: "facebook", period: "last_month" };

test.each([
  ["insights_views", "insights_views", "desc"],
  ["fans_lifetime", "fans_lifetime", "asc"],
])(
  "%s: the shares of a profile and of all above it, whatever the order",
  async (metric, column, order) => {
    const connected = await connect({ profiles: 40 });
    const { text } = await connected.call("get_profile_metrics", {
      ...question,
      metrics: [metric],
    });
    const rows = csvRows(await readCsv(connected, text.split("\n").at(-1) ?? ""));
    const numbers = rows.map((row) => numberIn(row, column) ?? 0).toSorted((a, b) => b - a);
    const total = numbers.reduce((sum, value) => sum + value, 0);
    const sums = numbers.map((_, at) =>
      numbers.slice(0, at + 1).reduce((sum, value) => sum + value, 0),
    );
    const count = sums.findIndex((sum) => sum >= 0.8 * total) + 1;
    expect(count).toBeGreaterThan(5);
    const piece = { result: idOf(text), view: "shares", order, top: 12 };
    const shares = await connected.call("read_result", piece);
    expect(shares.text).toContain(` ${count} of 40 profiles make 80 % of ${metric}.\n`);
    const table = readReply(shares.text).tables.at(-1);
    const place = table?.header.indexOf("cumulative %") ?? -1;
    expect(table?.rows).toHaveLength(12);
    for (const [rank, ...cells] of table?.rows ?? []) {
      const sum = (100 * (sums[Number(rank) - 1] ?? 0)) / total;
      const shown = Number(cells[place - 1]);
      expect([rank, rank === "" || Math.abs(shown - sum) <= 0.0501]).toEqual([rank, true]);
    }
  },
);

test.each([
  ["signed changes", { metrics: ["fans_change"] }],
  ["people", { metrics: ["insights_reach"] }],
  ["ratios", { metrics: ["rate = insights_reactions / insights_views"] }],
  ["labels, which overlap", { metrics: ["insights_views"], dimensions: ["profile_label"] }],
])("%s do not add up", async (_, more) => {
  const { call } = await connect({ profiles: 40 });
  const { text } = await call("get_profile_metrics", { ...question, ...more });
  const shares = await call("read_result", { result: idOf(text), view: "shares" });
  expect(shares.text).not.toMatch(/cumulative|make 80 %/);
});

test("negative and withheld shares do not add up; rows without a share are passed over", () => {
  expect(cumulativeOf([60, 50, -10])).toBeUndefined();
  expect(cumulativeOf([60, withheld])).toBeUndefined();
  expect(cumulativeOf([Number.NaN])).toBeUndefined();
  expect(cumulativeOf([20, Number.NaN, 60, 20])).toEqual({
    shares: Float64Array.from([80, Number.NaN, 60, 100]),
    count: 2,
  });
});
