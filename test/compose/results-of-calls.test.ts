/** Results of calls at a terminal are found by the next call of the same login, and by no other. */
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { idOf } from "../helpers/results.ts";
import { run, runCall } from "../helpers/program.ts";

test("another login, and a machine without one, do not find them", async () => {
  const { baseUrl, users, close } = await serveSandbox();
  onTestFinished(close);
  const HOME = temporaryFolder();
  const common = { HOME, SOCIAL_ANALYTICS_CREDENTIAL_STORE: "none" };
  const [ada, ben] = users.map(({ token, secret }) => ({
    ...common,
    SOCIAL_ANALYTICS_BASE_URL: baseUrl,
    SOCIAL_ANALYTICS_TOKEN: token,
    SOCIAL_ANALYTICS_SECRET: secret,
  }));
  const question = JSON.stringify({ network: "facebook", period: "last_week" });
  const { stdout } = await runCall(["get_profile_metrics", question], ada);
  const piece = JSON.stringify({ result: idOf(stdout.trimEnd()), grain: "total" });
  expect((await runCall(["read_result", piece], ada)).stdout).toContain("insights_views");
  for (const environment of [ben, common]) {
    const output = await run(["call", "read_result", piece], environment);
    expect(output.stdout).toMatch(/^not_found: no result/);
  }
});
