/**
 * Records one after the other in a file that several processes append to. A record has a fixed part, a name with a
 * head, and content. Checksums detect damage; after damage, reading goes on at the next record.
 */
import { crc32, gunzip, gunzipSync, gzip, gzipSync } from "node:zlib";
import type { BlobName } from "./blob-cache.ts";
import { promisify } from "node:util";
import { ourLimits } from "../catalog/limits.ts";
import { smallBytes } from "./own-file.ts";

/** Smaller contents are stored as they are: compressing them takes longer than writing them. */
const compressedFrom = 8 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const maxOutputLength = ourLimits.cachedEntryBytes;

const compressed = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length <= smallBytes ? gzipSync(bytes, { level: 1 }) : compress(bytes, { level: 1 });

/** @throws for bytes that were not compressed, or that are too many. */
const decompressed = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes.length <= smallBytes
    ? gunzipSync(bytes, { maxOutputLength })
    : decompress(bytes, { maxOutputLength });

interface Entry extends BlobName {
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The fixed part of a record. Lengths are in bytes. */
export interface Layout extends Omit<Entry, keyof BlobName> {
  readonly isCompressed: boolean;
  readonly contentLength: number;
  readonly contentChecksum: number;
  /** The length of what is before the content. */
  readonly headLength: number;
}

export interface RecordHead extends Layout, BlobName {}

/** Eight random bytes; no other format begins so. */
const mark = Buffer.from("b1e59c0d7af2483e", "hex");
/** The mark, the checksum of the rest of the head, the lengths of name and content, its checksum, expiry, compression. */
const fixedLength = 8 + 4 + 4 + 4 + 4 + 8 + 1;
/** The names of answers hold the ids of up to a hundred profiles. */
const maxNamed = 1024 * 1024;

export async function encodeRecord(entry: Entry, bytes: Uint8Array): Promise<Buffer> {
  const isCompressed = bytes.length >= compressedFrom;
  const content = isCompressed ? await compressed(bytes) : bytes;
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

/** Undefined for a record that has expired, or that is damaged. @param now milliseconds since 1970. */
export async function contentOf(record: Buffer, now: number): Promise<Uint8Array | undefined> {
  const head = beginsRecord(record) ? decodeHead(record) : undefined;
  if (head === undefined || head.until <= now) return undefined;
  const content = record.subarray(head.headLength);
  if (!isUndamaged(head, content)) return undefined;
  return head.isCompressed ? decompressed(content) : content;
}

const isUndamaged = ({ contentChecksum }: Layout, content: Uint8Array): boolean =>
  crc32(content) === contentChecksum;

/** Undefined if the bytes end before the head does, or are damaged. */
export function decodeHead(bytes: Buffer): RecordHead | undefined {
  const headLength = fixedLength + bytes.readUInt32LE(12);
  if (headLength > bytes.length) return undefined;
  if (crc32(bytes.subarray(12, headLength)) !== bytes.readUInt32LE(8)) return undefined;
  const [name = "", head = ""] = bytes.toString("utf8", fixedLength, headLength).split("\n");
  return {
    name,
    head,
    until: bytes.readDoubleLE(24),
    isCompressed: bytes.readUInt8(32) === 1,
    contentLength: bytes.readUInt32LE(16),
    contentChecksum: bytes.readUInt32LE(20),
    headLength,
  };
}

/** Reads a part of the file; fewer bytes if the file ends before. */
export type ReadBytes = (start: number, length: number) => Buffer;

/** Most heads are much shorter, so that one read has several records. */
const windowLength = 64 * 1024;

/** A part of a file, read in windows. */
class Windows {
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(
    private readonly read: ReadBytes,
    readonly end: number,
  ) {}

  /** Returns the bytes from a place on: at least `length`, or all up to the end. */
  at(place: number, length: number): Buffer {
    const needed = Math.min(length, this.end - place);
    const isHeld = place >= this.#start && place + needed <= this.#start + this.#bytes.length;
    if (!isHeld) {
      this.#bytes = this.read(place, Math.min(Math.max(needed, windowLength), this.end - place));
      this.#start = place;
    }
    return this.#bytes.subarray(place - this.#start);
  }
}

function headAt(file: Windows, place: number): RecordHead | undefined {
  const bytes = file.at(place, fixedLength);
  if (!beginsRecord(bytes)) return undefined;
  const named = bytes.readUInt32LE(12);
  return named > maxNamed ? undefined : decodeHead(file.at(place, fixedLength + named));
}

/** A record that is half written can be followed by others, which then are where its content would be. */
function isRecordWhole(file: Windows, record: RecordHead, place: number): boolean {
  const start = place + record.headLength;
  const end = start + record.contentLength;
  if (end >= file.end) return end === file.end;
  if (beginsWithMark(file.at(end, mark.length))) return true;
  return isUndamaged(
    record,
    file.at(start, record.contentLength).subarray(0, record.contentLength),
  );
}

const beginsWithMark = (bytes: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
const beginsRecord = (bytes: Buffer): boolean =>
  bytes.length >= fixedLength && beginsWithMark(bytes);

/** The place of the next mark, or the end. */
function nextMark(file: Windows, from: number): number {
  let place = from;
  while (place < file.end) {
    const bytes = file.at(place, mark.length);
    const found = bytes.indexOf(mark);
    if (found >= 0) return place + found;
    // The mark may begin at the end of these bytes.
    place += Math.max(1, bytes.length - mark.length + 1);
  }
  return file.end;
}

/**
 * Yields the whole records between two places of a file, and where each begins. Reads little of their contents.
 * @returns the end of the last whole record: a record that is being written is read the next time.
 */
export function* recordsBetween(
  read: ReadBytes,
  start: number,
  end: number,
): Generator<{ readonly record: RecordHead; readonly start: number }, number> {
  const file = new Windows(read, end);
  let place = start;
  let whole = start;
  while (place < end) {
    const record = headAt(file, place);
    if (record === undefined || !isRecordWhole(file, record, place)) {
      place = nextMark(file, place + 1);
      continue;
    }
    yield { record, start: place };
    place += record.headLength + record.contentLength;
    whole = place;
  }
  return whole;
}
