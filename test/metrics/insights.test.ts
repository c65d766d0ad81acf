/** Profiles whose insights are off: not asked for insights metrics, and reported as missing. */
import { expect, test } from "vitest";
import { Learned } from "../../src/suite/connection/learned.ts";
import { memoryBlobCache } from "../helpers/memory-blob-cache.ts";
import { connect, type Connected } from "../helpers/connect.ts";
import { failure, metricsAnswer, serveFakeApi, type FakeApi } from "../helpers/fake-api.ts";
import { idOf, readCsv } from "../helpers/results.ts";

const profiles = [
  { id: "p1", name: "One", insights_enabled: true },
  { id: "p2", name: "Two", insights_enabled: false },
  { id: "p3", name: "Three", insights_enabled: true },
];

interface Body {
  readonly profiles: readonly string[];
  readonly metrics?: readonly string[];
}

const isInsights = (name: string): boolean => name.startsWith("insights_");

/** Serves 1 for each number; insights are missing for p2, unless the API rejects a request for them. */
async function served(
  rejects: (body: Body) => readonly string[] = () => [],
  listed: readonly object[] = profiles,
): Promise<Connected & Pick<FakeApi, "requests">> {
  const { baseUrl, requests } = await serveFakeApi({
    profiles: listed,
    metrics({ body }) {
      const { metrics = [] }: Body = body;
      const rejected = metrics.some(isInsights) ? rejects(body) : [];
      if (rejected.length > 0) return JSON.stringify(failure(7, "no insights", ...rejected));
      return metricsAnswer(body, (id, name) => (id === "p2" && isInsights(name) ? null : 1));
    },
  });
  return { ...(await connect({ baseUrl })), requests };
}

const note = "missing in insights_reach: Two without insights";

const asking = (metrics: readonly string[], more: object = {}): Record<string, unknown> => ({
  network: "facebook",
  metrics,
  period: "yesterday",
  ...more,
});

const sentOf = ({ requests }: Pick<FakeApi, "requests">): string[] =>
  requests("metrics").map(({ body }) =>
    [body.profiles, body["metrics"]].map((list) => [list].flat().join("+")).join(": "),
  );

test("a question for insights alone leaves them out of the request, not out of the answer", async () => {
  const connected = await served();
  const { text } = await connected.call("get_profile_metrics", asking(["insights_reach"]));
  expect(sentOf(connected)).toEqual(["p1+p3: insights_reach"]);
  expect(text).toContain("3 profiles");
  expect(text).toContain("1 of 3 profile-days missing: Two without insights.");
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n").slice(1, -1)).toEqual(["p1,One,1", "p2,Two,", "p3,Three,1"]);
});

test("other metrics are asked of all profiles in one request, as long as the API accepts it", async () => {
  const connected = await served();
  const metrics = ["fans_change", "insights_reach"];
  const { text } = await connected.call("get_profile_metrics", asking(metrics));
  expect(sentOf(connected)).toEqual(["p1+p2+p3: fans_change+insights_reach"]);
  expect(text).toContain(note);
});

test.each([
  ["the list", (): string[] => ["p2"], profiles],
  [
    "the error alone",
    ({ profiles: ids }: Body): string[] => ids.filter((id) => id === "p2"),
    profiles.map(({ id, name }) => ({ id, name })),
  ],
])("after code 7, the two groups are asked apart: off by %s", async (_, named, listed) => {
  const connected = await served(
    (body) => (body.profiles.includes("p2") ? named(body) : []),
    listed,
  );
  const metrics = ["insights_reach", "fans_change"];
  const { text, isError } = await connected.call("get_profile_metrics", asking(metrics));
  expect({ text, isError }).toMatchObject({ isError: false });
  expect(sentOf(connected)).toEqual([
    "p1+p2+p3: insights_reach+fans_change",
    "p1+p3: insights_reach",
    "p1+p2+p3: fans_change",
  ]);
  expect(text).toContain(note);
  const csv = await readCsv(connected, `result://${idOf(text)}.csv`);
  expect(csv.split("\r\n").slice(1, -1)).toEqual(["p1,One,1,1", "p2,Two,,1", "p3,Three,1,1"]);
});

test("where insights are off for all, the other metrics are answered", async () => {
  const connected = await served(({ profiles: ids }) => ids);
  const metrics = ["insights_reach", "fans_change"];
  const { text } = await connected.call(
    "get_profile_metrics",
    asking(metrics, { profiles: ["p2"] }),
  );
  expect(sentOf(connected)).toEqual(["p2: insights_reach+fans_change", "p2: fans_change"]);
  expect(text).toContain("missing in insights_reach: without insights");
});

test("a rejection that remains is an error that names the profiles", async () => {
  const connected = await served(({ profiles: ids }) => ids.slice(0, 1));
  const { text } = await connected.failing(
    "get_profile_metrics",
    asking(["insights_reach"], { profiles: ["p2"], skip_unavailable: false }),
  );
  expect(text).toMatch(/^insights_not_enabled: .*"p2"/);
});

test("once the API has rejected a mixed question, the next is asked apart at once, also by the next process", async () => {
  const connected = await served(({ profiles: ids }) => ids.filter((id) => id === "p2"));
  const metrics = ["insights_reach", "fans_change"];
  await connected.call("get_profile_metrics", asking(metrics));
  const before = sentOf(connected).length;
  const { text } = await connected.call("get_profile_metrics", asking(metrics, { fresh: true }));
  expect(sentOf(connected).slice(before)).toEqual([
    "p1+p3: insights_reach",
    "p1+p2+p3: fans_change",
  ]);
  expect(text).toContain(note);

  const notes = memoryBlobCache(() => 0);
  const first = new Learned(() => 0, notes);
  first.insightsApart.add("facebook");
  await first.store();
  const next = new Learned(() => 0, notes);
  await next.recall();
  expect([...next.insightsApart]).toEqual(["facebook"]);
});

test("where insights are off for more profiles than fit a request, other metrics are folded into months", async () => {
  const many = Array.from({ length: 120 }, (_, at) => ({
    id: `p${at}`,
    name: `P ${at}`,
    insights_enabled: false,
  }));
  const { baseUrl } = await serveFakeApi({
    profiles: many,
    metrics({ body }) {
      const { metrics = [], profiles: ids }: Body = body;
      if (metrics.some(isInsights)) return JSON.stringify(failure(7, "no insights", ...ids));
      return metricsAnswer(body);
    },
  });
  const { call } = await connect({ baseUrl });
  const { text } = await call("get_profile_metrics", {
    network: "facebook",
    metrics: ["fans_change", "fans_lifetime", "insights_views", "insights_reach"],
    dimensions: ["date.month"],
    date_start: "2026-09-01",
    date_end: "2026-09-30",
  });
  expect(text).toMatch(/fans_lifetime/);
  expect(text).not.toMatch(/^upstream_failed/);
});
