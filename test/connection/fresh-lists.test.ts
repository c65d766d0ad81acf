/** Which lists a call with `fresh` requests again: those that decide what it asks for. */
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { metricsAnswer, serveFakeApi } from "../helpers/fake-api.ts";

const named = {
  network: "facebook",
  metrics: ["fans_change"],
  period: "last_week",
  profiles: ["Acme US", "Acme UK"],
  fresh: true,
};

/** The operations that the API serves for a call, after the same call with numbers that may be cached. */
async function servedFor(
  tool: string,
  question: Readonly<Record<string, unknown>>,
  how: "call" | "failing" = "call",
): Promise<readonly string[]> {
  const { sandbox, ...connected } = await connect();
  await connected[how](tool, { ...question, fresh: false });
  const before = sandbox.requests().length;
  await connected[how](tool, question);
  const served = sandbox.requests().slice(before);
  const operations = [...new Set(served.map(({ operation }) => operation))];
  // Both lists are requested at the same time: either can come first.
  return [...operations.slice(0, -1).toSorted(), ...operations.slice(-1)];
}

test.each(["facebook", "linkedin"])(
  "%s posts of named profiles need no list again",
  async (network) => {
    const { profiles, period } = named;
    const served = await servedFor(`list_${network}_posts`, { profiles, period, fresh: true });
    expect(served).toEqual(["posts"]);
  },
);

test("fresh numbers of named profiles need no list again, and their plan no request", async () => {
  expect(await servedFor("get_profile_metrics", named)).toEqual(["metrics"]);
  expect(await servedFor("get_profile_metrics", { ...named, plan_only: true })).toEqual([]);
});

test.each([
  ["every profile of the network", { profiles: undefined }, ["profiles", "metrics"]],
  [
    "a profile that the list lacks",
    { profiles: ["Acme US", "Acme Mars"] },
    ["profiles", "metrics"],
  ],
  [
    "insights of a profile whose insights were off",
    { metrics: ["insights_reach"], profiles: ["Café Žofín", "Acme US"] },
    ["profiles", "metrics"],
  ],
  [
    "a profile that the network refuses without insights",
    { network: "linkedin", metrics: ["followers_change"], profiles: ["Café Žofín", "Acme US"] },
    ["profiles", "metrics"],
  ],
  ["labels", { dimensions: ["profile_label"] }, ["profile_labels", "profiles", "metrics"]],
])("fresh numbers of %s need the list again", async (_, question, served) => {
  expect(await servedFor("get_profile_metrics", { ...named, ...question })).toEqual(served);
});

test("fresh numbers of a profile whose insights are off need no list if no metric needs insights", async () => {
  expect(await servedFor("get_profile_metrics", { ...named, profiles: ["Café Žofín"] })).toEqual([
    "metrics",
  ]);
});

test("a name that several profiles of the cached list have is looked up again", async () => {
  const profiles = [
    { id: "1", name: "One" },
    { id: "2", name: "One" },
  ];
  const { baseUrl } = await serveFakeApi({
    profiles,
    metrics: ({ body }) => metricsAnswer(body),
  });
  const { call, failing } = await connect({ baseUrl });
  const question = { ...named, profiles: ["One"] };
  expect((await failing("get_profile_metrics", question)).text).toMatch(/^invalid_input: 2 /);
  profiles.pop();
  expect((await call("get_profile_metrics", question)).isError).toBe(false);
});

test("the plan of a question with fresh counts the lists that the call requests", async () => {
  const { call, sandbox } = await connect();
  for (const question of [named, { ...named, dimensions: ["profile_label"] }]) {
    const { text } = await call("get_profile_metrics", { ...question, plan_only: true });
    const before = sandbox.requests().length;
    const reply = await call("get_profile_metrics", question);
    const stated = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0);
    const metrics = stated(/\n(\d+) requests?\.\n/);
    const lists = stated(
      /\n(\d+) more requests? for lists of profiles and labels, because of fresh\.\n/,
    );
    expect(metrics + lists).toBe(sandbox.requests().length - before);
    const left = stated(/\nAfterwards at most (\d+) requests would be left this hour\.$/);
    expect(reply.text).toContain(`, at most ${left} left this hour.`);
  }
});
