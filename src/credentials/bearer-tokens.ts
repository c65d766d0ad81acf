/** Who may call over HTTP: a file of bearer tokens, kept as hashes, each with the stored login that it works with. */
import { invalidInput } from "../errors/tool-error.ts";
import { createHash, randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import * as z from "zod";
import { Secret } from "../secrets/secret.ts";
import { withLock } from "../files/lock.ts";
import { readOwn, replace, type Refuse } from "../files/private-file.ts";

const bearer = z.strictObject({
  name: z.string(),
  /** Left out: what the server itself would use. */
  account: z.string().optional(),
  /** SHA-256 of the token, which is random and long: there is nothing to guess from it. */
  hash: z.string(),
  /** The day it was added. */
  since: z.string(),
});
export type Bearer = z.output<typeof bearer>;

const content = z.strictObject({ tokens: z.array(bearer) });

export class BearerTokens {
  /** What was read last, and which version of the file that was. */
  #read: { readonly version: string; readonly byHash: ReadonlyMap<string, Bearer> } | undefined;

  constructor(readonly path: string) {}

  /** @throws ToolError `invalid_input` for a file that cannot be used. */
  async list(): Promise<readonly Bearer[]> {
    const text = await readOwn(this.path, this.#refuse);
    if (text === undefined) return [];
    try {
      return content.parse(JSON.parse(text)).tokens;
    } catch {
      throw this.#refuse("is damaged, or none of ours", "Tell the user to name another file.");
    }
  }

  /**
   * Makes a token; it is not to be had again.
   * @throws ToolError `invalid_input` for a name that is taken.
   */
  add(name: string, account: string | undefined, today: string): Promise<Secret> {
    return this.#change((kept) => {
      if (kept.some((one) => one.name === name)) {
        throw this.#refuse(
          `has a token named ${name} already`,
          "Remove it first, or name another.",
        );
      }
      const token = new Secret(`sam_${randomBytes(32).toString("base64url")}`);
      const named = account === undefined ? {} : { account };
      return {
        kept: [...kept, { name, ...named, hash: hashOf(token), since: today }],
        out: token,
      };
    });
  }

  /** Whether there was one of that name. */
  remove(name: string): Promise<boolean> {
    return this.#change((kept) => {
      const others = kept.filter((one) => one.name !== name);
      return others.length < kept.length ? { kept: others, out: true } : { out: false };
    });
  }

  /** Whose token it is, by what the file says now; undefined for nobody's. */
  find(token: Secret): Promise<Bearer | undefined> {
    return this.byHash(hashOf(token));
  }

  async byHash(hash: string): Promise<Bearer | undefined> {
    const { mtimeMs, ino, size } = await stat(this.path).catch(() => {
      throw this.#refuse("cannot be read", "Tell the user to make it readable for this user.");
    });
    const version = [mtimeMs, ino, size].join(" ");
    if (this.#read?.version !== version) {
      const tokens = await this.list();
      this.#read = { version, byHash: new Map(tokens.map((one) => [one.hash, one])) };
    }
    return this.#read.byHash.get(hash);
  }

  readonly #refuse: Refuse = (problem, next) =>
    invalidInput(`the file of tokens ${this.path} ${problem}`, next);

  #change<T>(edit: (kept: readonly Bearer[]) => { kept?: Bearer[]; out: T }): Promise<T> {
    return withLock(this.path, async () => {
      const { kept, out } = edit(await this.list());
      if (kept === undefined) return out;
      await replace(this.path, `${JSON.stringify({ tokens: kept }, undefined, 2)}\n`).catch(() => {
        throw this.#refuse("cannot be written", "Tell the user to make its folder writable.");
      });
      return out;
    });
  }
}

const hashOf = (token: Secret): string => createHash("sha256").update(token.reveal()).digest("hex");
