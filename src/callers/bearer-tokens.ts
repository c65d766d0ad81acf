/** The callers over HTTP: a file of bearer tokens, stored as hashes, each with the stored logins that it uses. */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { tellUser } from "../errors/tool-error.ts";
import { Secret } from "../secrets/secret.ts";
import { accounts, CallerFile } from "./caller-file.ts";

const bearer = z.strictObject({
  name: z.string(),
  account: accounts,
  /** SHA-256 of the token, which is too long and random to be guessed. */
  hash: z.string(),
  /** The day on which it was added. */
  since: z.string(),
});
export type Bearer = z.output<typeof bearer>;

/** The entries are found by the hash of their token. */
export class BearerTokens extends CallerFile<Bearer> {
  constructor(path: string) {
    super(path, "tokens", bearer, ({ hash }) => hash);
  }

  /**
   * Creates a token; it cannot be read again later.
   * @throws ToolError `invalid_input` for a name that is in use.
   */
  add(name: string, account: string[], today: string): Promise<Secret> {
    return this.change((tokens) => {
      if (tokens.some((one) => one.name === name))
        throw this.fileError(
          `already has a token named ${name}`,
          tellUser`Remove it first, or choose another name.`,
        );
      const token = new Secret(`sam_${randomBytes(32).toString("base64url")}`);
      const added = { name, account, hash: hashOf(token.reveal()), since: today };
      return { entries: [...tokens, added], outcome: token };
    });
  }

  /**
   * Returns the owner of a token by the current content of the file; undefined for an unknown token.
   * @param token what a stranger sent: as a `Secret` it would be redacted from the replies of others.
   */
  owner(token: string): Promise<Bearer | undefined> {
    return this.find(hashOf(token));
  }
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
