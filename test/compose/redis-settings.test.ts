/** A Redis that cannot be used as it is set up: refused at the start, with what to correct and without a stack. */
import { createClient } from "@redis/client";
import { expect, onTestFinished, test } from "vitest";
import { shareByRedis } from "../../src/command/compose/redis.ts";
import { noLog } from "../../src/base/log/log.ts";
import { UsageError } from "../../src/command/terminal/flags.ts";
import { freePort } from "../helpers/oauth.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { start, urlOf } from "../helpers/process.ts";
import { eventually } from "../helpers/waiting.ts";

/** The problem with a URL; undefined if the server can be used. */
const problemWith = (url: string): Promise<string | undefined> =>
  shareByRedis({ url, prefix: "test:" }, noLog).then(
    (shared) => {
      onTestFinished(() => shared.close());
      return undefined;
    },
    (error: unknown) =>
      error instanceof UsageError ? error.message : `a defect: ${String(error)}`,
  );

const isUsage = (problem: string): string => `--redis: ${problem}`;

test.each([
  ["redis://localhost/abc", "the URL of Redis has a path that is not the number of a database."],
  ["redis://localhost/0/1", "the URL of Redis has a path that is not the number of a database."],
  ["redis://:50%off@localhost", "the URL of Redis has a % that is not part of an escape. Give %25"],
  [
    "redis://a%b:word@localhost",
    "the URL of Redis has a % that is not part of an escape. Give %25",
  ],
  ["http://localhost", "the URL of Redis is not valid. Give one such as redis://"],
])("%s", async (url, problem) => {
  const message = await problemWith(url);
  expect(message).toContain(isUsage(problem));
  expect(message).not.toMatch(/50%off|word/);
});

test.skipIf(!hasRedis)("a database that the server does not have", async () => {
  const { url } = await serveRedis();
  for (const database of ["99", "999999999"])
    expect(await problemWith(`${url}/${database}`)).toContain(
      isUsage("Redis has no database with that number. Correct it in the URL"),
    );
  expect(await problemWith(`${url}/3`)).toBeUndefined();
});

test.skipIf(!hasRedis)("cluster mode, with slots and without", async () => {
  // By default the second port is 10,000 higher, which may be none.
  const bus = String(await freePort());
  const { url } = await serveRedis({ "cluster-enabled": "yes", "cluster-port": bus });
  const problem = isUsage(
    "Redis runs in cluster mode, where one script cannot change several keys.",
  );
  expect(await problemWith(url)).toContain(problem);
  const operator = createClient({ url });
  await operator.connect();
  onTestFinished(() => operator.destroy());
  await operator.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "16383"]);
  await eventually(async () =>
    expect(await operator.sendCommand(["CLUSTER", "INFO"])).toContain("cluster_state:ok"),
  );
  expect(await problemWith(url)).toContain(problem);
});

test.skipIf(!hasRedis)("users of an ACL without a command, or without the keys", async () => {
  const { url } = await serveRedis();
  const operator = await openLink({ url, prefix: "" });
  const users = {
    reader: ["~*", "+@all", "-@dangerous"],
    scriptless: ["~*", "+@all", "-eval"],
    stranger: ["~other:*", "+@all"],
  };
  for (const [name, rules] of Object.entries(users)) {
    await operator.ask("ACL", "SETUSER", name, "on", ">a-password-of-tests", ...rules);
    const message = await problemWith(url.replace("//", `//${name}:a-password-of-tests@`));
    expect([name, message]).toEqual([
      name,
      expect.stringContaining(isUsage("the user of Redis may not run a command that is needed")),
    ]);
    expect(message).not.toContain("a-password-of-tests");
  }
  await operator.ask("ACL", "SETUSER", "reader", "+info");
  const allowed = url.replace("//", "//reader:a-password-of-tests@");
  expect(await problemWith(allowed)).toBeUndefined();
});

test.skipIf(!hasRedis).each(["pa@ss-word-of-tests", "pa%40ss-word-of-tests"])(
  "no part of a password in the address is logged: %s",
  async (written) => {
    const { url } = await serveRedis({ requirepass: "pa@ss-word-of-tests" });
    const address = url.replace("//", `//:${written}@`);
    const words = ["http", "--sandbox", "--port", "0", "--log-level", "info", "--redis", address];
    const child = start(words);
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += String(chunk)));
    await urlOf(child);
    await eventually(() => expect(stderr).toContain('"event":"started"'));
    expect(stderr).toContain(`--redis ${url}`);
    expect(stderr).not.toMatch(/word-of-tests|pa[@%]/);
  },
);
