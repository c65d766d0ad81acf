/**
 * Records one after the other in a file that several processes append to. A record has a fixed part, a name with a
 * head, and content. Checksums detect damage; after damage, reading goes on at the next record.
 */
import { promisify } from "node:util";
import { crc32, gunzip, gzip } from "node:zlib";
import { ourLimits } from "../../catalog/limits.ts";
import type { BlobName } from "./blob-cache.ts";

/** Smaller contents are stored as they are: compressing them takes longer than writing them. */
const compressedFrom = 8 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

interface DatedName extends Pick<BlobName, "name" | "head"> {
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The head of a record, which precedes its content. Lengths are in bytes. */
export interface RecordHead extends DatedName, BlobName {
  /** Its name does not begin as wanted, and is empty here. */
  readonly isOther: boolean;
  readonly isCompressed: boolean;
  readonly contentLength: number;
  readonly contentChecksum: number;
  readonly headLength: number;
}

/** Eight random bytes, with which no other format begins. */
const mark = Buffer.from("b1e59c0d7af2483e", "hex");
/** The mark, the checksum of the rest of the head, the lengths of name and content, its checksum, expiry, compression. */
const fixedLength = 8 + 4 + 4 + 4 + 4 + 8 + 1;
/** The names of answers hold the ids of up to a hundred profiles. */
const maxNamed = 1024 * 1024;

export async function encodeRecord(entry: DatedName, bytes: Uint8Array): Promise<Buffer> {
  const isCompressed = bytes.length >= compressedFrom;
  const content = isCompressed ? await compress(bytes, { level: 1 }) : bytes;
  const named = Buffer.from(entry.head === "" ? entry.name : `${entry.name}\n${entry.head}`);
  const record = Buffer.allocUnsafe(fixedLength + named.length + content.length);
  mark.copy(record);
  record.writeUInt32LE(named.length, 12);
  record.writeUInt32LE(content.length, 16);
  record.writeUInt32LE(crc32(content), 20);
  record.writeDoubleLE(entry.until, 24);
  record.writeUInt8(isCompressed ? 1 : 0, 32);
  named.copy(record, fixedLength);
  record.set(content, fixedLength + named.length);
  record.writeUInt32LE(crc32(record.subarray(12, fixedLength + named.length)), 8);
  return record;
}

/**
 * Undefined for a record that has expired, or that is damaged.
 * @param now milliseconds since 1970. @throws for a content that is too large.
 */
export async function contentOf(record: Buffer, now: number): Promise<Uint8Array | undefined> {
  const head = beginsRecord(record) ? decodeHead(record) : undefined;
  if (head === undefined || head.until <= now) return undefined;
  const content = record.subarray(head.headLength);
  if (!isUndamaged(head, content)) return undefined;
  if (!head.isCompressed) return content;
  return decompress(content, { maxOutputLength: ourLimits.cachedEntryBytes });
}

const isUndamaged = ({ contentChecksum }: RecordHead, content: Uint8Array): boolean =>
  crc32(content) === contentChecksum;

/**
 * Undefined if the bytes end before the head does, or are damaged.
 * @param owner the beginning of the names that are wanted: others are not looked at.
 */
function decodeHead(bytes: Buffer, owner: Buffer = Buffer.alloc(0)): RecordHead | undefined {
  const headLength = fixedLength + bytes.readUInt32LE(12);
  if (headLength > bytes.length) return undefined;
  const ownerEnd = Math.min(fixedLength + owner.length, headLength);
  const isWanted = bytes.compare(owner, 0, owner.length, fixedLength, ownerEnd) === 0;
  if (isWanted && crc32(bytes.subarray(12, headLength)) !== bytes.readUInt32LE(8)) return undefined;
  const end = isWanted ? headLength : fixedLength;
  const endOf = (sign: string): number => {
    const at = bytes.indexOf(sign, fixedLength, "latin1");
    return at === -1 ? end : Math.min(at, end);
  };
  const [nameEnd, headEnd] = [endOf("\n"), endOf("\t")];
  // Decoded apart: a slice of one string would keep all of it in memory.
  return {
    name: bytes.toString("utf8", fixedLength, nameEnd),
    head: bytes.toString("utf8", nameEnd + 1, Math.max(nameEnd + 1, headEnd)),
    detail: () => bytes.toString("utf8", headEnd + 1, end),
    until: bytes.readDoubleLE(24),
    isOther: !isWanted,
    isCompressed: bytes.readUInt8(32) === 1,
    contentLength: bytes.readUInt32LE(16),
    contentChecksum: bytes.readUInt32LE(20),
    headLength,
  };
}

/** Reads a part of the file; fewer bytes if the file ends before. @param into memory that can be used. */
export type ReadBytes = (start: number, length: number, into?: Buffer) => Buffer;

/** Most heads are much shorter, so that one read has several records. */
const windowLength = 256 * 1024;

/** @returns a function that reads in windows: at least the length, or all up to the end. */
function inWindows(read: ReadBytes, end: number): ReadBytes {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  // New memory for each window would be collected for longer than it takes to read it.
  const reused = Buffer.allocUnsafe(windowLength);
  return (place, length) => {
    const needed = Math.min(length, end - place);
    if (place < start || place + needed > start + bytes.length) {
      const size = Math.min(Math.max(needed, windowLength), end - place);
      bytes = read(place, size, size > windowLength ? undefined : reused);
      start = place;
    }
    return bytes.subarray(place - start);
  };
}

const beginsWithMark = (bytes: Buffer): boolean =>
  bytes.length >= mark.length && bytes.compare(mark, 0, mark.length, 0, mark.length) === 0;
const beginsRecord = (bytes: Buffer): boolean =>
  bytes.length >= fixedLength && beginsWithMark(bytes);

/** A record in a file, with its place in bytes. */
interface Found {
  readonly record: RecordHead;
  readonly start: number;
  readonly length: number;
}

/** Yields the whole records between two places of a file. Reads little of their contents. @param owner as `decodeHead`. */
export function* recordsBetween(
  readBytes: ReadBytes,
  start: number,
  end: number,
  owner?: Buffer,
): Generator<Found> {
  const read = inWindows(readBytes, end);
  for (let place = start; place < end;) {
    const record = headAt(place);
    if (record !== undefined && isWhole(record, place + record.headLength)) {
      const length = record.headLength + record.contentLength;
      yield { record, start: place, length };
      place += length;
    } else place = nextMark(place + 1);
  }

  function headAt(place: number): RecordHead | undefined {
    const bytes = read(place, fixedLength);
    if (!beginsRecord(bytes)) return undefined;
    const length = fixedLength + bytes.readUInt32LE(12);
    if (length > fixedLength + maxNamed) return undefined;
    return decodeHead(bytes.length < length ? read(place, length) : bytes, owner);
  }

  /** A record that is half written can be followed by others, which then are where its content would be. */
  function isWhole(record: RecordHead, place: number): boolean {
    const { contentLength } = record;
    const next = place + contentLength;
    if (next >= end) return next === end;
    if (beginsWithMark(read(next, mark.length))) return true;
    return isUndamaged(record, read(place, contentLength).subarray(0, contentLength));
  }

  /** The place of the next mark, or the end. */
  function nextMark(from: number): number {
    for (let place = from; place < end;) {
      const bytes = read(place, mark.length);
      const offset = bytes.indexOf(mark);
      if (offset >= 0) return place + offset;
      // The mark may begin at the end of these bytes.
      place += Math.max(1, bytes.length - mark.length + 1);
    }
    return end;
  }
}
