/** The command status: who is logged in, and what is left of the hour. */
import { expect, onTestFinished, test } from "vitest";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "node:path";
import { userOf } from "../helpers/commands.ts";
import { readCall } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { failure, serveFakeApi } from "../helpers/fake-api.ts";
import { cli } from "../helpers/process.ts";
import { run } from "../helpers/program.ts";
import { eventually } from "../helpers/waiting.ts";

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
  const user = userOf(baseUrl);
  const begun = Date.now();
  const busy = await run(["status"], user);
  expect(busy.code).toBe(1);
  expect(busy.stdout).toMatch(/^rate_limited: .*\nTry again after /);
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

test("after clean, a running server records its requests again, and logs once that folders were removed", async () => {
  const { baseUrl, requests } = await serveFakeApi({
    user: { userInfo: { name: "Ada" } },
    post_labels: { data: [] },
    profile_labels: { data: [] },
  });
  const home = temporaryFolder();
  const user = {
    ...userOf(baseUrl),
    HOME: home,
  };
  const client = new Client({ name: "test", version: "1" });
  const command = { command: process.execPath, args: [cli] };
  const transport = new StdioClientTransport({ ...command, env: user, stderr: "pipe" });
  const lines: string[] = [];
  transport.stderr?.on("data", (text) => lines.push(...String(text).trim().split("\n")));
  await client.connect(transport);
  onTestFinished(() => client.close());
  const callMany = async (names: readonly string[]): Promise<void> => {
    for (const name of names) readCall(await client.callTool({ name }));
  };
  await callMany(["get_current_user", "list_post_labels"]);
  expect((await run(["clean"], user)).code).toBe(0);
  await callMany(["get_current_user", "list_profile_labels"]);
  const { stdout } = await run(["status"], user);
  expect(requests()).toHaveLength(5);
  expect(stdout).toContain("at most 495 requests left");
  const folders = [".local/state", ".cache"].map((base) =>
    join(home, base, "social-analytics-mcp"),
  );
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    folders.map((folder) =>
      expect.objectContaining({ event: "folder was removed, and is made again", folder }),
    ),
  );
});

test("status says how many values the API has corrected", async () => {
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
  let value = 12;
  const { baseUrl } = await serveFakeApi({
    profiles: [{ id: "1", name: "Acme", timezone: "UTC" }],
    metrics: () => ({
      header: [
        { type: "profile", rows: ["1"] },
        { type: "date.day", rows: [threeDaysAgo] },
        { type: "metric", rows: ["fans_change"] },
      ],
      data: [[[value]]],
    }),
    user: () => ({ userInfo: { name: "Ada" } }),
  });
  const user = userOf(baseUrl);
  const question = {
    network: "facebook",
    metrics: ["fans_change"],
    date_start: threeDaysAgo,
    date_end: threeDaysAgo,
    fresh: true,
  };
  const asking = (): ReturnType<typeof run> =>
    run(["call", "get_profile_metrics", JSON.stringify(question)], user);
  await asking();
  expect((await run(["status"], user)).stdout).not.toContain("corrected");
  value = 13;
  await asking();
  const today = new Date().toISOString().slice(0, 10);
  expect((await run(["status"], user)).stdout).toContain(
    `facebook: 1 value of ${threeDaysAgo} was corrected since ${today}\n`,
  );
  const { restated } = JSON.parse((await run(["status", "--json"], user)).stdout);
  expect(restated).toMatchObject([{ network: "facebook", date: threeDaysAgo, values: 1 }]);
});

test("status shows the hash by which logs and metrics name the credential", async () => {
  const { baseUrl } = await serveFakeApi({ user: () => ({ userInfo: { name: "Ada" } }) });
  const user = userOf(baseUrl);
  const called = await run(["call", "get_current_user", "--log-level", "debug"], user);
  const [, hash] = /"credential":"(\w{8})"/.exec(called.stderr) ?? [];
  expect((await run(["status"], user)).stdout).toContain(`(${hash} in metrics and logs)`);
  expect(JSON.parse((await run(["status", "--json"], user)).stdout)).toMatchObject({
    credential: hash,
  });
});
