/**
 * A folder of segments: files to which the processes of this machine append records. To append is many times faster
 * than to create a file. Nothing is changed in place; the oldest segments go when the folder is full.
 */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { TimeSlice } from "../async/time-slice.ts";
import { appendToOwnFile, readPartOfOwnFile, statOfOwnFile } from "./own-file.ts";
import { recordsBetween, type ReadBytes, type RecordHead } from "./records.ts";

/** The position of a record in its segment, in bytes. */
export interface SegmentPlace {
  readonly segment: string;
  readonly start: number;
  readonly length: number;
}

type OnRecord = (record: RecordHead, place: SegmentPlace) => void;

/** The number, and what tells segments apart that two processes begin at the same time. */
export const segmentName = /^(\d{8})-[\da-f-]{36}\.segment$/;

/** Records that are read without a pause: each takes some microseconds. */
const recordsAtOnce = 64;
/** The segments of a full folder. */
const segmentCount = 16;

interface Segment {
  readonly name: string;
  readonly inode: number;
  readonly size: number;
}

/** A segment as it was when it was read, and the end of its whole records. */
interface Progress extends Segment {
  readonly recordsEnd: number;
}

/** Its methods throw the errors of the file system. */
export class Segments {
  readonly #progress = new Map<string, Progress>();

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
    private readonly owner: Buffer,
  ) {}

  /**
   * Passes on each record that was appended since the last time, the oldest first; at first, all.
   * @returns the names of segments that are gone.
   */
  async readNew(onRecord: OnRecord): Promise<ReadonlySet<string>> {
    const slice = new TimeSlice();
    const segments = this.#list();
    const gone = new Set(this.#progress.keys());
    for (const { name } of segments) gone.delete(name);
    for (const name of gone) this.#progress.delete(name);
    for (const segment of segments) {
      const { name, inode, size } = segment;
      const known = this.#progress.get(name);
      const isSame = known?.inode === inode && known.recordsEnd <= size;
      if (isSame && known.size === size) continue;
      const read: ReadBytes = (start, length, into) =>
        this.read({ segment: name, start, length }, into);
      let [readUntil, count] = [isSame ? known.recordsEnd : 0, 0];
      for (const { record, start, length } of recordsBetween(read, readUntil, size, this.owner)) {
        onRecord(record, { segment: name, start, length });
        readUntil = start + length;
        count += 1;
        if (count % recordsAtOnce === 0) await slice.pause();
      }
      // A record that is being written is read the next time.
      this.#progress.set(name, { ...segment, recordsEnd: readUntil });
    }
    return gone;
  }

  /** The next {@link readNew} begins anew. */
  readAgain(): void {
    this.#progress.clear();
  }

  append(record: Uint8Array): void {
    appendToOwnFile(join(this.folder, this.#current()), record);
  }

  read({ segment, start, length }: SegmentPlace, into?: Buffer): Buffer {
    return readPartOfOwnFile(join(this.folder, segment), start, length, into);
  }

  /** Its segment is among the next ones to go: it is in the older half of a folder that is more than half full. */
  isOld({ segment }: SegmentPlace): boolean {
    let newer = 0;
    for (const [name, { size }] of this.#progress) if (name > segment) newer += size;
    return newer > this.maxBytes / 2;
  }

  /** The segment to append to: the latest, or a new one if that is full. */
  #current(): string {
    const segments = this.#list();
    const latest = segments.at(-1);
    if (latest !== undefined && latest.size < this.maxBytes / segmentCount) return latest.name;
    this.#makeRoom(segments);
    const number = Number(segmentName.exec(latest?.name ?? "")?.[1] ?? 0) + 1;
    return `${String(number).padStart(8, "0")}-${crypto.randomUUID()}.segment`;
  }

  /** Removes the oldest segments: what is left has room for one more. */
  #makeRoom(segments: readonly Segment[]): void {
    const max = this.maxBytes * (1 - 1 / segmentCount);
    let bytes = segments.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size } of segments) {
      if (bytes <= max) return;
      bytes -= size;
      rmSync(join(this.folder, name), { force: true });
    }
  }

  /** The oldest first. The folder may hold files of other programs. */
  #list(): Segment[] {
    const names = readdirSync(this.folder).filter((name) => segmentName.test(name));
    return names.toSorted().flatMap((name) => {
      const stats = statOfOwnFile(join(this.folder, name));
      const isOurs = stats !== undefined && stats.size <= this.maxBytes;
      return isOurs ? [{ name, inode: stats.ino, size: stats.size }] : [];
    });
  }
}
