/** Progress where a client asks for it; nothing more is sent once it has cancelled. */
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { connect, readCall } from "../helpers/connect.ts";
import { faults, serveFaultProxy, type Fault } from "../helpers/fault-proxy.ts";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { eventually } from "../helpers/waiting.ts";

const many = {
  network: "facebook",
  metrics: ["fans_change", "fans_lifetime"],
  date_start: "2022-01-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.day"],
};

test("progress reports each finished request", async () => {
  const { client, sandbox } = await connect({ profiles: 150, numbers: () => 1 });
  const seen: string[] = [];

  readCall(
    await client.callTool(
      { name: "get_profile_metrics", arguments: many },
      { onprogress: ({ progress, total }) => seen.push(`${progress} of ${total}`) },
    ),
  );

  const sent = sandbox.requests("metrics").length;
  expect(sent).toBe(10);
  expect(seen).toEqual(Array.from({ length: sent }, (_, index) => `${index + 1} of ${sent}`));
});

test("at most eight requests run at the same time", async () => {
  let underWay = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(1600),
    metrics: async ({ body }) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        // The last of eight lets them all go, so that a ninth would be seen.
        if (waiting.length === 8) for (const release of waiting.splice(0)) release();
      });
      underWay -= 1;
      return metricsAnswer(body);
    },
  });
  const { call } = await connect({ baseUrl });

  const { text } = await call("get_profile_metrics", {
    ...many,
    metrics: ["fans_change"],
    date_start: "2026-10-01",
    date_end: "2026-10-01",
    dimensions: ["profile"],
  });

  expect(text).toContain("facebook, 1600 profiles");
  expect(most).toBe(8);
});

test("a cancelled call closes its open requests and sends none of the queued ones", async () => {
  const open = new Set<object>();
  let received = 0;
  const events = new EventEmitter();
  const closed = once(events, "all closed");
  const stop = new AbortController();
  const { baseUrl } = await serveFakeApi({
    profiles: profileList(150),
    metrics: (_request, response) => {
      received += 1;
      open.add(response);
      response.once("close", () => {
        open.delete(response);
        if (open.size === 0) events.emit("all closed");
      });
      // The first is sent alone, because no request of its size has passed yet. None is answered.
      stop.abort();
      return undefined;
    },
  });
  const { client, call } = await connect({ baseUrl });

  const answer = client.callTool(
    { name: "get_profile_metrics", arguments: many },
    { signal: stop.signal },
  );

  await expect(answer).rejects.toThrow(/abort/i);
  await closed;
  expect(received).toBeLessThanOrEqual(8);
  const next = await call("list_profiles", { network: "facebook" });
  expect(next.isError).toBe(false);
});

test("progress reports until when a call waits for the quota", async () => {
  const sandbox = await connect({ profiles: 4 });
  const proxy = await serveFaultProxy(sandbox.baseUrl);
  const { client } = await connect({ baseUrl: proxy.baseUrl });
  proxy.next(faults["429 for a moment"]);
  const heard: string[] = [];
  let before = -1;
  readCall(
    await client.callTool(
      { name: "get_profile_metrics", arguments: { ...many, date_start: "2026-10-01" } },
      {
        onprogress: ({ progress, message = "" }) => {
          expect(progress).toBeGreaterThan(before);
          before = progress;
          heard.push(message);
        },
      },
    ),
  );
  expect(heard).toEqual(["Waiting for the quota until 12:01 UTC", "1 of 1 requests"]);
});

test("a cancelled call closes its socket, and its answers stay cached", async () => {
  const sandbox = await connect({ profiles: 4 });
  const proxy = await serveFaultProxy(sandbox.baseUrl);
  const gone = new EventEmitter();
  const hold: Fault = (_whole, response) => response.once("close", () => gone.emit("gone"));
  proxy.next((answer, response) => void response.end(answer.body), hold, hold, hold, hold);
  const { client, call } = await connect({ baseUrl: proxy.baseUrl });
  let answered = 0;
  const cancelling = new AbortController();
  const calling = client
    .callTool(
      { name: "get_profile_metrics", arguments: many },
      { signal: cancelling.signal, onprogress: ({ progress }) => (answered = progress) },
    )
    .catch(() => "cancelled");
  await eventually(() => expect([answered, proxy.ahead()]).toEqual([1, 0]));
  const closed = once(gone, "gone");
  cancelling.abort();
  await closed;
  expect(await calling).toBe("cancelled");
  const { text } = await call("get_profile_metrics", many);
  expect(text).toContain(" 4 requests sent");
});
