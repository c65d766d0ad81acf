/** The log of cached names in Redis, with entries that no node writes. */
import { expect, test } from "vitest";
import type { BlobName } from "../../src/base/files/blob-cache.ts";
import { RedisBlobCache } from "../../src/suite/redis/blob-cache.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";

test.skipIf(!hasRedis)("damaged entries are skipped, and the others are found", async () => {
  const { url } = await serveRedis();
  const link = await openLink({ url, prefix: "test:" });
  const cache = new RedisBlobCache(link, { now: () => 0 });
  const listed: BlobName[] = [];
  const listNew = cache.follow("one", (entry) => listed.push(entry));
  const damage = [
    ["n"],
    ["n", "one", "h"],
    ["x", "one", "h", "", "u", "9"],
    ["n", "one", "u", "9"],
  ];
  for (const fields of damage) {
    const even = fields.length % 2 === 0 ? fields : [...fields, "value"];
    await link.ask("XADD", "test:cache:names:", "*", ...even);
    await cache.put("one", new Uint8Array([1]), 60_000, "head\tmore");
    await listNew();
    const [entry, ...rest] = listed.splice(0);
    expect(rest).toEqual([]);
    expect([entry?.name, entry?.head, entry?.detail()]).toEqual(["one", "head", "more"]);
  }
});
