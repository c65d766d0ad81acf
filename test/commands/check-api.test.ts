/** The command check-api, as people and scripts run it. */
import { expect, onTestFinished, test } from "vitest";
import { assumptionIds } from "../../src/command/api-check/assumptions.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { newUser, userOf } from "../helpers/commands.ts";
import { serveFakeApi } from "../helpers/fake-api.ts";
import { run } from "../helpers/program.ts";

test("without a terminal, its requests are shown, and sent only with --yes", async () => {
  const { code, stdout, stderr } = await run(["check-api", "--sandbox"], newUser());
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^At most 25 requests are sent\. They only read:\n {2}GET \/3\//);
  expect(stderr).toContain("without a terminal, check-api takes --yes");
});

const retired = { profiles: 20, world: { retired: ["insights_reach"] } };

test("each assumption has a line, and a difference its meaning and its request", async () => {
  const served = await serveSandbox(retired);
  onTestFinished(served.close);
  const user = { ...newUser(), ...served.environment };
  const { code, stdout } = await run(["check-api", "--yes"], user);
  expect(code).toBe(0);
  for (const id of assumptionIds)
    expect(stdout).toMatch(new RegExp(`^(holds   |differs |not seen|measured) ${id}: `, "m"));
  expect(stdout).toMatch(
    /^differs {2}metrics: .*\n +For replies: questions are answered without the metrics that are rejected\.\n/m,
  );
  expect(stdout).toMatch(
    /^facebook: \d+ requests sent\. 1 of 13 assumptions differs\. The findings are stored/m,
  );
});

test("findings are JSON for a program, and status, doctor and clean know of them", async () => {
  const served = await serveSandbox(retired);
  onTestFinished(served.close);
  const user = { ...newUser(), ...served.environment };
  const before = JSON.parse((await run(["doctor", "--json"], user)).stdout);
  expect(before.findings).toContainEqual(
    expect.objectContaining({
      what: "API",
      state: "warning",
      detail: expect.stringContaining("check-api"),
    }),
  );
  const sent = served.sandbox.requests().length;
  const checked = await run(["check-api", "--yes", "--json"], user);
  const { requests, assumptions, failure } = JSON.parse(checked.stdout);
  expect(failure).toBeNull();
  expect(requests).toBe(served.sandbox.requests().length - sent);
  expect(assumptions.map(({ id }: { id: string }) => id)).toEqual(assumptionIds);
  for (const assumption of assumptions)
    expect(Object.keys(assumption)).toEqual([
      "id",
      "state",
      "expected",
      "found",
      "request",
      "effect",
      "metrics",
    ]);
  const status = JSON.parse((await run(["status", "--json"], user)).stdout);
  expect(status.checked).toEqual([
    { network: "facebook", day: expect.any(String), differences: ["metrics"] },
  ]);
  const { stdout } = await run(["doctor"], user);
  expect(stdout).toMatch(/^note API: checked on \S+ for facebook: differs in metrics$/m);
  expect((await run(["clean"], user)).stdout).toContain("What check-api had found is deleted too,");
  expect(JSON.parse((await run(["status", "--json"], user)).stdout).checked).toEqual([]);
});

test("an answer with a text for a number is counted, and status shows it", async () => {
  const { baseUrl } = await serveFakeApi({
    profiles: [{ id: "1", name: "Acme", timezone: "UTC" }],
    metrics: () => ({
      header: [
        { type: "profile", rows: ["1"] },
        { type: "date.day", rows: ["2026-09-01"] },
        { type: "metric", rows: ["fans_change"] },
      ],
      data: [[["12 %"]]],
    }),
    user: () => ({ userInfo: { name: "Ada" } }),
  });
  const user = userOf(baseUrl);
  const question = {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: "2026-09-01",
    date_end: "2026-09-01",
  };
  const call = await run(["call", "get_profile_metrics", JSON.stringify(question)], user);
  expect(call.stderr).toContain("upstream_failed");
  expect(call.stderr).toContain('"surprise":"value"');
  const { stdout } = await run(["status"], user);
  expect(stdout).toContain("1 answer of the API rejected: a value that is not a number");
  const json = JSON.parse((await run(["status", "--json"], user)).stdout);
  expect(json.surprising_answers).toEqual({ value: 1 });
});
