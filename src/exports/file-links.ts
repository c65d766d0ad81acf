/** Files behind links: each link is for one file and some minutes, and whoever has it may read the file. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { BlobCache } from "../files/blob-cache.ts";
import type { Secret } from "../secrets/secret.ts";
import type { Blocks } from "./content.ts";
import { safeName, type Saved } from "./folder.ts";
import type { Saving } from "./saving.ts";

export interface FileLinkParts {
  /** Signs the links: of this process, or of all nodes. */
  readonly key: Secret;
  readonly store: Pick<BlobCache, "get" | "has" | "put">;
  /** The address of the server. It is known when the server listens. */
  readonly address: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const types: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  svg: "image/svg+xml",
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
};

/** The path of all links. */
const filesPath = "/files/";

/** The id of a file, the end of its time in seconds since 1970, the signature, and the name. */
const shape = /^\/files\/([\w-]{22})\.(\d{1,12})\.([\w-]{43})\/([^/]{1,1000})$/;

/** A file is inert in a browser: it is stored, and runs nothing if it is shown. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export class FileLinks implements Saving {
  readonly where = "behind a link. Returns the link";
  readonly note = `The link works for ${ourLimits.fileLinkSeconds / 60} minutes, for everyone who has it.`;
  readonly isFolder = false;

  constructor(private readonly parts: FileLinkParts) {}

  /** @throws ToolError `limit_exceeded` for a file that the store does not take. */
  async save(name: string, extension: string, blocks: Blocks): Promise<Saved> {
    const { store, address, now } = this.parts;
    const content = await bytesOf(blocks);
    const id = randomBytes(16).toString("base64url");
    const until = now() + ourLimits.fileLinkSeconds * 1000;
    await store.put(id, content, until);
    if (!(await store.has(id))) throw notStored();
    const file = encodeURIComponent(`${safeName(name, extension)}.${extension}`);
    const seconds = String(Math.floor(until / 1000));
    const signature = this.#signatureOf(id, seconds, file);
    const path = `${filesPath}${id}.${seconds}.${signature}/${file}`;
    return { path: address() + path, bytes: content.length };
  }

  async picture(_: string, svg: string): Promise<string> {
    return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  }

  /** The file of a path; undefined for a path that is no link, or one whose time is over. */
  async find(path: string): Promise<Response | undefined> {
    const [, id = "", until = "", signature = "", file = ""] = shape.exec(path) ?? [];
    const expected = Buffer.from(this.#signatureOf(id, until, file));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    if (Number(until) * 1000 <= this.parts.now()) return undefined;
    const content = await this.parts.store.get(id);
    if (content === undefined) return undefined;
    const [extension = ""] = /[^.]*$/.exec(file) ?? [];
    const disposition = `attachment; filename*=UTF-8''${file.replaceAll(/['()*]/g, escapedCharacter)}`;
    return new Response(Buffer.from(content), {
      headers: {
        ...headers,
        "content-type": types[extension] ?? "application/octet-stream",
        "content-disposition": disposition,
        "content-length": String(content.length),
      },
    });
  }

  #signatureOf(id: string, until: string, file: string): string {
    return createHmac("sha256", this.parts.key.reveal())
      .update(JSON.stringify([id, until, file]))
      .digest("base64url");
  }
}

/** What {@link encodeURIComponent} leaves as it is, and headers do not take. */
const escapedCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

async function bytesOf(blocks: Blocks): Promise<Buffer> {
  const list: Buffer[] = [];
  let bytes = 0;
  for await (const block of blocks) {
    const content = Buffer.from(block);
    bytes += content.length;
    if (bytes > ourLimits.savedFileBytes) throw notStored();
    list.push(content);
  }
  return Buffer.concat(list);
}

const notStored = (): ToolError =>
  new ToolError(
    "limit_exceeded",
    "no link was made: the file is too large for this server",
    "Save a piece of the result: read_result with fewer profiles, metrics or days, then the id of that piece.",
  );
