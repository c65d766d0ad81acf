/** The blob cache of files: shared by processes, limited in size, never an error. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BlobCache } from "../../src/files/blob-cache.ts";
import { fileBlobCache } from "../../src/files/file-blob-cache.ts";
import { namesOf } from "../helpers/memory-blob-cache.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const bytes = (text: string): Buffer => Buffer.from(text);
const later = 1e15;

const textOf = async (cache: BlobCache, name: string): Promise<string | undefined> => {
  const found = await cache.get(name);
  return found === undefined ? undefined : Buffer.from(found).toString();
};

interface NewCache {
  readonly folder: string;
  readonly cache: BlobCache;
}

function newCache(maxBytes = 1_000_000, now: () => number = Date.now): NewCache {
  const folder = join(temporaryFolder(), "cache");
  return { folder, cache: fileBlobCache({ folder, maxBytes, now }) };
}

test("another process reads what one has stored, but no other user can", async () => {
  const { folder, cache } = newCache();
  await cache.put("one", bytes("first"), later);
  const other = fileBlobCache({ folder, maxBytes: 1e6, now: Date.now });
  expect(await textOf(other, "one")).toBe("first");
  expect(await textOf(other, "two")).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [file = ""] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, file)).includes("first"), "compressed").toBe(false);
});

test("a damaged file is a miss, and can be stored again", async () => {
  const { folder, cache } = newCache();
  const text = "numbers ".repeat(1000);
  await cache.put("one", bytes(text), later);
  const [name = ""] = readdirSync(folder);
  const file = join(folder, name);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at += 3) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0x40;
    writeFileSync(file, damaged);
    // Some bytes of the compression's head have no meaning.
    expect([undefined, text]).toContain(await textOf(cache, "one"));
  }
  for (const length of [0, 5, whole.length - 1]) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    expect(await textOf(cache, "one")).toBeUndefined();
  }
  await cache.put("one", bytes("again"), later);
  expect(await textOf(cache, "one")).toBe("again");
});

test("the least recently used entries go when the limit is reached, and so do the remains of dead processes", async () => {
  let now = Date.now();
  const { folder, cache } = newCache(100_000, () => now);
  mkdirSync(folder, { recursive: true });
  const left = join(folder, `${crypto.randomUUID()}.tmp`);
  const foreign = join(folder, "my-thesis.doc");
  writeFileSync(foreign, "x".repeat(200_000));
  utimesSync(foreign, new Date(0), new Date(0));
  mkdirSync(join(folder, "a folder"));
  writeFileSync(left, "half");
  utimesSync(left, new Date(0), new Date(0));
  const noise = (): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(5000)));
  for (let count = 0; count < 40; count += 1) {
    await cache.put(`entry ${count}`, noise(), later);
    now += 1000;
    await cache.get("entry 0");
  }
  const sizes = readdirSync(folder)
    .filter((name) => /^[\da-f]{64}$/.test(name))
    .map((name) => statSync(join(folder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(110_000);
  expect(existsSync(left)).toBe(false);
  expect(existsSync(foreign), "files of other programs stay").toBe(true);
  expect(await cache.get("entry 0"), "used all the time").toBeDefined();
  expect(await cache.get("entry 39"), "the latest").toBeDefined();
  expect(await cache.get("entry 5")).toBeUndefined();
});

test("several writes of one name at the same time leave one whole entry", async () => {
  const { folder, cache } = newCache();
  const caches = Array.from({ length: 8 }, () =>
    fileBlobCache({ folder, maxBytes: 1e6, now: Date.now }),
  );
  await Promise.all(
    caches.map((one, index) => one.put("one", bytes(`${index}`.repeat(5000)), later)),
  );
  expect(await textOf(cache, "one")).toMatch(/^(\d)\1{4999}$/);
  expect(readdirSync(folder).length).toBe(1);
});

test("a folder that cannot be used holds nothing and causes no error", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const cache = fileBlobCache({ folder: join(file, "cache"), maxBytes: 1e6, now: Date.now });
  await cache.put("one", bytes("first"), later);
  expect(await textOf(cache, "one")).toBeUndefined();
  expect(await namesOf(cache, "")).toEqual([]);
});

test("the list passes over damaged files and files of other programs", async () => {
  const { folder, cache } = newCache();
  await cache.put("one", bytes("first"), later);
  writeFileSync(join(folder, "0".repeat(64)), "damaged");
  writeFileSync(join(folder, "my-thesis.doc"), "text");
  mkdirSync(join(folder, "1".repeat(64)));
  expect(await namesOf(cache, "")).toEqual(["one"]);
});
