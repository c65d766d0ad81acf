/** `network: all`: the networks' own calls in one table, in which nothing is added across networks. */
import { expect, test } from "vitest";
import { followerMetrics, headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { required } from "../../src/base/errors/tool-error.ts";
import { ask, month } from "../helpers/all-networks.ts";
import { connect } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { readReply } from "../helpers/reply-tables.ts";
import { idOf, readCsv } from "../helpers/results.ts";

test.each([
  ["totals", {}],
  ["a comparison", { compare_to: "previous_period" }],
  ["a comparison of ranges with breaks", { period: "2025-Q4", compare_to: "previous_period" }],
  ["labels", { labels: ["Brand"], compare_to: "previous_year" }],
])("%s: every figure is that of the network's own call", async (_, more) => {
  const connected = await connect({ profiles: 30 });
  const { tables, opening } = await ask(connected, more);
  expect(opening).toMatch(/^\d+ networks, \d+ profiles, 20/);
  expect(opening).toContain(`${metricNetworks.length} networks, `);
  const { header, rows } = required(tables[0], "a table");
  expect(tables).toHaveLength(1);
  let compared = 0;
  for (const network of metricNetworks) {
    const question = { ...month, ...more, network, dimensions: [], skip_unavailable: true };
    const { text } = await connected.call("get_profile_metrics", question);
    for (const table of readReply(text).tables) {
      for (const [metric = "", ...cells] of table.rows) {
        const which = table.header.includes("profiles") ? (cells[0] ?? "") : "all";
        // The groups between are of a network's own call.
        if (!/^(all|same)/.test(which)) continue;
        for (const [at, cell] of cells.entries()) {
          const title = table.header[at + 1] ?? "";
          const side = header.indexOf(title);
          const line = rows.find(
            ([name, titled, ...values]) =>
              name === network &&
              (titled === metric || (side === -1 && titled === `${metric} ${title}`)) &&
              (which.startsWith("all") || values.includes(which)),
          );
          if (title === "profiles" && !line?.[side]) continue;
          const figure = side === -1 ? line?.slice(2).find((text_) => text_ !== "") : line?.[side];
          expect({ network, metric, title, figure }).toEqual({
            network,
            metric,
            title,
            figure: cell,
          });
          compared += 1;
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(20);
});

/** The main metrics of each network, and its followers. */

const mainMetrics = metricNetworks.map((network) => ({
  network,
  names: [...new Set([...headlineMetrics[network], followerMetrics[network]])],
}));

test("without metrics, the main ones of each network and its followers, in its order; then those of all networks", async () => {
  const { tables } = await ask(await connect({ profiles: 6 }), {});
  const rows = tables[0]?.rows ?? [];
  const names = rows.slice(0, -1).map(([network, metric = ""]) => [network, metric.split(" ")[0]]);
  expect(names).toEqual(
    mainMetrics.flatMap(({ network, names: metrics }) => metrics.map((name) => [network, name])),
  );
  const followers = rows.filter(
    ([network, metric = ""]) =>
      mainMetrics.some((headline) => headline.network === network) &&
      Object.values(followerMetrics).includes(metric.split(" ")[0] ?? ""),
  );
  expect(followers).toHaveLength(metricNetworks.length);
  const total = followers.reduce((sum, cells) => sum + Number(cells[2]), 0);
  expect(rows.at(-1)?.slice(0, 3)).toEqual([
    "all networks",
    "followers (accounts, not people)",
    String(total),
  ]);
});

test("followers that some networks cannot compare have no change in all", async () => {
  const connected = await connect({ profiles: 6 });
  const question = { compare_to: "previous_period" };
  const { text } = await ask(connected, question);
  expect(text).toMatch(/^all networks\|followers \(accounts, not people\)\|.*\d+\|\d+\|[+-]\d+\|/m);
  const acrossBreak = await ask(connected, {
    ...question,
    period: "2025-12",
    compare_to: "2025-10-01",
  });
  expect(acrossBreak.text).toMatch(/^all networks\|.*\|\d+\|\d+\|·\|not comparable/m);
});

test("the CSV has a row for each metric of each row of each network, with the numbers of their own CSVs", async () => {
  const connected = await connect({ profiles: 12 });
  const { text } = await ask(connected, {
    dimensions: ["date.month"],
    compare_to: "previous_year",
  });
  const rows = csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  expect(rows.length).toBe(mainMetrics.flatMap(({ names }) => names).length);
  for (const network of metricNetworks) {
    const [networkRow] = csvRows(await readCsv(connected, `result://${idOf(text)}~${network}.csv`));
    for (const metric of headlineMetrics[network]) {
      const row = rows.find(
        (candidate) => candidate.get("network") === network && candidate.get("metric") === metric,
      );
      expect(row?.get("now")).toBe(networkRow?.get(metric));
      expect(row?.get("before")).toBe(networkRow?.get(`${metric}:before`));
      expect(row?.get("change_percent")).toBe(networkRow?.get(`${metric}:change_percent`));
      expect(row?.get("date.month:before")).toBe("2025-10");
    }
  }
});

test("dates and labels are tables of each network, under its name", async () => {
  const connected = await connect({ profiles: 12 });
  const { text } = await ask(connected, { dimensions: ["date.month"], period: "last_2_months" });
  for (const network of metricNetworks)
    expect(text).toMatch(new RegExp(`\n\n${network}:\n(all |metric)`));
  const labelled = await ask(connected, { dimensions: ["profile_label"] });
  expect(labelled.text.match(/^\(no label\)\|/gm)).toHaveLength(metricNetworks.length);
});

test("a network's result is read and drawn under its own id; the whole asks for one of them", async () => {
  const connected = await connect({ profiles: 12 });
  const { text } = await ask(connected, { dimensions: ["date.day"] });
  const result = `${idOf(text)}~instagram`;
  expect(text).toContain(`as ${idOf(text)}~facebook.`);
  const piece = await connected.call("read_result", { result, grain: "week" });
  expect(piece.text).toMatch(/^instagram, 12 profiles by week, /);
  const chart = await connected.call("chart_result", { result });
  expect(chart.text).toContain("chart://");
  const refusal = await connected.failing("read_result", { result: idOf(text) });
  expect(refusal.text).toContain(`Name one of them: ${idOf(text)}~facebook, `);
  const none = await connected.failing("read_result", { result: `${idOf(text)}~myspace` });
  expect(none.text).toMatch(/^not_found: /);
});

test.each<[Record<string, unknown>, RegExp]>([
  [
    { metrics: ["follower_change"] },
    /^invalid_input: no network has the metric "follower_change" \(nearest: followers_change/,
  ],
  [{ profiles: ["Nobody"] }, /^profiles_not_allowed: not profiles of this account: Nobody/],
  [{ labels: ["Europa"] }, /^unknown_labels: /],
  [{ dimensions: ["profile"] }, /^invalid_input: network all has no dimension profile\n/],
  [{ dimensions: ["gender_age"] }, /^invalid_input: network all has no dimension gender_age\n/],
  [{ sort_by: "name" }, /^invalid_input: sort_by cannot be applied to network all/],
  [{ top: 3 }, /^invalid_input: top cannot be applied/],
  [{ where: ["fans_lifetime > 1"] }, /^invalid_input: where cannot be applied/],
  [{ period: "last_mont" }, /^invalid_input: /],
])("%j is refused before any request for metrics", async (wrong, problem) => {
  const { failing, sandbox } = await connect({ profiles: 6 });
  const { text } = await failing("get_profile_metrics", { ...month, ...wrong });
  expect(text).toMatch(problem);
  expect(sandbox.requests("metrics")).toEqual([]);
});

test("one range for all: a day that is not over in any network's zones is starred in every network", async () => {
  const { text } = await ask(await connect({ profiles: 6 }), {
    period: undefined,
    date_start: "2026-11-17",
    date_end: "2026-11-20",
    dimensions: ["date.day"],
  });
  expect(text.match(/^11-20\*\|/gm)).toHaveLength(metricNetworks.length);
  expect(text.match(/Days that are not over/g)).toHaveLength(1);
});

test("fresh requests each list once", async () => {
  const { call, sandbox } = await connect({ profiles: 6 });
  await call("get_profile_metrics", { ...month, fresh: true, labels_not: ["Brand"] });
  expect(sandbox.requests("profiles")).toHaveLength(metricNetworks.length);
  expect(sandbox.requests("profile_labels")).toHaveLength(1);
});

test("progress never exceeds its total, where numbers of a network are cached", async () => {
  const connected = await connect({ profiles: 3 });
  const network = required(metricNetworks.at(-1), "a network");
  const dates = { period: undefined, date_start: "2024-11-01", date_end: "2026-10-31" };
  const question = { network, metrics: headlineMetrics[network], skip_unavailable: true };
  await ask(connected, { ...dates, ...question, date_end: "2025-10-31" });
  const seen: [number, number | undefined][] = [];
  await connected.client.callTool(
    { name: "get_profile_metrics", arguments: { ...month, ...dates } },
    { onprogress: ({ progress, total }) => seen.push([progress, total]) },
  );
  expect(seen.length).toBeGreaterThan(metricNetworks.length);
  for (const [done, total = 0] of seen) expect(done).toBeLessThanOrEqual(total);
  const [done, total] = seen.at(-1) ?? [];
  expect(done).toBe(total);
});
