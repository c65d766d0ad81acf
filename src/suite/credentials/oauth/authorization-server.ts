/** Requests to the authorization server by `openid-client` (spec, Scheme 2). Causes are dropped: they may hold tokens. */
import * as openid from "openid-client";
import { basicHeader } from "../../api/authorization.ts";
import { authorizationPaths } from "../../api/endpoints.ts";
import { Secret } from "../../../base/secrets/secret.ts";
import { ToolError, upstreamError, tellUser } from "../../../base/errors/tool-error.ts";
import { ourLimits } from "../../../catalog/limits.ts";
import { plainText } from "../../../base/text/sanitize.ts";
import { lockTimes } from "../../../base/files/lock.ts";
import type { OAuthLogin } from "../login.ts";
import { GrantRefused } from "../stored-login.ts";
import { exchange } from "./exchange.ts";

export type OAuthClient = Pick<OAuthLogin, "baseUrl" | "clientId" | "clientSecret">;

/** `{base_url}/oauth2/0`. */
export const issuerOf = (baseUrl: string): string =>
  baseUrl.replace(/\/$/, "") + authorizationPaths.root;

/**
 * The addresses are the spec's, so that no secret goes elsewhere.
 * @param uris the issuer from discovery, and the redirect URI as it is registered.
 */
export function configure(
  { baseUrl, clientId, clientSecret }: OAuthClient,
  uris: { readonly issuer?: string; readonly redirectUri?: string } = {},
): openid.Configuration {
  const root = issuerOf(baseUrl);
  const configuration = new openid.Configuration(
    {
      issuer: uris.issuer ?? root,
      authorization_endpoint: root + authorizationPaths.authorization,
      token_endpoint: root + authorizationPaths.token,
      revocation_endpoint: root + authorizationPaths.revocation,
      // Step 3: the redirect always carries `iss`.
      authorization_response_iss_parameter_supported: true,
    },
    clientId,
    undefined,
    // Step 4: plain base64, where the library's own would form-encode id and secret first.
    (_server, _client, _body, headers) => {
      headers.set("authorization", basicHeader(clientId, clientSecret).reveal());
    },
  );
  if (baseUrl.startsWith("http:")) openid.allowInsecureRequests(configuration);
  configuration[openid.customFetch] = (address, options) =>
    exchange(address, options, uris.redirectUri);
  configuration.timeout = lockTimes.request / 1000;
  return configuration;
}

/** The part of a login that a token answer (step 5) makes. @param scope the scope that was granted if the answer names none. @throws ToolError for tokens of a kind that the API does not accept. */
export function tokensOf(
  answer: openid.TokenEndpointResponse,
  now: number,
  scope: string | undefined,
): Omit<OAuthLogin, keyof OAuthClient | "scheme" | "id"> {
  if (answer.token_type !== "bearer") {
    const kind = quoted(answer.token_type);
    throw rejectedError(`the authorization server issues tokens of the kind ${kind}`);
  }
  // An answer that names no lifetime means 30 days (step 6).
  const life = answer.expires_in ?? 30 * 24 * 60 * 60;
  return {
    accessToken: new Secret(answer.access_token),
    accessTokenUntil: now + life * 1000,
    accessTokenLife: life,
    scope: answer.scope ?? scope,
    ...(answer.refresh_token === undefined
      ? {}
      : { refreshToken: new Secret(answer.refresh_token), refreshTokenSince: now }),
  };
}

/**
 * New tokens for old (step 7). The answer's refresh token, where it has one, is the only one to use from then on.
 * @throws GrantRefused on `invalid_grant`; ToolError if the server fails or cannot be reached.
 */
export async function refreshLogin(login: OAuthLogin, now: () => number): Promise<OAuthLogin> {
  const { refreshToken } = login;
  if (refreshToken === undefined) throw new GrantRefused();
  const answer = await asking(login, (configuration) =>
    openid.refreshTokenGrant(configuration, refreshToken.reveal()),
  );
  const renewed = { ...login, ...tokensOf(answer, now(), login.scope) };
  return refreshToken.equals(renewed.refreshToken)
    ? { ...renewed, refreshTokenSince: login.refreshTokenSince }
    : renewed;
}

/** Revokes both tokens (step 9). @throws ToolError if the server cannot be reached. */
export async function revokeLogin(login: OAuthLogin): Promise<void> {
  for (const token of [login.refreshToken, login.accessToken]) {
    if (token === undefined) continue;
    await asking(login, (configuration) => openid.tokenRevocation(configuration, token.reveal()));
  }
}

/** @throws as {@link refreshLogin}. */
export async function asking<T>(
  client: OAuthClient,
  ask: (configuration: openid.Configuration) => Promise<T>,
): Promise<T> {
  try {
    return await ask(configure(client));
  } catch (error) {
    throw wrappedToolError(error) ?? serverError(error, new URL(client.baseUrl));
  }
}

/** A ToolError of this program that the library has wrapped. */
function wrappedToolError(error: unknown): ToolError | undefined {
  if (error instanceof ToolError) return error;
  return error instanceof Error ? wrappedToolError(error.cause) : undefined;
}

function serverError(error: unknown, { host }: URL): Error {
  if (error instanceof openid.ResponseBodyError) {
    if (error.error === "invalid_grant") return new GrantRefused("the grant was rejected");
    return rejectedError(`the authorization server rejected the request: ${quoted(error.error)}`);
  }
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return rejectedError("the authorization server rejected the client id and secret");
  const isLate = error instanceof openid.ClientError && error.code === "OAUTH_TIMEOUT";
  return upstreamError(
    isLate
      ? `${host} did not respond in time`
      : `${host} did not answer like an authorization server`,
    tellUser`Check the base URL and the network, then try again.`,
  );
}

/** A text of the authorization server within an error. */
export const quoted = (text: string): string =>
  JSON.stringify(plainText(text, ourLimits.textLength));

export const rejectedError = (
  problem: string,
  next = tellUser`Check the client id and secret, then run ${{ command: "login" }} again.`,
): ToolError => new ToolError("unauthorized", problem, next);
