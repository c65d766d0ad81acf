/** Progress where a client asks for it; nothing more is sent once it has cancelled. */
import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { connect } from "../helpers/connect.ts";
import { serveFaulty } from "../helpers/faulty-api.ts";

const many = {
  network: "facebook",
  metrics: ["fans_change", "fans_lifetime"],
  date_start: "2022-01-01",
  date_end: "2026-10-31",
  dimensions: ["profile", "date.day"],
};

test("reports each finished request", async () => {
  const { client, sandbox } = await connect({ profiles: 150 });
  const seen: string[] = [];

  await client.callTool(
    { name: "get_profile_metrics", arguments: many },
    { onprogress: ({ progress, total }) => seen.push(`${progress} of ${total}`) },
  );

  const sent = sandbox.requests("metrics").length;
  expect(sent).toBe(10);
  expect(seen).toEqual(Array.from({ length: sent }, (_, index) => `${index + 1} of ${sent}`));
});

test("at most eight requests are under way at once", async () => {
  const profiles = Array.from({ length: 1600 }, (_, index) => ({
    id: `p${index}`,
    name: `P ${index}`,
  }));
  let underWay = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const baseUrl = await serveFaulty((request, response) => {
    if (request.url?.endsWith("/profiles")) {
      response.end(JSON.stringify({ success: true, profiles }));
      return;
    }
    underWay += 1;
    most = Math.max(most, underWay);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked: { profiles: string[] } = JSON.parse(Buffer.concat(chunks).toString());
      waiting.push(() => {
        underWay -= 1;
        const header = [
          { type: "profile", rows: asked.profiles },
          { type: "metric", rows: ["fans_change"] },
        ];
        const data = asked.profiles.map(() => [1]);
        response.end(JSON.stringify({ success: true, header, data }));
      });
      // The last of eight lets them all go, so that a ninth would be seen.
      if (waiting.length === 8) for (const answer of waiting.splice(0)) answer();
    });
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

test("a cancelled call closes what is under way and sends nothing of what was queued", async () => {
  const open = new Set<object>();
  let received = 0;
  const events = new EventEmitter();
  const closed = once(events, "all closed");
  const stop = new AbortController();
  const profiles = Array.from({ length: 150 }, (_, index) => ({
    id: `p${index}`,
    name: `Profile ${index}`,
  }));
  const baseUrl = await serveFaulty((request, response) => {
    if (request.url?.endsWith("/profiles")) {
      response.end(JSON.stringify({ success: true, profiles }));
      return;
    }
    received += 1;
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) events.emit("all closed");
    });
    // The first goes alone, for its size is not known to pass; none is ever answered.
    stop.abort();
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
