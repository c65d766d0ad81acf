/** A login as a store keeps it: bound to the base URL that it was made for. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { basicHeader, bearerHeader } from "../api/authorization.ts";
import { Secret } from "../secrets/secret.ts";
import { ToolError } from "../errors/tool-error.ts";
import { defaultAccount, loginCommand, type CredentialStore } from "./store.ts";

const secret = z.codec(z.string().min(1), z.instanceof(Secret), {
  decode: (text) => new Secret(text),
  encode: (kept) => kept.reveal(),
});

const bound = {
  /** Another for each time that one logs in: renewing keeps it. */
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
    /** Only where the scope `offline_access` was granted. */
    refreshToken: secret.optional(),
    /** The token answer names no end of it: what is known is when it was first seen, in milliseconds since 1970. */
    refreshTokenSince: z.number().optional(),
  }),
]);

export type Login = z.output<typeof login>;
export type OAuthLogin = Extract<Login, { scheme: "oauth" }>;

export const newLoginId = (): string => randomUUID();

export const headerOf = (kept: Login): Secret =>
  kept.scheme === "basic" ? basicHeader(kept.token, kept.secret) : bearerHeader(kept.accessToken);

/** @throws ToolError `not_logged_in` where the store holds none, or none that can be read. */
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

export const writeLogin = (store: CredentialStore, account: string, kept: Login): Promise<void> =>
  store.set(account, new Secret(JSON.stringify(z.encode(login, kept))));

function parse(text: Secret, problem: string): Login {
  try {
    const record: z.input<typeof login> = JSON.parse(text.reveal());
    return z.decode(login, record);
  } catch {
    // The cause would quote what was read.
    throw new ToolError("not_logged_in", problem);
  }
}
