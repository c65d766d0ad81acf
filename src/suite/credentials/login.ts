/** A login as it is stored: bound to the base URL that it was created for. */
import * as z from "zod";
import { basicHeader, bearerHeader } from "../api/authorization.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { ToolError, tellUser } from "../../base/errors/tool-error.ts";
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

const shape = z.discriminatedUnion("scheme", [
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
    /** The granted scopes, separated by spaces; undefined if no answer has named them. */
    scope: z.string().optional(),
    /** Only if the scope `offline_access` was granted. */
    refreshToken: secret.optional(),
    /** The token answer names no expiry: this is when the token was first received, in milliseconds since 1970. */
    refreshTokenSince: z.number().optional(),
  }),
]);

export type Login = z.output<typeof shape>;
export type OAuthLogin = Extract<Login, { scheme: "oauth" }>;

export const headerOf = (login: Login): Secret =>
  login.scheme === "basic"
    ? basicHeader(login.token.reveal(), login.secret)
    : bearerHeader(login.accessToken);

/** @throws ToolError `not_logged_in` if the store holds no readable login. */
export async function readLogin(store: CredentialStore, account: string): Promise<Login> {
  const text = await store.get(account);
  if (text === undefined) {
    const next = account === defaultAccount ? undefined : tellUser`Run ${loginCommand(account)}.`;
    throw new ToolError("not_logged_in", `${store.name} holds no login named ${account}`, next);
  }
  try {
    return z.decode(shape, JSON.parse(text.reveal()));
  } catch {
    // The cause would quote the content.
    const problem = `${store.name} holds a login named ${account} that cannot be read`;
    throw new ToolError("not_logged_in", problem);
  }
}

export const writeLogin = (store: CredentialStore, account: string, value: Login): Promise<void> =>
  store.set(account, new Secret(JSON.stringify(z.encode(shape, value))));

/** The lifetimes of tokens (spec, Scheme 2, steps 6 and 8). Times are milliseconds since 1970. */
const second = 1000;
const day = 24 * 60 * 60 * second;

const refreshTokenLife = 180 * day;
const noticeBefore = 14 * day;

/** A token is renewed a minute before it expires, or after nine tenths of a short life. */
export function isStale(login: Login, now: number): boolean {
  if (login.scheme === "basic") return false;
  const early = Math.min(60 * second, (login.accessTokenLife * second) / 10);
  return now >= login.accessTokenUntil - early;
}

/** The time at which the user must log in again; undefined if the login does not expire. */
export function endOf(login: Login): number | undefined {
  if (login.scheme === "basic") return undefined;
  if (login.refreshToken === undefined) return login.accessTokenUntil;
  return (login.refreshTokenSince ?? 0) + refreshTokenLife;
}

/** Scopes for reading data and for renewing the login (spec, Scheme 2, step 2). */
export const scopes = { read: "api.read", renew: "offline_access" } as const;

/** Problems of a login that its user should know of: it ends for good, or it does not allow reading. */
export function problemsOf(login: Login): string[] {
  if (login.scheme === "basic") return [];
  const { scope, refreshToken, accessTokenUntil } = login;
  const end = new Date(accessTokenUntil).toISOString().slice(0, 16).replace("T", " ");
  const unrenewable = `The login ends at ${end} UTC and cannot be renewed, because the scope ${scopes.renew} was not granted.`;
  const unreadable = `The login does not allow reading, because the scope ${scopes.read} was not granted.`;
  const mayRead = scope === undefined || scope.split(" ").includes(scopes.read);
  return [...(refreshToken === undefined ? [unrenewable] : []), ...(mayRead ? [] : [unreadable])];
}

/** A notice for answers when the login expires soon. */
export function noticeOf(login: Login, account: string, now: number): string | undefined {
  const end = endOf(login);
  if (end === undefined || now < end - noticeBefore) return undefined;
  const date = new Date(end).toISOString().slice(0, 10);
  const { command } = loginCommand(account);
  return `The login ends on ${date}: ask the user to run social-analytics-mcp ${command} again before.`;
}
