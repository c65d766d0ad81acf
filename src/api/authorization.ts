/** As whom requests are sent (spec, Authentication). */
import { createHash } from "node:crypto";
import { Secret } from "../secrets/secret.ts";

export interface Authorization {
  /** The same for the same credential, and nothing that could be used in its place. */
  readonly identity: string;
  /** The Authorization header's value. @throws ToolError where none can be had. */
  header(): Promise<Secret>;
  /** After the API refused a header: whether there is another to try. */
  renew(refused: Secret): Promise<boolean>;
  /** Whether another login stands in its place, so that nothing that was fetched as this one may be used. */
  isReplaced(): boolean;
  /** What the reader of an answer must know of the credentials by now. */
  notice(): string | undefined;
}

/** Basic: base64 of token and secret (spec, Scheme 1); the OAuth client's own header is the same. */
export const basicHeader = (token: Secret, secret: Secret): Secret =>
  new Secret(`Basic ${Buffer.from(`${token.reveal()}:${secret.reveal()}`).toString("base64")}`);

/** Bearer: an access token (spec, Scheme 2, step 6). */
export const bearerHeader = (accessToken: Secret): Secret =>
  new Secret(`Bearer ${accessToken.reveal()}`);

/** A header that stays what it is. */
export const fixedAuthorization = (header: Secret): Authorization => ({
  identity: identityOf(header.reveal()),
  header: async () => header,
  renew: async () => false,
  isReplaced: () => false,
  notice: () => undefined,
});

export const identityOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);
