/** Without metrics, a question is about the main metrics of its network. */
import { expect, test } from "vitest";
import { headlineMetrics } from "../../src/catalog/headlines.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { connect } from "../helpers/connect.ts";
import { readCsv } from "../helpers/results.ts";

const month = { period: "last_month", skip_unavailable: true };

test.each(metricNetworks)("the main metrics of %s", async (network) => {
  const connected = await connect({ profiles: 8 });
  const { text } = await connected.call("get_profile_metrics", { network, ...month });
  const [header = ""] = (await readCsv(connected, text.split("\n").at(-1) ?? "")).split("\r\n");
  const names = header.split(",").filter((name) => !/^profile|:/.test(name));
  expect(names).toEqual(headlineMetrics[network]);
});

test("in version 2, those that it has", async () => {
  const { call } = await connect({ profiles: 8, toolsets: ["v2"] });
  const { text } = await call("get_profile_metrics_v2", { network: "facebook", ...month });
  expect(text).toMatch(
    /\ninsights_views sum\|.*\ninsights_reach people .*\ninsights_reactions sum\|/,
  );
  expect(text).not.toContain("insights_follows");
});

test("a breakdown needs metrics by name", async () => {
  const { failing, sandbox } = await connect();
  const question = { network: "facebook", ...month, dimensions: ["gender_age"] };
  const { text } = await failing("get_profile_metrics", question);
  expect(text).toMatch(
    /^invalid_input: metrics is missing, and only some metrics of facebook allow gender_age\nName them/,
  );
  expect(sandbox.requests()).toEqual([]);
});
