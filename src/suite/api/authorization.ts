/** The credentials of requests (spec, Authentication). */
import { createHash } from "node:crypto";
import { Secret } from "../../base/secrets/secret.ts";

export interface Authorization {
  /** Identifies the credential without revealing it. */
  readonly identity: string;
  /** Identifies the account whose quota the credential shares with others, if that is known. */
  readonly account?: string | undefined;
  /** Returns the value of the Authorization header. @throws ToolError if there is no valid credential. */
  header(): Promise<Secret>;
  /** Renews a header that the API rejected. Returns true if there is a different one to try. */
  renew(rejected: Secret): Promise<boolean>;
  /** Returns true if another login replaced this one; this is noticed within a minute. Data fetched with this login must then not be used. */
  isReplaced(): Promise<boolean> | boolean;
  /** Returns a note on the credentials for the reader of a reply, such as a login that ends soon. */
  notice(): string | undefined;
}

/** Returns a Basic header: base64 of token and secret (spec, Scheme 1), or of the id and secret of an OAuth client. */
export function basicHeader(name: string, secret: Secret): Secret {
  const pair = new Secret(`${name}:${secret.reveal()}`);
  return new Secret(`Basic ${Buffer.from(pair.reveal()).toString("base64")}`);
}

/** Returns a Bearer header with an access token (spec, Scheme 2, step 6). */
export const bearerHeader = (accessToken: Secret): Secret =>
  new Secret(`Bearer ${accessToken.reveal()}`);

/** Returns an authorization with a header that never changes. */
export const fixedAuthorization = (header: Secret): Authorization => ({
  identity: identityOf(header.reveal()),
  header: async () => header,
  renew: async () => false,
  isReplaced: () => false,
  notice: () => undefined,
});

export const identityOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);

/** The beginning of a hash, by which logs and metrics name a credential or a person. */
export const loggedHash = (identity: string): string => identity.slice(0, 8);
