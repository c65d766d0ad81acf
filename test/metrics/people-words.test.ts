/** The words that people use for metrics: each network has its own, and the first line says which. */
import { expect, test } from "vitest";
import { metricMeant, metricWordRows, ratioRows } from "../../src/catalog/people-words.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { connect } from "../helpers/connect.ts";
import { readReply } from "../helpers/reply-tables.ts";

const range = { period: "2026-10", dimensions: [] };
const words = metricWordRows.map(([row]) => row.split(" ")[0] ?? "");

test.each(words)("%s of one network and of all is the main metric of each", async (word) => {
  const { call, failing } = await connect({ profiles: 4 });
  const reply = await call("get_profile_metrics", { ...range, network: "all", metrics: [word] });
  const having = metricNetworks.flatMap((network) => {
    const meant = metricMeant(word, network);
    return meant === undefined ? [] : [{ network, meant }];
  });
  const named = having.map(({ network, meant }) => `${network} ${meant}`).join(", ");
  expect(reply.text.split("\n")[0]).toContain(` ${word}: ${named}. `);
  const rows = readReply(reply.text).tables[0]?.rows ?? [];
  for (const { network, meant } of having) {
    expect(rows.some(([name, metric]) => name === network && metric?.startsWith(meant))).toBe(true);
    const networkReply = await call("get_profile_metrics", { ...range, network, metrics: [word] });
    expect(networkReply.text.split("\n")[0]).toContain(` ${word}: ${meant}. `);
  }
  const without = metricNetworks.filter((network) => metricMeant(word, network) === undefined);
  for (const network of without.slice(0, 1)) {
    const { text } = await failing("get_profile_metrics", { ...range, network, metrics: [word] });
    expect(text).toContain(`${network} has no metric "${word}" (of other networks: ${named})`);
  }
});

test("the metrics of words are those of the catalogue, and no word is a name of one", () => {
  for (const network of metricNetworks) {
    const names = metricsOf(network, 3).map(({ name }) => name);
    for (const [row, byNetwork] of metricWordRows) {
      const meant = byNetwork[network];
      expect(meant === undefined || names.includes(meant)).toBe(true);
      expect(row.split(" ").filter((word) => names.includes(word))).toEqual([]);
    }
  }
});

test("engagement rate of all networks takes the formula of each, named by what it is", async () => {
  const { call } = await connect({ profiles: 4 });
  const question = { ...range, network: "all", metrics: ["engagement rate"] };
  const { text } = await call("get_profile_metrics", question);
  const [[, formulas] = ["", {}]] = ratioRows;
  for (const [network, formula] of Object.entries(formulas)) {
    const [name = "", parts = ""] = formula.split(" = ");
    expect(text).toContain(`\n${network}|${name} % ${parts}|`);
  }
});
