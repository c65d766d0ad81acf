/** Files behind links: each link is for one file and some minutes, and whoever has it may read the file. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Secret } from "../../base/secrets/secret.ts";
import type { Blocks } from "./content.ts";
import { safeName, type Saved } from "./folder.ts";
import type { Saving } from "./saving.ts";

/** Where files are, by their ids. Every method throws a ToolError while they cannot be reached. */
export interface FileStore {
  /** Signs the links: of this process, or of all nodes. */
  key(): Promise<Secret>;
  /** @param until milliseconds since 1970. @returns false for a file that is too large. */
  put(caller: string, id: string, content: Uint8Array, until: number): Promise<boolean>;
  get(id: string): Promise<Uint8Array | undefined>;
}

interface LinkedFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

/** A link that was made here, and whose time is not over. */
export interface Link {
  readonly id: string;
  /** Of the caller who made it. */
  readonly owner: string;
  /** Undefined for a file that is gone. */
  readonly file: () => Promise<LinkedFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  svg: "image/svg+xml",
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** The id of a file, which begins with a hash of its caller, the end of its time in seconds since 1970, the signature, and the name. */
const shape = /^\/files\/([\w-]{30})\.(\d{1,12})\.([\w-]{43})\/([^/]{1,1000})$/;

/** Characters of the hash. */
const ownerLength = 8;

/** A file is inert in a browser: it is stored, and runs nothing if it is shown. */
const inert = {
  "cache-control": "no-store",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export class FileLinks {
  /** By caller, the sizes of the files whose links work, each with the end of its time. */
  readonly #files = new Map<string, { readonly bytes: number; readonly until: number }[]>();

  /** @param address of the server, once it listens. @param now milliseconds since 1970. */
  constructor(
    private readonly store: FileStore,
    private readonly address: () => string,
    private readonly now: () => number,
  ) {}

  /** Saves the files of one caller. */
  of(caller: string): Saving {
    return {
      where: "behind a link. Returns the link",
      note: `The link works for ${ourLimits.fileLinkSeconds / 60} minutes, for everyone who has it.`,
      isFolder: false,
      save: (name, extension, blocks) => this.#save(caller, name, extension, blocks),
      picture: async (_, svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    };
  }

  /** @throws ToolError `limit_exceeded` for files that are too large, or too many for one caller. */
  async #save(caller: string, name: string, extension: string, blocks: Blocks): Promise<Saved> {
    const now = this.now();
    const files = (this.#files.get(caller) ?? []).filter(({ until }) => until > now);
    const used = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const content = await bytesOf(blocks, ourLimits.linkedBytes - used);
    const owner = (await this.#hashOf(caller)).slice(0, ownerLength);
    const id = owner + randomBytes(16).toString("base64url");
    const until = now + ourLimits.fileLinkSeconds * 1000;
    if (!(await this.store.put(caller, id, content, until))) throw tooLarge();
    this.#files.set(caller, [...files, { bytes: content.length, until }]);
    const file = inAddress(`${safeName(name, extension)}.${extension}`);
    const seconds = String(Math.floor(until / 1000));
    const signature = await this.#hashOf(id, seconds, file);
    const path = `/files/${id}.${seconds}.${signature}/${file}`;
    return { path: this.address() + path, bytes: content.length };
  }

  /** The link of a path; undefined for a path that is no link, or one whose time is over. @throws ToolError */
  async find(path: string): Promise<Link | undefined> {
    const [, id = "", until = "", signature = "", file = ""] = shape.exec(path) ?? [];
    if (id === "" || Number(until) * 1000 <= this.now()) return undefined;
    const expected = Buffer.from(await this.#hashOf(id, until, file));
    if (!timingSafeEqual(Buffer.from(signature), expected)) return undefined;
    return { id, owner: id.slice(0, ownerLength), file: () => this.#read(id, file) };
  }

  async #read(id: string, file: string): Promise<LinkedFile | undefined> {
    const content = await this.store.get(id);
    if (content === undefined) return undefined;
    const [extension = ""] = /[^.]*$/.exec(file) ?? [];
    const headers = {
      ...inert,
      "content-type": types[extension] ?? "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${file}`,
      "content-length": String(content.length),
    };
    return { headers, content };
  }

  async #hashOf(...parts: readonly string[]): Promise<string> {
    return createHmac("sha256", (await this.store.key()).reveal())
      .update(JSON.stringify(parts))
      .digest("base64url");
  }
}

/** Escapes what headers and Markdown do not take, too. */
const inAddress = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** @param most bytes that the caller may still save. */
async function bytesOf(blocks: Blocks, most: number): Promise<Buffer> {
  const list: Buffer[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    const content = Buffer.from(block);
    bytes += content.length;
    if (bytes > ourLimits.linkedBytes) throw tooLarge();
    if (bytes > most)
      throw new ToolError(
        "limit_exceeded",
        `no link was made: your files of the last ${ourLimits.fileLinkSeconds / 60} minutes would be larger than ${ourLimits.linkedBytes / 2 ** 20} MiB`,
        "Save it some minutes later, or save less.",
      );
    list.push(content);
  }
  return Buffer.concat(list);
}

const tooLarge = (): ToolError =>
  new ToolError(
    "limit_exceeded",
    "no link was made: the file is too large for this server",
    "Save less: a piece of the result (read_result with fewer profiles, metrics or days), or a report with fewer charts.",
  );
