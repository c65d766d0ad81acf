/** Every endpoint is asked over the wire with the method, path, headers and body of the specification. */
import { tools as ownTools } from "../../tools/index.ts";
import { expect, test } from "vitest";
import { toolsets } from "../../src/server/mcp/tool.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { serveLocally, type Received } from "../helpers/local-server.ts";
import { profiles, total, user } from "./spec/answers.ts";
import { calls, type Exchange } from "./spec/calls.ts";

/** The base64 of `t0ken:s3cret`, which are no words, because secrets are redacted in text from outside. */
const basic = "Basic dDBrZW46czNjcmV0";
const bearer = "Bearer uOeHbKPkKM5Y5Q8P_Z0vX1S6yJ3fTq2wNn4cLd7rAiE";

const tokenAndSecret = { SOCIAL_ANALYTICS_TOKEN: "t0ken", SOCIAL_ANALYTICS_SECRET: "s3cret" };
const accessToken = {
  SOCIAL_ANALYTICS_TOKEN: "",
  SOCIAL_ANALYTICS_SECRET: "",
  SOCIAL_ANALYTICS_ACCESS_TOKEN: "uOeHbKPkKM5Y5Q8P_Z0vX1S6yJ3fTq2wNn4cLd7rAiE",
};

/** A client whose server asks an API that gives these answers, and what this API received. */
async function recording(
  exchanges: readonly Exchange[],
  environment: Readonly<Record<string, string>> = tokenAndSecret,
): Promise<Connected & { readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const baseUrl = await serveLocally((request, response) => {
    received.push(request);
    const [, answer] = exchanges.find(([expected]) => expected === requestOf(request)) ?? [];
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? { success: false, errors: [] }));
  });
  return { ...(await connect({ baseUrl, environment, toolsets })), received };
}

const requestOf = ({ method, url, text }: Received): string =>
  text === "" ? `${method} ${url}` : `${method} ${url} ${text}`;

/** All headers of a request: a GET has no length, and a POST without a body has the length 0. */
const headersOf = ({ method, text }: Received, authorization: string): object => ({
  accept: "application/json",
  authorization,
  connection: "keep-alive",
  "content-type": "application/json; charset=utf-8",
  host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  ...(method === "POST" ? { "content-length": String(Buffer.byteLength(text)) } : {}),
});

test.each(calls.map((call) => [call.tool, call] as const))(
  "%s sends exactly the specified requests",
  async (tool, { args, exchanges, shows }) => {
    const { call, received } = await recording(exchanges);

    const { text } = await call(tool, args);

    expect(received.map(requestOf)).toEqual(exchanges.map(([request]) => request));
    for (const request of received) {
      expect(request.headers).toEqual(headersOf(request, basic));
    }
    expect(text).toContain(shows);
  },
);

test("an access token is sent as a Bearer token", async () => {
  const exchanges: Exchange[] = [["GET /3/user/me", user]];
  const { call, received } = await recording(exchanges, accessToken);

  await call("get_current_user");

  expect(received.map(({ headers }) => headers)).toEqual(
    received.map((request) => headersOf(request, bearer)),
  );
  expect(received).toHaveLength(1);
});

test("every tool that asks the API is called here", async () => {
  const { client } = await recording([]);
  const { tools } = await client.listTools();
  const local = ownTools.flatMap((tool) => (tool.local === true ? tool.name : []));
  const asking = tools.map(({ name }) => name).filter((name) => !local.includes(name));
  expect(calls.map(({ tool }) => tool).toSorted()).toEqual(asking.toSorted());
});

const version2Networks = "facebook instagram twitter youtube linkedin pinterest";

test.each([
  ["list_profiles", "/3/", `${version2Networks} tiktok snapchat whatsapp`],
  ["list_profiles_v2", "/2/", version2Networks],
])("%s asks for each network under %s", async (tool, version, networks) => {
  const paths = networks.split(" ").map((network) => `GET ${version}${network}/profiles`);
  const { call, received } = await recording(paths.map((path) => [path, profiles]));

  for (const network of networks.split(" ")) await call(tool, { network });

  expect(received.map(requestOf)).toEqual(paths);
});

const metricOf = {
  facebook: "fans_change",
  instagram: "followers_change",
  twitter: "listed_change",
  youtube: "views_change",
  linkedin: "followers_lifetime",
  pinterest: "boards_change",
  tiktok: "insights_video_views",
};

test.each(
  Object.entries(metricOf).flatMap(([network, metric]) => [
    ["get_profile_metrics", `/3/${network}`, network, metric] as const,
    ...(version2Networks.includes(network)
      ? [["get_profile_metrics_v2", `/2/${network}`, network, metric] as const]
      : []),
  ]),
)("%s asks for the metrics of %s", async (tool, path, network, metric) => {
  // Levels in total are carried from the 28 days before the last one.
  const [start, end] = metric.endsWith("_lifetime")
    ? ["2026-09-04", "2026-10-02"]
    : ["2026-09-03", "2026-10-10"];
  const body = `{"date_start":"${start}","date_end":"${end}","profiles":["p1"],"metrics":["${metric}"],"dimensions":[{"type":"profile"},{"type":"date.day"}]}`;
  const exchanges: Exchange[] = [
    [`GET ${path}/profiles`, profiles],
    [`POST ${path}/metrics ${body}`, total(metric)],
  ];
  const { call, received } = await recording(exchanges);

  const { text } = await call(tool, {
    network,
    metrics: [metric],
    dimensions: [],
    date_start: "2026-10-01",
    date_end: "2026-10-02",
  });

  expect(received.map(requestOf)).toEqual(exchanges.map(([request]) => request));
  expect(text).toMatch(/\|53$/m);
});
