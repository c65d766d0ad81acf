/**
 * A day of an operator: two nodes behind nginx with one Redis, where callers go on while one of them gets another token, the login
 * is replaced, and a node is stopped and started again.
 */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { newUser } from "../helpers/commands.ts";
import { connectTo } from "../helpers/http.ts";
import { hasNginx, serveNginx } from "../helpers/nginx.ts";
import { startNode } from "../helpers/node-process.ts";
import { run, type Environment } from "../helpers/process.ts";
import { hasRedis, serveRedis } from "../helpers/redis.ts";
import { eventually } from "../helpers/waiting.ts";

/** The clock of a node runs sixty times as fast: a minute is a second. */
const hurried: Environment = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "const { now } = Date; const begun = now(); Date.now = () => begun + (now() - begun) * 60;",
  )}`,
};

test.skipIf(!hasRedis || !hasNginx)(
  "no call fails while a token, a login and a node are replaced",
  async () => {
    const [redis, sandbox] = [await serveRedis(), await serveSandbox()];
    onTestFinished(() => sandbox.close());
    const operator = newUser();
    const callers = join(operator["HOME"] ?? "", "callers.json");
    const logIn = async (user: number): Promise<void> => {
      const { token = "", secret = "" } = sandbox.users[user] ?? {};
      const words = ["login", "--basic", "--base-url", sandbox.baseUrl];
      const { code, stderr } = await run(words, operator, `${token}\n${secret}\n`);
      expect([code, stderr]).toEqual([0, ""]);
    };
    const tokenOf = async (verb: string): Promise<string> => {
      const { stdout } = await run(["token", verb, "ada", "--auth", `tokens:${callers}`], operator);
      return /^sam_\S+/m.exec(stdout)?.[0] ?? stdout;
    };
    await logIn(0);
    const old = await tokenOf("add");
    const flags = ["--redis", redis.url, "--auth", `tokens:${callers}`];
    const [firstNode, secondNode] = [
      await startNode(flags, operator),
      await startNode(flags, operator),
    ];
    const url = await serveNginx([firstNode.port, secondNode.port]);
    const userBy = async (token: string, at = url): Promise<string> =>
      (await (await connectTo(at, "2026-07-28", token)).call("get_current_user", {})).text;

    expect(await userBy(old)).toContain("name: Ada Sandbox");
    const renewed = await tokenOf("replace");
    for (const token of [old, renewed, old, renewed])
      expect(await userBy(token)).toContain("name: Ada Sandbox");

    for (const node of [firstNode, secondNode]) {
      await node.kill();
      expect(await userBy(renewed)).toContain("name: Ada Sandbox");
      await node.start();
      await eventually(async () =>
        expect(await userBy(renewed, node.url)).toContain("name: Ada Sandbox"),
      );
    }

    // Without Redis, of whose clock that of a node may not differ.
    const single = await startNode(["--auth", `tokens:${callers}`], { ...operator, ...hurried });
    expect(await userBy(renewed, single.url)).toContain("name: Ada Sandbox");
    await logIn(1);
    await eventually(async () =>
      expect(await userBy(renewed, single.url)).toContain("name: Ben Sandbox"),
    );
  },
  120_000,
);
