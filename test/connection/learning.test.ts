/** What was answered is not asked again at once. */
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { connect, readFailure } from "../helpers/connect.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { testNow } from "../helpers/in-memory.ts";

const question = {
  network: "facebook",
  metrics: ["fans_change"],
  date_start: "2026-10-01",
  date_end: "2026-10-01",
};

const minutes = (count: number): number => count * 60_000;

test("a repeated question sends nothing for 15 minutes, the profile list is kept for 10", async () => {
  let now = testNow;
  const { call, sandbox } = await connect({ now: () => now, profiles: 150 });
  const sentBy = async (): Promise<{ metrics: number; lists: number }> => {
    const before = {
      metrics: sandbox.requests("metrics").length,
      lists: sandbox.requests("profiles").length,
    };
    await call("get_profile_metrics", { ...question, date_end: "2026-11-18" });
    return {
      metrics: sandbox.requests("metrics").length - before.metrics,
      lists: sandbox.requests("profiles").length - before.lists,
    };
  };

  expect(await sentBy()).toEqual({ metrics: 2, lists: 1 });
  expect(await sentBy()).toEqual({ metrics: 0, lists: 0 });
  now += minutes(11);
  expect(await sentBy()).toEqual({ metrics: 0, lists: 1 });
  now += minutes(5);
  expect(await sentBy()).toEqual({ metrics: 2, lists: 0 });
});

test("what is answered already counts neither against max_requests nor as cost", async () => {
  const { call } = await connect({ profiles: 150 });
  await call("get_profile_metrics", question);

  const again = await call("get_profile_metrics", { ...question, max_requests: 1 });
  const planned = await call("get_profile_metrics", { ...question, plan_only: true });

  expect(again.text).toContain(" 0 requests sent");
  expect(planned.text).toContain("\nNo request: everything is cached.\n");
});

test("a call that failed halfway is not lost: the next one sends only what is missing", async () => {
  const responses: ServerResponse[] = [];
  let works = false;
  let finished = false;
  // Once one request is finished, the three others fail.
  const failHeld = (): void => {
    if (!finished || responses.length < 3) return;
    for (const response of responses.splice(0)) response.writeHead(500).end();
  };
  const { baseUrl, requests } = await serveFakeApi({
    profiles: profileList(400),
    metrics: ({ body }, response) => {
      if (works || body.profiles.includes("p0")) return metricsAnswer(body);
      responses.push(response);
      failHeld();
      return undefined;
    },
  });
  const { client, call } = await connect({ baseUrl });
  const onprogress = (): void => {
    finished = true;
    failHeld();
  };

  const failed = readFailure(
    await client.callTool({ name: "get_profile_metrics", arguments: question }, { onprogress }),
  );
  expect(failed.text).toMatch(/^upstream_failed: the API reported an internal error/);
  const before = requests("metrics").length;
  works = true;
  const { text } = await call("get_profile_metrics", question);

  const sentAgain = requests("metrics").slice(before);
  const firstProfiles = sentAgain.map(({ body }) => body.profiles[0] ?? "");
  expect(firstProfiles.toSorted()).toEqual(["p100", "p200", "p300"]);
  expect(text).toContain("facebook, 400 profiles");
});
