/** A login as it is stored: bound to the base URL that it was created for. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { basicHeader, bearerHeader } from "../api/authorization.ts";
import { Secret } from "../secrets/secret.ts";
import { ToolError } from "../errors/tool-error.ts";
import { defaultAccount, loginCommand, type CredentialStore } from "./store.ts";

const secret = z.codec(z.string().min(1), z.instanceof(Secret), {
  decode: (text) => new Secret(text),
  encode: (value) => value.reveal(),
});

const bound = {
  /** New for each login; renewals keep it. */
  id: z.string(),
  baseUrl: z.url(),
};

const login = z.discriminatedUnion("scheme", [
  z.object({ scheme: z.literal("basic"), ...bound, token: secret, secret }),
  z.object({
    scheme: z.literal("oauth"),
    ...bound,
    clientId: z.string(),
    clientSecret: secret,
    accessToken: secret,
    /** Milliseconds since 1970. */
    accessTokenUntil: z.number(),
    /** Seconds. */
    accessTokenLife: z.number(),
    /** Only if the scope `offline_access` was granted. */
    refreshToken: secret.optional(),
    /** The token answer names no expiry: this is when the token was first received, in milliseconds since 1970. */
    refreshTokenSince: z.number().optional(),
  }),
]);

export type Login = z.output<typeof login>;
export type OAuthLogin = Extract<Login, { scheme: "oauth" }>;

export const newLoginId = (): string => randomUUID();

export const headerOf = (of: Login): Secret =>
  of.scheme === "basic" ? basicHeader(of.token, of.secret) : bearerHeader(of.accessToken);

/** @throws ToolError `not_logged_in` if the store holds none, or none that can be read. */
export async function readLogin(store: CredentialStore, account: string): Promise<Login> {
  const text = await store.get(account);
  if (text === undefined) {
    throw new ToolError(
      "not_logged_in",
      `${store.name} holds no login named ${account}`,
      account === defaultAccount ? undefined : `Tell the user: run ${loginCommand(account)}.`,
    );
  }
  return parse(text, `${store.name} holds a login named ${account} that cannot be read`);
}

export const writeLogin = (store: CredentialStore, account: string, value: Login): Promise<void> =>
  store.set(account, new Secret(JSON.stringify(z.encode(login, value))));

function parse(text: Secret, problem: string): Login {
  try {
    const record: z.input<typeof login> = JSON.parse(text.reveal());
    return z.decode(login, record);
  } catch {
    // The cause would quote the content.
    throw new ToolError("not_logged_in", problem);
  }
}
