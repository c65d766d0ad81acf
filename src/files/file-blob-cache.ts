/** A cache of compressed files, safe for several processes, bounded in size: the least recently used leave first. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Cache } from "./blob-cache.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface FileCacheOptions {
  readonly folder: string;
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Entry {
  readonly name: string;
  readonly until: number;
  readonly bytes: Uint8Array;
}

export function fileCache({ folder, maxBytes, now }: FileCacheOptions): Cache {
  /** Bytes since the folder was last looked through; at first, as many as call for it. */
  let written = maxBytes;

  /** By the same clock, which the oldest are told by. */
  const use = (file: string): Promise<void> => utimes(file, now() / 1000, now() / 1000);

  const fileOf = (name: string): string =>
    join(folder, createHash("sha256").update(name).digest("hex"));

  const write = async (entry: Entry): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const content = await compress(encode(entry), { level: 1 });
    const beside = join(folder, `${randomUUID()}.tmp`);
    try {
      await writeFile(beside, content, { mode: 0o600, flag: "wx" });
      await use(beside);
      await rename(beside, fileOf(entry.name));
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
    written += Math.max(content.length, block);
    if (written < maxBytes / 16) return;
    written = 0;
    await shrink(folder, maxBytes, now());
  };

  return {
    async get(name) {
      const file = fileOf(name);
      try {
        const entry = decode(await decompress(await readFile(file)));
        if (entry.name !== name) return undefined;
        if (entry.until <= now()) {
          await rm(file, { force: true });
          return undefined;
        }
        await use(file);
        return entry.bytes;
      } catch {
        return undefined;
      }
    },
    async put(name, bytes, until) {
      // What cannot be kept is asked again.
      await write({ name, until, bytes }).catch(() => {});
    },
  };
}

/** When it ends, how long its name is, its name, its bytes. */
function encode({ name, until, bytes }: Entry): Buffer {
  const head = Buffer.alloc(12);
  const named = Buffer.from(name);
  head.writeDoubleLE(until, 0);
  head.writeUInt32LE(named.length, 8);
  return Buffer.concat([head, named, bytes]);
}

function decode(content: Buffer): Entry {
  const end = 12 + content.readUInt32LE(8);
  return {
    until: content.readDoubleLE(0),
    name: content.subarray(12, end).toString(),
    bytes: content.subarray(end),
  };
}

const hour = 3_600_000;

/** The folder may be one that holds files of others. */
const ours = /^([\da-f]{64}|[\da-f-]{36}\.tmp)$/;

/** What a file takes on the disk, at the least. */
const block = 4096;

/** Down to nine tenths of what is allowed; what was left half written by a process that died goes as well. */
async function shrink(folder: string, maxBytes: number, now: number): Promise<void> {
  const found: { file: string; size: number; mtimeMs: number; isLeft: boolean }[] = [];
  for (const name of await readdir(folder)) {
    if (!ours.test(name)) continue;
    const file = join(folder, name);
    const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: now }));
    const isLeft = name.endsWith(".tmp") && mtimeMs < now - hour;
    found.push({ file, size: Math.ceil(size / block) * block, mtimeMs, isLeft });
  }
  let bytes = found.reduce((sum, { size }) => sum + size, 0);
  const isTooMuch = bytes > maxBytes;
  for (const { file, size, isLeft } of found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (!isLeft && (!isTooMuch || bytes <= maxBytes * 0.9)) continue;
    bytes -= size;
    await rm(file, { force: true }).catch(() => {});
  }
}
