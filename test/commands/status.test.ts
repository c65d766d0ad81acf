/** The command status: who is logged in, and what is left of the hour. */
import { expect, test } from "vitest";
import { newUser } from "../helpers/commands.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { run } from "../helpers/process.ts";

test("status shows a closed gate and when it opens; --forget-quota opens it", async () => {
  let isBusy = true;
  const { baseUrl, requests } = await serveFakeApi({
    user: (_, response) => {
      if (!isBusy) return { userInfo: { name: "Ada" } };
      response.statusCode = 429;
      response.setHeader("retry-after", "86399");
      return failure(429, "Too many requests");
    },
  });
  const user = {
    ...newUser(),
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
    SOCIAL_ANALYTICS_TOKEN: "a-token",
    SOCIAL_ANALYTICS_SECRET: "a-secret",
  };
  const begun = Date.now();
  const busy = await run(["status"], user);
  expect(busy.code).toBe(1);
  expect(busy.stdout).toMatch(/^rate_limited: .*\nCall again after /);
  expect(busy.stdout).toMatch(
    /\nQuota: no request can be sent before (?:\d{4}-\d\d-\d\d )?\d\d:\d\d UTC \(rate_limited\); if that is wrong, status --forget-quota clears the record\n/,
  );
  const { quota_opens } = JSON.parse((await run(["status", "--json"], user)).stdout);
  expect(Date.parse(quota_opens)).toBeLessThanOrEqual(begun + 3_700_000);
  expect(requests(), "the second status sends nothing").toHaveLength(1);

  isBusy = false;
  const opened = await run(["status", "--forget-quota"], user);
  expect(opened.code).toBe(0);
  expect(opened.stdout).toContain("The record of this hour's requests was cleared.\nLogged in to ");
  expect(opened.stdout).toContain("Quota: at most 499 requests left this hour");
  expect((await run(["status"], user)).stdout).toContain("at most 498 requests left");
});
