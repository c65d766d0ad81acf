/** The contract of every blob cache. */
import { join } from "node:path";
import { assert, expect, test } from "vitest";
import { cacheOf, type BlobCache } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import { RedisBlobCache } from "../../src/suite/redis/blob-cache.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { memoryBlobCache, namesOf } from "../helpers/memory-blob-cache.ts";
import { hasRedis, openLink, serveRedis } from "../helpers/redis.ts";

const later = 1e15;

const bytes = (text: string): Buffer => Buffer.from(text);

async function textOf(cache: BlobCache, name: string): Promise<string | undefined> {
  const blob = await cache.get(name);
  return blob === undefined ? undefined : Buffer.from(blob).toString();
}

const caches: readonly (readonly [
  string,
  (now: () => number) => BlobCache | Promise<BlobCache>,
])[] = [
  ["memory", memoryBlobCache],
  [
    "file",
    (now) => new FileBlobCache({ folder: join(temporaryFolder(), "cache"), maxBytes: 1e6, now }),
  ],
  ...(hasRedis ? [["Redis", redisCache] as const] : []),
];

async function redisCache(now: () => number): Promise<BlobCache> {
  const { url } = await serveRedis();
  return new RedisBlobCache(await openLink({ url, prefix: "test:" }), { now });
}

test.each(caches)(
  "%s: returns what was put last under a name, byte for byte",
  async (_kind, of) => {
    const cache = await of(() => 0);
    const blob = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await cache.get("one")).toBeUndefined();
    await cache.put("one", bytes("old"), later);
    await cache.put("one", blob, later);
    await cache.put("two", bytes(""), later);
    expect(Buffer.from((await cache.get("one")) ?? []).equals(blob)).toBe(true);
    expect(await textOf(cache, "two")).toBe("");
    expect([await cache.has("two"), await cache.has("three")]).toEqual([true, false]);
  },
);

test.each(caches)("%s: names may be long and hold any character", async (_kind, of) => {
  const cache = await of(() => 0);
  const names = ["", " ", "a/../b\0", "Žofín 日本", "x".repeat(100_000)].map(
    (name) => `ada ${name}`,
  );
  for (const name of names) await cache.put(name, bytes(`of ${name}`), later);
  for (const name of names) expect(await textOf(cache, name)).toBe(`of ${name}`);
  expect(await namesOf(cache, "ada ")).toEqual(names.toSorted());
});

test.each(caches)("%s: an entry expires, also from the list", async (_kind, of) => {
  let now = 1000;
  const cache = await of(() => now);
  await cache.put("one", bytes("first"), 2000);
  await cache.put("two", bytes("second"), 3000);
  now = 1999;
  expect(await textOf(cache, "one")).toBe("first");
  expect(await namesOf(cache, "")).toEqual(["one", "two"]);
  now = 2000;
  expect(await namesOf(cache, "")).toEqual(["two"]);
  expect(await textOf(cache, "one")).toBeUndefined();
});

test.each(caches)("%s: a follower is shown the names with its prefix", async (_kind, of) => {
  const cache = await of(() => 0);
  expect(await namesOf(cache, "")).toEqual([]);
  for (const name of ["lists a", "lists b", "list c"]) await cache.put(name, bytes(name), later);
  expect(await namesOf(cache, "lists ")).toEqual(["lists a", "lists b"]);
});

test.each(caches)("%s: one credential finds nothing of another", async (_kind, of) => {
  const cache = await of(() => 0);
  const [ada, ben] = [cacheOf(cache, "ada"), cacheOf(cache, "ben")];
  await ada.put("one", bytes("hers"), later);
  expect(await textOf(ada, "one")).toBe("hers");
  expect(await namesOf(ada, "o")).toEqual(["one"]);
  expect(await textOf(ben, "one")).toBeUndefined();
  expect(await namesOf(ben, "")).toEqual([]);
});

test.each(caches)(
  "%s: a follower is shown the entries that are new to it, with their heads",
  async (_kind, of) => {
    const cache = await of(() => 0);
    await cache.put("one", bytes("first"), later, '{"a":1}\tmore');
    const listed: (readonly string[])[] = [];
    const follow = cache.follow("", ({ name, head, detail }) =>
      listed.push([name, head, detail()]),
    );
    const list = async (): Promise<(readonly string[])[]> => {
      await follow();
      return listed.splice(0);
    };
    expect(await list()).toEqual([["one", '{"a":1}', "more"]]);
    expect(await list()).toEqual([]);
    await cache.put("two", bytes("second"), later);
    await cache.put("one", bytes("third"), later, '{"a":2}');
    expect(await list()).toEqual([
      ["two", "", ""],
      ["one", '{"a":2}', ""],
    ]);
    expect(await namesOf(cache, ""), "another follower").toEqual(["one", "two"]);
    expect(await textOf(cache, "one")).toBe("third");
  },
);

test.skipIf(!hasRedis)("Redis: an entry with a damaged byte is a miss", async () => {
  const link = await openLink({ url: (await serveRedis()).url, prefix: "test:" });
  const cache = new RedisBlobCache(link, { now: () => 0, isListed: false });
  await cache.put("one", bytes("numbers"), later);
  const key = String(await link.ask("KEYS", "test:cache:*"));
  const original = await link.askEntry("GET", key);
  assert(Buffer.isBuffer(original));
  const damaged = Array.from(original, (byte, at) => original.with(at, byte ^ 0x40));
  for (const entry of [...damaged, original.subarray(0, -1), original.subarray(0, 5)]) {
    await link.askEntry("SET", key, entry);
    expect(await textOf(cache, "one")).toBeUndefined();
    expect(await cache.has("one")).toBe(false);
  }
  await link.askEntry("SET", key, original);
  expect(await textOf(cache, "one")).toBe("numbers");
});
