/** The callers over HTTP: a file of bearer tokens, stored as hashes, each with the stored login that it uses. */
import { inputError } from "../errors/tool-error.ts";
import { createHash, randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import * as z from "zod";
import { Secret } from "../secrets/secret.ts";
import { changePrivateFile, readPrivateFile, type FileError } from "../files/private-file.ts";

const bearer = z.strictObject({
  name: z.string(),
  /** By default the login that the server itself uses. */
  account: z.string().optional(),
  /** SHA-256 of the token, which is too long and random to be guessed. */
  hash: z.string(),
  /** The day on which it was added. */
  since: z.string(),
});
export type Bearer = z.output<typeof bearer>;

const content = z.strictObject({ tokens: z.array(bearer) });

export class BearerTokens {
  /** The content read last, and the version of the file that it comes from. */
  #read: { readonly version: string; readonly byHash: ReadonlyMap<string, Bearer> } | undefined;

  constructor(private readonly path: string) {}

  /** @throws ToolError `invalid_input` for a file that cannot be used. */
  async list(): Promise<readonly Bearer[]> {
    const text = await readPrivateFile(this.path, this.#fileError);
    if (text === undefined) return [];
    try {
      return content.parse(JSON.parse(text)).tokens;
    } catch {
      throw this.#fileError(
        "is damaged, or not a file of tokens",
        "Tell the user to name another file.",
      );
    }
  }

  /**
   * Creates a token; it cannot be read again later.
   * @throws ToolError `invalid_input` for a name that is in use.
   */
  add(name: string, account: string | undefined, today: string): Promise<Secret> {
    return changePrivateFile(this.path, this.#fileError, async () => {
      const tokens = await this.list();
      if (tokens.some((one) => one.name === name)) {
        throw this.#fileError(
          `already has a token named ${name}`,
          "Remove it first, or choose another name.",
        );
      }
      const token = new Secret(`sam_${randomBytes(32).toString("base64url")}`);
      const added = { name, account, hash: hashOf(token.reveal()), since: today };
      return { text: textOf([...tokens, added]), outcome: token };
    });
  }

  /** Returns whether there was one of that name. */
  remove(name: string): Promise<boolean> {
    return changePrivateFile(this.path, this.#fileError, async () => {
      const tokens = await this.list();
      const others = tokens.filter((one) => one.name !== name);
      if (others.length === tokens.length) return { outcome: false };
      return { text: textOf(others), outcome: true };
    });
  }

  /**
   * Returns the owner of a token by the current content of the file; undefined for an unknown token.
   * @param token what a stranger sent: as a `Secret` it would be redacted from the replies of others.
   */
  find(token: string): Promise<Bearer | undefined> {
    return this.byHash(hashOf(token));
  }

  async byHash(hash: string): Promise<Bearer | undefined> {
    const { mtimeMs, ino, size } = await stat(this.path).catch(() => {
      throw this.#fileError("cannot be read", "Tell the user to make it readable for this user.");
    });
    const version = [mtimeMs, ino, size].join(" ");
    if (this.#read?.version !== version) {
      const tokens = await this.list();
      this.#read = { version, byHash: new Map(tokens.map((one) => [one.hash, one])) };
    }
    return this.#read.byHash.get(hash);
  }

  readonly #fileError: FileError = (problem, next) =>
    inputError(`the file of tokens ${this.path} ${problem}`, next);
}

const textOf = (tokens: readonly Bearer[]): string =>
  `${JSON.stringify({ tokens }, undefined, 2)}\n`;

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
