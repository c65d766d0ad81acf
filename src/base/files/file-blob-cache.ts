/**
 * A blob cache in a folder that several processes share, limited in size. What is used least recently goes first: the
 * oldest segment is deleted, and what is read from the older half is appended again.
 */
import { hash } from "node:crypto";
import { ourLimits } from "../../catalog/limits.ts";
import type { BlobCache, BlobName } from "./blob-cache.ts";
import { ownFolder, type FolderEvents } from "./own-file.ts";
import { contentOf, encodeRecord, type RecordHead } from "./records.ts";
import { Segments, type SegmentPlace } from "./segments.ts";

/** In a folder that cannot be used, nothing is cached. */
export interface FileCacheOptions extends FolderEvents {
  readonly folder: string;
  readonly maxBytes: number;
  /** The beginning of the names that are used: others, of other logins, are not held. Empty (default). */
  readonly owner?: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface StoredBlob extends SegmentPlace {
  readonly until: number;
}

export class FileBlobCache implements BlobCache {
  readonly #isUsable: () => Promise<boolean>;
  readonly #segments: Segments;
  /** The latest record of each name. */
  readonly #latest = new Map<string, StoredBlob>();
  readonly #followers: Parameters<BlobCache["follow"]>[] = [];
  #reading: Promise<void> | undefined;

  constructor(private readonly options: FileCacheOptions) {
    this.#isUsable = ownFolder(options.folder, options);
    const { folder, maxBytes, owner = "" } = options;
    this.#segments = new Segments(folder, maxBytes, Buffer.from(owner));
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const stored = await this.#find(name);
    if (stored === undefined) return undefined;
    const record = this.#segments.read(stored);
    const content = await contentOf(record, this.options.now());
    // An entry that is read moves to the latest segment, and so outlives those that are not.
    if (content !== undefined && this.#segments.isOld(stored)) this.#segments.append(record);
    return content;
  }

  async has(name: string): Promise<boolean> {
    return (await this.#find(name)) !== undefined;
  }

  async put(name: string, bytes: Uint8Array, until: number, head = ""): Promise<void> {
    if (!(await this.#isUsable()) || bytes.length > ourLimits.cachedEntryBytes) return;
    this.#segments.append(await encodeRecord({ name, head, until }, bytes));
  }

  follow(prefix: string, onEntry: (entry: BlobName) => void): () => Promise<void> {
    this.#followers.push([prefix, onEntry]);
    this.#segments.readAgain();
    return () => this.#readNew();
  }

  async #find(name: string): Promise<StoredBlob | undefined> {
    await this.#readNew();
    const stored = this.#latest.get(heldName(name));
    return stored !== undefined && stored.until > this.options.now() ? stored : undefined;
  }

  async #readNew(): Promise<void> {
    if (!(await this.#isUsable())) return;
    this.#reading ??= this.#addNew().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async #addNew(): Promise<void> {
    const gone = await this.#segments.readNew((record, place) => this.#add(record, place));
    if (gone.size === 0) return;
    for (const [name, { segment }] of this.#latest)
      if (gone.has(segment)) this.#latest.delete(name);
  }

  #add({ name, head, detail, until, isOther }: RecordHead, place: SegmentPlace): void {
    if (isOther) return;
    this.#latest.set(heldName(name), { ...place, until });
    if (until <= this.options.now()) return;
    for (const [prefix, onEntry] of this.#followers)
      if (name.startsWith(prefix)) onEntry({ name, head, detail });
  }
}

/** Names can be long, and long ones are not held. */
const heldName = (name: string): string =>
  name.length > mostHeld ? hash("sha256", name, "base64") : name;
const mostHeld = 200;
