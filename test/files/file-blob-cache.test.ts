/** The blob cache of files: shared by processes, limited in size, never an error. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BlobCache } from "../../src/base/files/blob-cache.ts";
import { FileBlobCache } from "../../src/base/files/file-blob-cache.ts";
import { namesOf } from "../helpers/memory-blob-cache.ts";
import { temporaryFolder } from "../helpers/folders.ts";

const bytes = (text: string): Buffer => Buffer.from(text);
const later = 1e15;

const textOf = async (cache: BlobCache, name: string): Promise<string | undefined> => {
  const blob = await cache.get(name);
  return blob === undefined ? undefined : Buffer.from(blob).toString();
};

const segmentsIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^\d{8}-[\da-f-]{36}\.segment$/.test(name));

/** The only segment. */
function fileIn(folder: string): string {
  const [name = ""] = segmentsIn(folder);
  return join(folder, name);
}

interface NewCache {
  readonly folder: string;
  readonly cache: BlobCache;
}

function newCache(maxBytes = 1_000_000, now: () => number = Date.now): NewCache {
  const folder = join(temporaryFolder(), "cache");
  return { folder, cache: new FileBlobCache({ folder, maxBytes, now }) };
}

test("another process reads what one has stored, but no other user can", async () => {
  const { folder, cache } = newCache();
  await cache.put("one", bytes("first"), later);
  const reader = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now });
  expect(await textOf(reader, "one")).toBe("first");
  expect(await textOf(reader, "two")).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [file = ""] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
});

test("an entry that is damaged is a miss, and can be stored again", async () => {
  const { folder, cache } = newCache();
  const text = "numbers ".repeat(2000);
  await cache.put("one", bytes(text), later);
  const file = fileIn(folder);
  const original = readFileSync(file);
  for (let at = 0; at < original.length; at += 1) {
    const damaged = Buffer.from(original);
    damaged[at] = (damaged[at] ?? 0) ^ 0x40;
    writeFileSync(file, damaged);
    const reader = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now });
    expect(await textOf(reader, "one"), `byte ${at}`).toBeUndefined();
  }
  expect(await textOf(cache, "one"), "read before the damage").toBeUndefined();
  for (const length of [0, 5, original.length - 1]) {
    writeFileSync(file, original.subarray(0, length));
    expect(await textOf(cache, "one")).toBeUndefined();
  }
  await cache.put("one", bytes("again"), later);
  expect(await textOf(cache, "one")).toBe("again");
});

test("entries after one that is damaged, half written or of another program are found", async () => {
  const { folder, cache } = newCache();
  await cache.put("one", bytes("first ".repeat(30_000)), later);
  const file = fileIn(folder);
  const original = readFileSync(file);
  const half = original.subarray(0, original.length / 2);
  for (const before of [half, Buffer.from("noise".repeat(50_000)), Buffer.from(""), half]) {
    writeFileSync(file, before);
    await cache.put("two", bytes("second"), later);
    await cache.put("three", bytes("third"), later);
    const reader = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now });
    expect(await namesOf(reader, "")).toEqual(["three", "two"]);
    expect([await textOf(reader, "two"), await textOf(cache, "three")]).toEqual([
      "second",
      "third",
    ]);
  }
});

const noise = (): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(5000)));

test("what is used least recently goes when the limit is reached, and files of other programs stay", async () => {
  const { folder, cache } = newCache(100_000);
  mkdirSync(join(folder, "00000000-a folder.segment"), { recursive: true });
  const foreign = join(folder, "my-thesis.doc");
  writeFileSync(foreign, "x".repeat(200_000));
  for (let count = 0; count < 40; count += 1) {
    await cache.put(`entry ${count}`, noise(), later);
    await cache.get("entry 0");
  }
  const sizes = segmentsIn(folder).map((name) => statSync(join(folder, name)).size);
  const bytesTaken = sizes.reduce((sum, size) => sum + size);
  expect(bytesTaken).toBeGreaterThan(80_000);
  expect(bytesTaken).toBeLessThan(115_000);
  expect(existsSync(foreign)).toBe(true);
  expect(await cache.get("entry 0"), "used all the time").toBeDefined();
  expect(await cache.get("entry 39"), "the latest").toBeDefined();
  expect(await cache.get("entry 5")).toBeUndefined();
});

test("a process goes on when another one has removed or emptied the files", async () => {
  const { folder, cache } = newCache();
  await cache.put("one", bytes("first"), later);
  expect(await textOf(cache, "one")).toBe("first");
  rmSync(fileIn(folder));
  expect(await textOf(cache, "one")).toBeUndefined();
  await cache.put("one", bytes("second"), later);
  expect(await textOf(cache, "one")).toBe("second");
});

test("a folder that was removed is made again, and is reported", async () => {
  const folder = join(temporaryFolder(), "cache");
  let removed = 0;
  const onRemoved = (): void => void (removed += 1);
  const cache = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now, onRemoved });
  await cache.put("one", bytes("first"), later);
  rmSync(folder, { recursive: true });
  expect(await Promise.all([textOf(cache, "one"), textOf(cache, "two")])).toEqual([
    undefined,
    undefined,
  ]);
  await cache.put("one", bytes("second"), later);
  expect(await textOf(cache, "one")).toBe("second");
  expect(removed).toBe(1);
});

test("a folder that was removed and made again so that others can write to it is not used", async () => {
  const folder = join(temporaryFolder(), "cache");
  const problems: string[] = [];
  const onProblem = (problem: string): void => void problems.push(problem);
  const cache = new FileBlobCache({ folder, maxBytes: 1e6, now: Date.now, onProblem });
  await cache.put("one", bytes("first"), later);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await cache.put("one", bytes("second"), later);
  expect(await textOf(cache, "one")).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  expect(problems).toHaveLength(1);
});

test("processes that write at the same time lose nothing", async () => {
  const { folder, cache } = newCache(10_000_000);
  const caches = Array.from(
    { length: 8 },
    () => new FileBlobCache({ folder, maxBytes: 1e7, now: Date.now }),
  );
  const writes = caches.flatMap((writer, index) =>
    Array.from({ length: 20 }, async (_, count) => {
      await writer.put(`${index} ${count}`, bytes(`${count}`.repeat(500 * count)), later);
      await writer.put("same", bytes(`${index}`.repeat(5000)), later);
    }),
  );
  await Promise.all(writes);
  expect(await textOf(cache, "same")).toMatch(/^(\d)\1{4999}$/);
  expect((await namesOf(cache, "")).length).toBe(161);
  for (const [index] of caches.entries())
    expect(await textOf(cache, `${index} 19`)).toBe("19".repeat(9500));
});

test("a folder that cannot be used holds nothing and causes no error", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  const cache = new FileBlobCache({ folder: join(file, "cache"), maxBytes: 1e6, now: Date.now });
  await cache.put("one", bytes("first"), later);
  expect(await textOf(cache, "one")).toBeUndefined();
  expect(await namesOf(cache, "")).toEqual([]);
});
