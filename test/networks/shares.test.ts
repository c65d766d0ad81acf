/** The share of each network in followers, and in the counts that several networks have. */
import { expect, test } from "vitest";
import { followerMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { csvRows, numberIn, type CsvRow } from "../helpers/csv.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const question = { network: "all", period: "last_month" };

async function read(connected: Connected, more: object) {
  const { text } = await connected.call("get_profile_metrics", { ...question, ...more });
  const result = idOf(text);
  const rowsOf = async (piece: string): Promise<CsvRow[]> =>
    csvRows(await readCsv(connected, `result://${result}${piece}.csv`));
  return { result, numbers: await rowsOf(""), shares: await rowsOf("~view=shares") };
}

const followers = "followers (accounts, not people)";
const nameOf = (row: CsvRow): string => {
  const network = metricNetworks.find((name) => name === row.get("network"));
  const metric = row.get("metric") ?? "";
  return network !== undefined && followerMetrics[network] === metric ? followers : metric;
};

test("followers and shared counts add up to 100, each the network's part of the totals", async () => {
  const { numbers, shares } = await read(await connect({ profiles: 12 }), {});
  expect(new Set(shares.map((row) => row.get("metric")))).toEqual(
    new Set([followers, "insights_engagements"]),
  );
  for (const metric of [followers, "insights_engagements"]) {
    const rows = shares.filter((row) => row.get("metric") === metric);
    const metricRows = numbers.filter((row) => nameOf(row) === metric);
    expect(rows.length).toBe(metricRows.length);
    const total = metricRows.reduce((sum, row) => sum + (numberIn(row, "now") ?? 0), 0);
    for (const row of rows) {
      const number =
        metricRows.find((candidate) => candidate.get("network") === row.get("network")) ??
        new Map();
      const share = (100 * (numberIn(number, "now") ?? Number.NaN)) / total;
      expect(numberIn(row, "share")).toBeCloseTo(share, 9);
    }
  }
});

test("in a comparison, shares are of the same pages, now and at equal days before", async () => {
  const connected = await connect({ profiles: 24 });
  const { numbers, shares, result } = await read(connected, { compare_to: "previous_period" });
  const rows = shares.filter((row) => row.get("metric") === followers);
  const metricRows = numbers.filter((row) => nameOf(row) === followers);
  const sum = (number: string): number =>
    metricRows.reduce((total, row) => total + (numberIn(row, number) ?? 0), 0);
  for (const row of rows) {
    const number =
      metricRows.find((candidate) => candidate.get("network") === row.get("network")) ?? new Map();
    const [now, change] = ["same_now", "change"].map((name) => numberIn(number, name) ?? 0);
    const share = (100 * Number(now)) / sum("same_now");
    const before = (100 * (Number(now) - Number(change))) / (sum("same_now") - sum("change"));
    expect(numberIn(row, "share")).toBeCloseTo(share, 9);
    expect(numberIn(row, "before_share")).toBeCloseTo(before, 9);
    expect(numberIn(row, "points")).toBeCloseTo(share - before, 9);
  }
  const { text } = await connected.call("read_result", { result, view: "shares" });
  expect(text).toContain("\nmetric|network|share now %|share before %|points\n");
  expect(text).toContain(
    "\nShares are of the pages that are the same in all ranges, before at equal days.\n",
  );
});

test("across a break of one network, no share before and no difference exist", async () => {
  const connected = await connect({ profiles: 8 });
  const { shares, result } = await read(connected, { compare_to: "previous_year" });
  const rows = shares.filter((row) => row.get("metric") === followers);
  expect(rows.every((row) => numberIn(row, "share") !== null)).toBe(true);
  for (const name of ["before_share", "points"])
    expect(rows.every((row) => numberIn(row, name) === null)).toBe(true);
  const { text } = await connected.call("read_result", { result, view: "shares" });
  expect(text).toMatch(/\n· is withheld: a network has no number there that can be added\.\n/);
});

test("without a count in common the error names what to ask", async () => {
  const connected = await connect({ profiles: 3 });
  const reach = { ...question, metrics: ["insights_reach"] };
  const { text } = await connected.call("get_profile_metrics", reach);
  const refused = await connected.failing("read_result", { result: idOf(text), view: "shares" });
  expect(refused.text).toContain("these networks have no count in common\nAsk for followers");
});
