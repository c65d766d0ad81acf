/** The callers over HTTP: a file of bearer tokens, stored as hashes, each with the stored logins that it uses. */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { httpLimits } from "../../catalog/limits.ts";
import { tellUser } from "../../base/errors/tool-error.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { accounts, CallerFile, limits } from "./caller-file.ts";

const bearer = z.strictObject({
  name: z.string(),
  /** Identifies the caller: the hash of its first token. Absent from the entry of that token. */
  id: z.string().optional(),
  account: accounts,
  labels: limits,
  /** SHA-256 of the token, which is too long and random to be guessed. */
  hash: z.string(),
  /** The day on which it was added. */
  since: z.string(),
  /** The time at which a replaced token expires, in milliseconds since 1970. */
  until: z.number().optional(),
});
export type Bearer = z.output<typeof bearer>;

/** The entries are found by the hash of their token. */
export class BearerTokens extends CallerFile<Bearer> {
  constructor(
    path: string,
    private readonly now: () => number = Date.now,
  ) {
    super(path, "tokens", bearer, ({ hash }) => hash);
  }

  /**
   * Creates a token; it cannot be read again later.
   * @throws ToolError `invalid_input` for a name that is in use.
   */
  add(name: string, account: string[], today: string, labels: string[] = []): Promise<Secret> {
    return this.change((tokens) => {
      if (tokens.some((caller) => caller.name === name))
        throw this.fileError(
          `already has a token named ${name}`,
          tellUser`Remove it first, or choose another name.`,
        );
      const { token, hash } = newToken();
      return {
        entries: [...tokens, { name, account, labels, hash, since: today }],
        outcome: token,
      };
    });
  }

  /**
   * Creates another token for a caller. The current one remains valid for some minutes.
   * @throws ToolError `invalid_input` for a caller without a token.
   */
  replace(name: string, today: string): Promise<Secret> {
    return this.change((tokens) => {
      const current = tokens.find((entry) => entry.name === name && entry.until === undefined);
      if (current === undefined)
        throw this.fileError(`has no token named ${name}`, tellUser`Run token list, or token add.`);
      const { token, hash } = newToken();
      const until = this.now() + httpLimits.replacedTokenMinutes * 60_000;
      const ending = { ...current, until };
      const next = { ...current, id: callerIdOf(current), hash, since: today };
      const entries = tokens.flatMap((entry) => (entry === current ? [ending, next] : [entry]));
      return { entries, outcome: token };
    });
  }

  #isValid({ until }: Bearer): boolean {
    return until === undefined || this.now() < until;
  }

  /**
   * Returns the owner of a token by the current content of the file; undefined for an unknown token.
   * @param token what a stranger sent: as a `Secret` it would be redacted from the replies of others.
   */
  async owner(token: string): Promise<Bearer | undefined> {
    const entry = await this.find(hashOf(token));
    return entry !== undefined && this.#isValid(entry) ? entry : undefined;
  }

  /** Lists the valid tokens. A change of the file removes the others from it. */
  override async list(): Promise<readonly Bearer[]> {
    return (await super.list()).filter((entry) => this.#isValid(entry));
  }
}

/** Identifies the caller whose results and sessions these are, also after the token is replaced. */
export const callerIdOf = ({ id, hash }: Bearer): string => id ?? hash;

function newToken(): { readonly token: Secret; readonly hash: string } {
  const token = new Secret(`sam_${randomBytes(32).toString("base64url")}`);
  return { token, hash: hashOf(token.reveal()) };
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
