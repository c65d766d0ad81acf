/** A large report of one caller does not delay a small question of another. */
import { text as readAll } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { serveFaulty } from "../helpers/faulty-api.ts";
import { connectTo, oneDay, serveTools } from "../helpers/http.ts";

const profiles = Array.from({ length: 10_000 }, (_, index) => ({
  id: `p${index}`,
  name: `P ${index}`,
}));

test("a report of 1,000 requests does not delay another caller", async () => {
  let sent = 0;
  const baseUrl = await serveFaulty((request, response) => {
    // The quota must not limit this test.
    response.setHeader("x-ratelimit-remaining", "1000000");
    response.setHeader("x-ratelimit-reset", "3600");
    void (async () => {
      const body = await readAll(request);
      if (body === "") return response.end(JSON.stringify({ success: true, profiles }));
      sent += 1;
      const asked: { profiles: string[] } = JSON.parse(body);
      const header = [
        { type: "profile", rows: asked.profiles },
        { type: "metric", rows: ["fans_change"] },
      ];
      const data = asked.profiles.map(() => [1]);
      return response.end(JSON.stringify({ success: true, header, data }));
    })();
  });
  const { url } = await serveTools({ baseUrl, callers: ["ada", "ben"] });
  const [ada, ben] = [
    await connectTo(url, "2026-07-28", "ada"),
    await connectTo(url, "2025-11-25", "ben"),
  ];
  await ben.call("list_profiles", { network: "facebook" });
  const report = Array.from({ length: 10 }, (_, index) =>
    ada.call("get_profile_metrics", {
      ...oneDay(`2026-10-1${index}`),
      max_requests: 100,
    }),
  );
  await vi.waitFor(() => expect(sent).toBeGreaterThan(20));

  const { text } = await ben.call("get_profile_metrics", { ...oneDay(), profiles: ["p1"] });

  expect(text).toContain("P 1|1");
  expect(sent, "the report is still running").toBeLessThan(500);
  const answers = await Promise.all(report);
  expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => false));
  expect(sent).toBe(1001);
}, 30_000);
