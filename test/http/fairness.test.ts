/** A large report of one caller does not delay a small question of another. */
import { expect, test } from "vitest";
import { metricsAnswer, profileList, serveFakeApi } from "../helpers/fake-api.ts";
import { connectTo, oneDay, serveTools } from "../helpers/http.ts";
import { repetitions } from "../helpers/repetitions.ts";
import { newSignal } from "../helpers/waiting.ts";

/** Of each of ten calls. */
const groups = repetitions(20, 100);
const requestCount = 10 * groups;

test(`a report of ${requestCount} requests does not delay another caller`, async () => {
  const underWay = newSignal();
  const benIsAnswered = newSignal();
  const { baseUrl, requests } = await serveFakeApi({
    profiles: profileList(groups * 100),
    metrics: async ({ body }, response) => {
      // The quota must not limit this test.
      response.setHeader("x-ratelimit-remaining", "1000000");
      response.setHeader("x-ratelimit-reset", "3600");
      // Of the report, 20 requests are answered, and then none before the question is.
      if (body.profiles.length > 1 && requests("metrics").length > 20) {
        underWay.give();
        await benIsAnswered.promise;
      }
      return metricsAnswer(body);
    },
  });
  const { url } = await serveTools({ baseUrl, callers: ["ada", "ben"] });
  const [ada, ben] = [
    await connectTo(url, "2026-07-28", "ada"),
    await connectTo(url, "2025-11-25", "ben"),
  ];
  const report = Array.from({ length: 10 }, (_, index) =>
    ada.call("get_profile_metrics", {
      ...oneDay(`2026-10-1${index}`),
      max_requests: 100,
    }),
  );
  await underWay.promise;

  const { text } = await ben.call("get_profile_metrics", { ...oneDay(), profiles: ["p1"] });

  expect(text).toMatch(/^facebook, P 1, [^]*\nfans_change sum\|1\n/);
  benIsAnswered.give();
  const answers = await Promise.all(report);
  expect(answers.map(({ isError }) => isError)).toEqual(answers.map(() => false));
  expect(requests("metrics")).toHaveLength(requestCount + 1);
});
