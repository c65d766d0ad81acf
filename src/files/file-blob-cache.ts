/** A blob cache of compressed files, safe for several processes, limited in size: the least recently used go first. */
import { createHash } from "node:crypto";
import { lstat, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzip, gzipSync } from "node:zlib";
import { temporaryName, writeAtomically } from "./atomic-write.ts";
import { lazily } from "../async/lazily.ts";
import { ourLimits } from "../catalog/limits.ts";
import type { BlobCache, BlobName } from "./blob-cache.ts";
import { FileLineLog } from "./line-log.ts";
import { folderProblem, readOwnFile, smallBytes, withOwnFile } from "./own-file.ts";

const maxContent = ourLimits.cachedFileBytes;
/** The names of answers hold the ids of up to a hundred profiles. */
const maxHead = 1024 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface FileCacheOptions {
  readonly folder: string;
  /** Called once if the folder cannot be used, or others could change it: then nothing is cached. */
  readonly onProblem?: (problem: string) => void;
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Head extends BlobName {
  readonly until: number;
  /** The number of bytes before the content. */
  readonly length: number;
}

export function fileBlobCache(options: FileCacheOptions): BlobCache {
  const { folder, maxBytes, now, onProblem = () => {} } = options;
  const isUsable = lazily(async () => {
    const problem = await folderProblem(folder);
    if (problem !== undefined) onProblem(problem);
    return problem === undefined;
  });
  /** Bytes written since the last clean-up; the first write of a process cleans up. */
  let written = maxBytes;

  const fileOf = (name: string): string =>
    join(folder, createHash("sha256").update(name).digest("hex"));

  /** Records the use of an entry. */
  const touch = (file: string): Promise<void> => utimes(file, now() / 1000, now() / 1000);

  const write = async (
    { name, head }: BlobName,
    bytes: Uint8Array,
    until: number,
  ): Promise<void> => {
    if (!(await isUsable()) || bytes.length > maxContent) return;
    const named = head === "" ? name : `${name}\n${head}`;
    const whole = Buffer.concat([encodeHead(named, until), bytes]);
    const isSmall = whole.length <= smallBytes;
    const content = isSmall ? gzipSync(whole, { level: 1 }) : await compress(whole, { level: 1 });
    await writeAtomically(fileOf(name), content);
    written += Math.max(content.length, block);
    if (written < maxBytes / 16) return;
    written = 0;
    await shrink(folder, maxBytes, now());
  };

  return {
    async get(name) {
      const file = fileOf(name);
      try {
        if (!(await isUsable())) return undefined;
        const compressed = await readOwnFile(file, maxContent);
        const content = await decompress(compressed, { maxOutputLength: maxContent });
        const head = decodeHead(content);
        if (head?.name !== name) return undefined;
        if (head.until <= now()) {
          await rm(file, { force: true });
          return undefined;
        }
        await touch(file);
        return content.subarray(head.length);
      } catch {
        return undefined;
      }
    },
    put: (name, bytes, until, head = "") => write({ name, head }, bytes, until).catch(() => {}),
    async list(prefix) {
      const names: BlobName[] = [];
      if (!(await isUsable())) return names;
      for (const file of await readdir(folder).catch(() => [])) {
        if (!entryName.test(file)) continue;
        const head = await readHead(join(folder, file)).catch(() => undefined);
        if (head?.name.startsWith(prefix) && now() < head.until) {
          names.push({ name: head.name, head: head.head });
        }
      }
      return names;
    },
    log: (name) => new FileLineLog(`${fileOf(name)}.log`, isUsable),
  };
}

/** The time of expiry, the length of the text, the name and after a line break the head; the content follows. */
function encodeHead(text: string, until: number): Buffer {
  const numbers = Buffer.alloc(12);
  const named = Buffer.from(text);
  numbers.writeDoubleLE(until, 0);
  numbers.writeUInt32LE(named.length, 8);
  return Buffer.concat([numbers, named]);
}

/** Undefined if the bytes end before the head does, or it is longer than any that is written. */
function decodeHead(bytes: Buffer): Head | undefined {
  const length = bytes.length < 12 ? Number.POSITIVE_INFINITY : 12 + bytes.readUInt32LE(8);
  if (bytes.length < length || length > maxHead) return undefined;
  const [name = "", head = ""] = bytes.toString("utf8", 12, length).split("\n");
  return { name, head, until: bytes.readDoubleLE(0), length };
}

/** Decompresses no more of the file than its head. */
const readHead = (file: string): Promise<Head | undefined> =>
  withOwnFile(file, maxContent, async (handle) => {
    const content = handle.createReadStream({ autoClose: false });
    const chunks: AsyncIterable<Buffer> = pipeline(content, createGunzip(), () => {});
    let bytes = Buffer.alloc(0);
    for await (const chunk of chunks) {
      bytes = Buffer.concat([bytes, chunk]);
      const head = decodeHead(bytes);
      if (head !== undefined || bytes.length > maxHead) return head;
    }
    return undefined;
  });

const hour = 3_600_000;
const entryName = /^[\da-f]{64}$/;

/** The least that a file takes up on the disk. */
const block = 4096;

/**
 * Removes entries until nine tenths of the limit are left, and what killed processes left half written. The folder
 * may hold files of other programs: those stay.
 */
async function shrink(folder: string, maxBytes: number, now: number): Promise<void> {
  const found: { file: string; size: number; mtimeMs: number; isLeft: boolean }[] = [];
  for (const name of await readdir(folder)) {
    const isTemporary = temporaryName.test(name);
    if (!isTemporary && !entryName.test(name)) continue;
    const file = join(folder, name);
    const { size, mtimeMs } = await lstat(file).catch(() => ({ size: 0, mtimeMs: now }));
    const isLeft = isTemporary && mtimeMs < now - hour;
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
