/** A Redis server of a test, on loopback. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { toolErrorOf } from "../../src/base/errors/tool-error.ts";
import { RedisLink, type RedisOptions } from "../../src/suite/redis/link.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { temporaryFolder } from "./folders.ts";
import { freePort } from "./oauth.ts";
import { isMissing } from "./system.ts";
import { startedOf } from "./waiting.ts";

/** Tests that need the server are skipped where it is not installed. */
export const hasRedis = !isMissing("redis-server");

export interface TestRedis {
  readonly url: string;
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again; without a folder of its own, it is empty then. */
  start(): Promise<void>;
  /** Stops answering, without closing a connection. */
  freeze(): void;
  thaw(): void;
}

/** @param settings as in `redis.conf`, such as `maxmemory`. */
export async function serveRedis(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const folder = temporaryFolder();
  let child: ChildProcess | undefined;
  const configuration = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    ...settings,
  };
  const words = Object.entries(configuration).flatMap(([name, value]) => [`--${name}`, value]);
  const password = settings["requirepass"];
  const secret = password === undefined ? undefined : new Secret(password);
  const start = async (): Promise<void> => {
    child = spawn("redis-server", words, { stdio: "ignore" });
    await startedOf(child, async () => {
      const opening = RedisLink.open({ url, password: secret, prefix: "" });
      // A server that says what is wrong with it has started.
      await opening.then((link) => link.close(), toolErrorOf);
    });
  };
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  await start();
  return {
    url,
    kill,
    start,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
  };
}

export async function openLink(options: RedisOptions): Promise<RedisLink> {
  const link = await RedisLink.open(options);
  onTestFinished(() => link.close());
  return link;
}
