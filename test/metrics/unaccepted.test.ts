/** Metrics that the API no longer accepts: what was asked is answered without them, and they are asked again after a day. */
import { describe, expect, test } from "vitest";
import { metricNetworks, type MetricNetwork } from "../../src/catalog/networks.ts";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { failure, metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";
import { connect, withoutIds } from "../helpers/connect.ts";
import { csvRows } from "../helpers/csv.ts";
import { testNow } from "../helpers/in-memory.ts";
import { isFull, isQuick } from "../helpers/repetitions.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const month = { network: "facebook", period: "last_month" };
const retired = (...names: string[]): { world: { retired: string[] } } => ({
  world: { retired: names },
});

test("the default question is answered without the metric, which the first line names", async () => {
  const { call, sandbox } = await connect({ profiles: 3, ...retired("insights_reach") });
  const { text } = await call("get_profile_metrics", month);
  expect(withoutIds(text)).toMatch(
    /^facebook, 3 profiles by profile, [^\n]* Without insights_reach: not accepted by the API since 2026-11-20\. /,
  );
  expect(text).toMatch(
    /\ninsights_views sum\|all 2\|\d+\ninsights_reactions sum\|all 2\|\d+\nfans_change sum\|all 3\|/,
  );
  expect(text).not.toContain("Complete");
  // The question, the metric alone, and the question without it.
  expect(sandbox.requests("metrics")).toHaveLength(3);
  await call("get_profile_metrics", { ...month, period: "2026-09" });
  expect(sandbox.requests("metrics"), "no further rejection").toHaveLength(4);
});

test.each([
  ["the first time", 0],
  ["from then on", 1],
])(
  "the next main metric takes its place, %s; not of metrics that were named",
  async (_, before) => {
    const { call } = await connect({
      profiles: 3,
      ...retired("insights_reach", "insights_media_views"),
    });
    for (let count = 0; count < before; count += 1) await call("get_profile_metrics", month);
    const { text } = await call("get_profile_metrics", { ...month, dimensions: [] });
    const metrics = [...text.matchAll(/^(\w+) (?:sum|people)/gm)].map(([, name]) => name);
    expect(metrics).toEqual([
      "insights_views",
      "insights_reactions",
      "fans_change",
      "insights_post_reach",
    ]);
    const reply = await call("get_profile_metrics", { network: "all", period: "last_month" });
    expect(reply.text).toContain("facebook|insights_post_reach ");
    const named = { ...month, metrics: ["insights_views", "insights_reach"], dimensions: [] };
    expect((await call("get_profile_metrics", named)).text).not.toContain("insights_post_reach");
  },
);

test("it is tried again after 24 hours", async () => {
  let now = testNow;
  const connected = await connect({ profiles: 3, now: () => now, ...retired("insights_reach") });
  await connected.call("get_profile_metrics", month);
  const before = connected.sandbox.requests("metrics").length;
  now += 25 * 3_600_000;
  const { text } = await connected.call("get_profile_metrics", { ...month, period: "2026-09" });
  expect(text).toContain("Without insights_reach: not accepted by the API since 2026-11-21. ");
  expect(connected.sandbox.requests("metrics").length - before).toBe(3);
});

test("a ratio is left out with its part; a question for nothing else is an error, and nothing is remembered", async () => {
  const connected = await connect({ profiles: 3, ...retired("insights_reach") });
  const metrics = ["insights_views", "rate = insights_reactions / insights_reach"];
  const { text } = await connected.call("get_profile_metrics", { ...month, metrics });
  expect(text).toContain("Without insights_reach: not accepted by the API");
  expect(text).not.toContain("\nrate");
  const only = await connect({ profiles: 3, ...retired("insights_reach") });
  const alone = { ...month, metrics: ["insights_reach"] };
  const { text: error } = await only.failing("get_profile_metrics", alone);
  expect(error).toMatch(/^invalid_input: .*"insights_reach"/);
  await only.failing("get_profile_metrics", alone);
});

test("rows are not sorted by it, and a condition on it is an error, the first time as later", async () => {
  const connected = await connect({ profiles: 3, ...retired("insights_reach") });
  const question = { ...month, metrics: ["insights_views", "insights_reach"] };
  for (const compare of [{}, { compare_to: "previous_period" }, {}]) {
    const sorted = { ...question, ...compare, sort_by: "insights_reach" };
    const { text } = await connected.call("get_profile_metrics", sorted);
    expect(text).toContain("Without insights_reach: not accepted by the API");
    expect(text).toMatch(/\n(Acme US\|.*\nAcme UK|Acme UK\|.*\nAcme US)\|/);
  }
  for (const { failing } of [
    connected,
    await connect({ profiles: 3, ...retired("insights_reach") }),
  ]) {
    const conditional = { ...question, where: ["insights_reach > 5"] };
    expect((await failing("get_profile_metrics", conditional)).text).toContain(
      "the API does not accept insights_reach, so no row can meet a condition on it",
    );
  }
});

test("a comparison, and all networks, answer everything else", async () => {
  const { call } = await connect({ profiles: 6, ...retired("insights_reach") });
  const compared = await call("get_profile_metrics", { ...month, compare_to: "previous_period" });
  expect(compared.text).toMatch(/\ninsights_views sum\|.*\|/);
  const reply = await call("get_profile_metrics", { network: "all", period: "last_month" });
  expect(reply.text.startsWith(`${metricNetworks.length} networks, `)).toBe(true);
  for (const network of metricNetworks) expect(reply.text).toMatch(new RegExp(`\n${network}\\|`));
  expect(reply.text).not.toMatch(/\|insights_reach /);
});

test("the log and describe_metrics name it", async () => {
  const logged: object[] = [];
  const connected = await connect({
    profiles: 3,
    logger: (entry) => void logged.push(entry),
    ...retired("insights_reach"),
  });
  const described = async (network: string): Promise<string> =>
    (await connected.call("describe_metrics", { network })).text;
  expect(await described("facebook")).not.toContain("not accepted");
  await connected.call("get_profile_metrics", month);
  expect(logged.filter((entry) => "metric" in entry)).toEqual([
    expect.objectContaining({
      event: "metric not accepted",
      network: "facebook",
      metric: "insights_reach",
    }),
  ]);
  const marked = (await described("facebook")).match(/^.*not accepted.*$/gm);
  expect(marked).toEqual([
    expect.stringMatching(/^insights_reach\|.*\|not accepted by the API since 2026-11-20(;|$)/),
  ]);
  expect(await described("instagram")).not.toContain("not accepted");
});

describe("an API that does not name the metric", () => {
  const served = async (strings: readonly string[], isRejected: (body: object) => boolean) =>
    serveFakeApi({
      profiles: [{ id: "1", name: "One", timezone: "UTC" }],
      metrics: ({ body }) =>
        isRejected(body) ? failure(3, ...strings) : metricsAnswer(body, () => 5),
    });
  const question = {
    network: "facebook",
    metrics: ["insights_views", "insights_reach", "insights_reactions", "fans_change"],
    date_start: "2026-10-01",
    date_end: "2026-10-07",
  };
  const names = (body: object): readonly string[] =>
    "metrics" in body && Array.isArray(body.metrics) ? body.metrics : [];

  test("halving finds it, once", async () => {
    let rejected = 0;
    const { baseUrl } = await served(["Invalid argument"], (body) => {
      const isBad = names(body).includes("insights_reactions");
      rejected += isBad ? 1 : 0;
      return isBad;
    });
    const { call } = await connect({ baseUrl });
    const { text } = await call("get_profile_metrics", question);
    expect(text).toContain("Without insights_reactions: not accepted by the API");
    expect(rejected).toBeLessThanOrEqual(4);
    const before = rejected;
    await call("get_profile_metrics", { ...question, date_start: "2026-10-02" });
    expect(rejected).toBe(before);
  });

  test.each([[["2026-09-03"]], [["1"]], [["date.day"]]])(
    "where it names another part of the request, %j, that is an error",
    async (strings) => {
      let count = 0;
      const { baseUrl } = await served(["Invalid argument", ...strings], () => {
        count += 1;
        return true;
      });
      const { failing } = await connect({ baseUrl });
      const { text } = await failing("get_profile_metrics", question);
      expect(text).toMatch(/^invalid_input: /);
      expect(count).toBe(1);
    },
  );
});

/** Every metric of the catalogue, rejected in turn. */
const cases = metricNetworks.flatMap((network) =>
  metricsOf(network, 3)
    .filter((_, at) => isFull || at % (isQuick ? 60 : 20) === 0)
    .map(({ name }): [MetricNetwork, string] => [network, name]),
);

test.each(cases)("%s without %s: everything else has its numbers", async (network, name) => {
  const names = metricsOf(network, 3)
    .filter(({ unsupported }) => unsupported !== true)
    // A ratio without a part is a mean.
    .filter((metric) => metric.name !== name && metric.parts?.includes(name) !== true)
    .map((metric) => metric.name);
  const metrics = [name, ...names.slice(0, 3)];
  const [numerator = "", denominator = ""] = names;
  const question = { network, metrics, period: "last_week" };
  const questions: object[] = [
    question,
    { ...question, compare_to: "previous_period", dimensions: ["profile"] },
    { ...question, network: "all", dimensions: [] },
    { ...question, network: "all", metrics: undefined, compare_to: "previous_period" },
    {
      ...question,
      metrics: [numerator, `left = ${numerator} / ${denominator}`, `gone = ${numerator} / ${name}`],
    },
  ];
  const [reference, without] = [
    await connect({ profiles: 4 }),
    await connect({ profiles: 4, world: { networks: { [network]: { retired: [name] } } } }),
  ];
  const rowsOf = async (connected: typeof reference, input: object) => {
    const { text } = await connected.call("get_profile_metrics", { ...input });
    return csvRows(await readCsv(connected, `result://${idOf(text)}.csv`));
  };
  let compared = 0;
  for (const input of questions) {
    const expected = await rowsOf(reference, input).catch(() => undefined);
    // Not every metric can be a part of a ratio.
    if (expected === undefined) continue;
    const rows = await rowsOf(without, input);
    const isLeft = (row: (typeof rows)[number]): boolean =>
      row.get("network") !== network || row.get("metric") !== name;
    const rowsLeft = expected.filter(isLeft);
    const keyOf = (row: (typeof rows)[number]): string =>
      ["network", "metric", "profile"].map((column) => row.get(column) ?? "").join(" ");
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    for (const row of rowsLeft) {
      const match = byKey.get(keyOf(row));
      for (const [column, text] of row) {
        if (column.startsWith(name) || column.startsWith("gone")) continue;
        expect([keyOf(row), column, match?.get(column)]).toEqual([keyOf(row), column, text]);
        compared += 1;
      }
    }
    expect(rows.filter((row) => row.has(name) || !isLeft(row))).toEqual([]);
  }
  expect(compared).toBeGreaterThan(20);
});
