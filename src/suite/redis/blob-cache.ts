/** A blob cache that nodes share: an entry for each name, and a log of the names that were put. */
import { createHash } from "node:crypto";
import * as z from "zod";
import type { BlobCache, BlobName } from "../../base/files/blob-cache.ts";
import { contentOf, encodeRecord } from "../../base/files/records.ts";
import type { RedisLink } from "./link.ts";

/** A larger entry would delay the commands of others. */
const maxEntryBytes = 8 * 1024 * 1024;
/** The log forgets the oldest names above this number. */
const maxNames = 20_000;
/** Milliseconds without a new name after which the log expires. */
const logLife = 30 * 24 * 3_600_000;
const namesAtOnce = 1000;

/** Entries of the log: an id, then names and values of fields in turn. One that no node writes has expired. */
const logShape = z.array(
  z.tuple([
    z.string(),
    z
      .tuple([z.literal("n"), z.string(), z.literal("h"), z.string(), z.literal("u"), z.string()])
      .catch(["n", "", "h", "", "u", "0"]),
  ]),
);

export interface BlobCacheOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Distinguishes this cache from others of the same server. */
  readonly name?: string;
  /** False for a cache that nobody follows: it has no log. True (default). */
  readonly isListed?: boolean;
}

export class RedisBlobCache implements BlobCache {
  readonly #prefix: string;

  constructor(
    private readonly link: RedisLink,
    private readonly options: BlobCacheOptions,
  ) {
    this.#prefix = `${link.prefix}${options.name ?? "cache"}:`;
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    const entry = await this.link.askEntry("GET", this.#keyOf(name));
    if (!(entry instanceof Buffer)) return undefined;
    const content = await contentOf(entry, this.options.now());
    // A node that still has the entry stores it again when it is missing.
    if (content === undefined) await this.link.ask("DEL", this.#keyOf(name));
    return content;
  }

  async has(name: string): Promise<boolean> {
    return (await this.link.ask("EXISTS", this.#keyOf(name))) === 1;
  }

  async put(name: string, bytes: Uint8Array, until: number, head = ""): Promise<void> {
    const life = Math.floor(until - this.options.now());
    const entry = await encodeRecord({ name: "", head: "", until }, bytes);
    if (life <= 0 || entry.length > maxEntryBytes) return;
    await this.link.askEntry("SET", this.#keyOf(name), entry, "PX", String(life));
    if (this.options.isListed === false) return;
    const fields = ["n", name, "h", head, "u", String(until)];
    const log = this.#logOf(name);
    await this.link.ask("XADD", log, "MAXLEN", "~", String(maxNames), "*", ...fields);
    await this.link.ask("PEXPIRE", log, String(logLife));
  }

  follow(prefix: string, onEntry: (entry: BlobName) => void): () => Promise<void> {
    let seen = "-";
    const passOn = async (): Promise<void> => {
      const range = ["XRANGE", this.#logOf(prefix), seen, "+", "COUNT", String(namesAtOnce)];
      const entries = logShape.parse(await this.link.ask(...range));
      const [last] = entries.at(-1) ?? [];
      if (last !== undefined) seen = `(${last}`;
      const now = this.options.now();
      for (const [, [, name, , text, , until]] of entries) {
        const [head = "", detail = ""] = text.split("\t");
        if (name.startsWith(prefix) && Number(until) > now)
          onEntry({ name, head, detail: () => detail });
      }
      if (entries.length === namesAtOnce) await passOn();
    };
    return passOn;
  }

  /** One for each login, with whose identifier its names begin, up to a space. */
  #logOf(name: string): string {
    return `${this.#prefix}names:${name.slice(0, name.indexOf(" ") + 1)}`;
  }

  #keyOf(name: string): string {
    return `${this.#prefix}${createHash("sha256").update(name).digest("base64url")}`;
  }
}
