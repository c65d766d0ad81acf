/** A folder of state that cannot be used is said once a day, not in each run. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { userOf } from "../helpers/commands.ts";
import { metricsAnswer, oneProfile, serveFakeApi } from "../helpers/fake-api.ts";
import { runCall } from "../helpers/program.ts";

test("a file in the place of the state is said on one day once, and on the next again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { baseUrl } = await serveFakeApi({
    profiles: oneProfile,
    metrics: ({ body }) => metricsAnswer(body),
  });
  const user = userOf(baseUrl);
  const state = join(user["HOME"] ?? "", ".local", "state");
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, "social-analytics-mcp"), "");
  const said = async (): Promise<number> => {
    const { stderr } = await runCall(["list_profiles", '{"network":"facebook"}'], user);
    return stderr.match(/not shared with other processes/g)?.length ?? 0;
  };
  const first = await said();
  expect(first).toBeGreaterThan(0);
  expect([await said(), await said()]).toEqual([0, 0]);
  vi.setSystemTime(Date.now() + 25 * 3_600_000);
  expect([await said(), await said()]).toEqual([first, 0]);
});
