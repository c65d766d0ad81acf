/** After a failover, a node goes on with the new primary, without a restart. */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { RedisLink } from "../../src/suite/redis/link.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";
import { eventually } from "../helpers/waiting.ts";

interface Name {
  readonly url: string;
  /** Leads new connections to another server. Open ones stay. */
  move(url: string): void;
}

/** An address that leads to one server after another, as a name in DNS does. */
async function nameOf(first: string): Promise<Name> {
  let target = new URL(first);
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    socket.pipe(onward).pipe(socket);
    for (const [stream, partner] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      stream.on("error", () => partner.destroy());
      stream.on("close", () => partner.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return { url: `redis://127.0.0.1:${address.port}`, move: (url) => (target = new URL(url)) };
}

test.skipIf(!hasRedis)(
  "a primary that has become a replica is left for its successor",
  async () => {
    const [before, after] = [await serveRedis(), await serveRedis()];
    const name = await nameOf(before.url);
    const problems: (string | undefined)[] = [];
    const link = await openLink({
      url: name.url,
      prefix: "test:",
      onChange: (problem) => problems.push(problem),
    });
    await link.ask("SET", "key", "before");
    const { hostname, port } = new URL(after.url);
    const administrator = await openLink({ url: before.url, prefix: "administrator:" });
    await administrator.ask("REPLICAOF", hostname, port);
    name.move(after.url);
    await eventually(async () => expect(await link.ask("SET", "key", "after")).toBe("OK"));
    const successor = await openLink({ url: after.url, prefix: "test:" });
    expect(await successor.ask("GET", "key")).toBe("after");
    expect(problems).toEqual([expect.stringMatching(/^READONLY/), undefined]);
  },
);

test.skipIf(!hasRedis)("a server that no longer answers is left for its successor", async () => {
  const [before, after] = [await serveRedis(), await serveRedis()];
  const name = await nameOf(before.url);
  const link = await openLink({ url: name.url, prefix: "test:" });
  before.freeze();
  name.move(after.url);
  await eventually(async () => expect(await link.ask("SET", "key", "after")).toBe("OK"));
  before.thaw();
});

test.skipIf(!hasRedis)(
  "a node whose clock differs from that of the server is refused",
  async () => {
    const { url } = await serveRedis();
    const now = (): number => Date.now() - 70 * 60_000;
    await expect(RedisLink.open({ url, prefix: "test:", now })).rejects.toThrow(
      /^store_unreachable: the clock of this machine is 4(199|200|201) seconds behind that of Redis\n/,
    );
  },
);
