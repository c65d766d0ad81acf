/** Networks that fail, lack metrics or profiles, or would need too many requests: what is left out is named, or refused. */
import { expect, test } from "vitest";
import { metricsOf } from "../../src/catalog/metrics/index.ts";
import { metricNetworks } from "../../src/catalog/networks.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { ask, month } from "../helpers/all-networks.ts";
import { connect, type ConnectOptions } from "../helpers/connect.ts";
import { testNow } from "../helpers/in-memory.ts";
import { serveLocally } from "../helpers/local-server.ts";

const count = metricNetworks.length;
/** The networks that have one of some metrics, in version 3. */
const networksWith = (...names: string[]): string[] =>
  metricNetworks.filter((network) =>
    metricsOf(network, 3).some(({ name }) => names.includes(name)),
  );

const servedExcept = async (isBroken: (url: string) => boolean): Promise<ConnectOptions> => {
  const { baseUrl } = await serveSandbox({ profiles: 6, now: () => testNow });
  const proxied = await serveLocally(async ({ method, url, headers, text }, response) => {
    response.setHeader("content-type", "application/json");
    if (isBroken(url)) return void response.writeHead(500).end("{}");
    const sent = { authorization: headers.authorization ?? "", "content-type": "application/json" };
    const body = text === "" ? {} : { body: text };
    const answer = await fetch(baseUrl + url, { method, headers: sent, ...body });
    response.writeHead(answer.status).end(await answer.text());
  });
  return { baseUrl: proxied };
};

test.each(["metrics", "profiles"])(
  "a network whose %s fail is a line with the reason, and the call is no error",
  async (endpoint) => {
    const connected = await connect(
      await servedExcept((url) => url.includes(`/twitter/${endpoint}`)),
    );
    const { opening, text } = await ask(connected, {});
    expect(opening).toMatch(new RegExp(`^${count - 1} of ${count} networks, \\d+ profiles, `));
    expect(text).toMatch(/^twitter\|failed: upstream_failed: /m);
    expect(text).toMatch(/^tiktok\|insights_video_views sum\|\d/m);
  },
);

test("where every network fails, the call fails", async () => {
  const connected = await connect(await servedExcept((url) => url.endsWith("/metrics")));
  const { text } = await connected.failing("get_profile_metrics", month);
  expect(text).toMatch(/^upstream_failed: /);
});

test("the plans are refused as a whole before the first request for metrics", async () => {
  const { failing, call, sandbox } = await connect({ profiles: 6 });
  const { text } = await failing("get_profile_metrics", { ...month, max_requests: count - 1 });
  expect(text).toMatch(
    new RegExp(
      `^too_many_requests_needed: ${count} networks need ${count} requests, and max_requests is ${count - 1}\nOne network at a time would fit: facebook \\(1 request\\), .* Or call again with max_requests ${count}`,
    ),
  );
  const plan = await call("get_profile_metrics", {
    ...month,
    max_requests: count - 1,
    plan_only: true,
  });
  expect(plan.text).toMatch(new RegExp(`^Plan: ${count} networks, \\d+ profiles, `));
  expect(plan.text).toContain(`\nIn all: ${count} requests.\nThe call would be rejected: `);
  expect(sandbox.requests("metrics")).toEqual([]);
  await call("get_profile_metrics", { ...month, max_requests: count });
  expect(sandbox.requests("metrics")).toHaveLength(count);
});

test("a plan names the networks that failed, and those that lack the metrics", async () => {
  const connected = await connect(await servedExcept((url) => url.includes("/twitter/profiles")));
  const { text } = await ask(connected, { plan_only: true, metrics: ["insights_views"] });
  expect(text).toMatch(/^twitter failed: upstream_failed: /m);
  const without = metricNetworks.filter(
    (network) => network !== "twitter" && !networksWith("insights_views").includes(network),
  );
  expect(text).toContain(`Without ${without.join(", ")}: none of these metrics there.`);
});

test("named metrics and profiles: each network has those that it has", async () => {
  const connected = await connect({ profiles: 6 });
  const metrics = ["followers_change", "insights_views", "followers_change / followers_lifetime"];
  const { text, tables } = await ask(connected, { metrics, profiles: ["Acme US"] });
  const names = tables[0]?.rows.map(([network]) => network);
  expect([...new Set(names)]).toEqual(networksWith("followers_change", "insights_views"));
  expect(names?.filter((name) => name === "instagram")).toHaveLength(2);
  expect(text).toContain("Without youtube, tiktok: none of these metrics there.");
  const number = new Set(names).size;
  expect(text.startsWith(`${number} networks, ${number} profiles, `)).toBe(true);
});

test("profiles that are left out are those of their network, and the others stay whole", async () => {
  const connected = await connect({ profiles: 6 });
  const metrics = ["followers_change", "fans_change"];
  const profile = "urn:li:organization:1000001";
  const { text } = await ask(connected, { metrics, profiles_not: [profile] });
  const number = networksWith(...metrics).length;
  // LinkedIn has no numbers of a page without insights, and another is left out.
  expect(text.startsWith(`${number} networks, ${6 * number - 2} profiles, `)).toBe(true);
  expect(text).toContain("\nlinkedin: Profiles other than Acme UK.\n");
});

test("what the question has no numbers of is named", async () => {
  const connected = await connect({ profiles: 6 });
  const question = { metrics: ["followers_change", "fans_change"], skip_unavailable: true };
  const { text } = await ask(connected, {
    ...question,
    profiles: ["Acme US", "Nope"],
    labels: ["Europe"],
  });
  expect(text).toMatch(/\nWithout [a-z, ]*: none of these profiles there\.\n/);
  expect(text).toContain("\nLeft out, no profile of this account: Nope.\n");
});

test("followers of some networks are not said to be those of all", async () => {
  const { call } = await connect({ profiles: 4 });
  const question = { network: "all", period: "last_month" };
  const some = await call("get_profile_metrics", { ...question, metrics: ["followers_lifetime"] });
  expect(some.text).toContain(
    `\n${networksWith("followers_lifetime").length} networks|followers (accounts, not people)|`,
  );
  expect(some.text).not.toContain("all networks|");
  const reply = await call("get_profile_metrics", question);
  expect(reply.text).toContain("\nall networks|followers (accounts, not people)|");
});

test("a profile that cannot be left out is refused, because it would be in the numbers", async () => {
  const { failing, sandbox } = await connect({ profiles: 4 });
  const question = { network: "all", period: "last_month", profiles_not: ["Acme US", "Nobody"] };
  const { text } = await failing("get_profile_metrics", question);
  expect(text).toMatch(/^profiles_not_allowed: not profiles of this account: Nobody/);
  expect(sandbox.requests("metrics")).toEqual([]);
});
