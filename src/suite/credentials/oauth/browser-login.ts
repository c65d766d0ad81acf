/** Logs in through a browser: authorization code, with PKCE if the server offers it (spec, Scheme 2, steps 1 to 5). */
import { tellUser } from "../../../base/errors/tool-error.ts";
import * as openid from "openid-client";
import { authorizationPaths } from "../../api/endpoints.ts";
import { unlessAborted } from "../../../base/async/unless-aborted.ts";
import { scopes, type OAuthLogin } from "../login.ts";
import { asking, configure, issuerOf, tokensOf } from "./authorization-server.ts";
import { quoted, rejectedError, type OAuthClient } from "./authorization-server.ts";
import { exchange } from "./exchange.ts";
import { receiveRedirect, type AskForAddress } from "./redirect.ts";

const scope = `${scopes.read} ${scopes.renew}`;

export interface BrowserLogin {
  readonly client: OAuthClient;
  /** As it is registered. */
  readonly redirectUri: string;
  /** Takes the user to the consent page. */
  readonly show: (url: string) => void;
  /** Used if the redirect URI is not on this machine. */
  readonly askForAddress: AskForAddress;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** @throws ToolError if access is denied, the answer does not belong to this login, or the server fails. */
export async function logInThroughBrowser(login: BrowserLogin): Promise<OAuthLogin> {
  const { client, redirectUri, signal } = login;
  const server = await asking(client, () => discover(client));
  const configuration = configure(client, { issuer: server.issuer, redirectUri });
  const state = openid.randomState();
  const listener = await receiveRedirect(redirectUri, state, login.askForAddress);
  try {
    const verifier = openid.randomPKCECodeVerifier();
    const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state,
      prompt: "consent",
      ...(server.pkce ? { code_challenge, code_challenge_method: "S256" } : {}),
    });
    login.show(url.href);
    const arrived = await unlessAborted(listener.arrived(), signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw rejectedError("no answer came from the browser", tellUser`Log in again.`);
    });
    const checks = { expectedState: state, ...(server.pkce ? { pkceCodeVerifier: verifier } : {}) };
    const answer = await asking(client, () =>
      openid.authorizationCodeGrant(configuration, arrived, checks).catch((error: unknown) => {
        throw redirectError(error);
      }),
    );
    const tokens = tokensOf(answer, login.now(), scope);
    return { scheme: "oauth", id: crypto.randomUUID(), ...client, ...tokens };
  } finally {
    listener.close();
  }
}

/**
 * Reads the server's metadata. A server without metadata is treated as the spec describes it: without PKCE.
 * A failure is not treated so: the server may have metadata.
 */
async function discover({ baseUrl, clientId }: OAuthClient) {
  const issuer = issuerOf(baseUrl);
  let status = 0;
  let text = "";
  const options: openid.DiscoveryRequestOptions = {
    execute: baseUrl.startsWith("http:") ? [openid.allowInsecureRequests] : [],
    [openid.customFetch]: async (address, requestOptions) => {
      const response = await exchange(address, requestOptions);
      ({ status } = response);
      text = await response.clone().text();
      return response;
    },
  };
  try {
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      undefined,
      undefined,
      options,
    );
    const metadata = configuration.serverMetadata();
    return { issuer: metadata.issuer, pkce: metadata.supportsPKCE() };
  } catch (error) {
    const code = error instanceof openid.ClientError ? error.code : undefined;
    const isOther = code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
    if (isOther) return issuerIn(JSON.parse(text), issuer);
    const isAnswer = status === 200 || status >= 400;
    const hasNoMetadata = code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
    if (!hasNoMetadata || !isAnswer) throw error;
    return { issuer, pkce: false };
  }
}

/**
 * The issuer of metadata that names another address than their own. They prove that it is the same server by naming the
 * endpoints at their own address, which are the only ones that a secret is sent to.
 * @throws ToolError that names both addresses, where the endpoints are elsewhere.
 */
function issuerIn(metadata: Readonly<Record<string, unknown>>, root: string) {
  const issuer = String(metadata["issuer"]);
  const methods: unknown = metadata["code_challenge_methods_supported"];
  const areHere = (["authorization", "token"] as const).every(
    (name) => metadata[`${name}_endpoint`] === root + authorizationPaths[name],
  );
  if (areHere) return { issuer, pkce: Array.isArray(methods) && methods.includes("S256") };
  throw rejectedError(
    `the OAuth configuration at ${root} is that of another server, ${quoted(issuer)}`,
    tellUser`Check the base URL, and ask the operator of the API why its configuration names that address.`,
  );
}

/** For a redirect that reports an error, or does not belong to this login (`state`, `iss`). */
function redirectError(error: unknown): unknown {
  if (error instanceof openid.ResponseBodyError && error.error === "invalid_grant")
    return rejectedError("the authorization server rejected the code", tellUser`Log in again.`);
  if (error instanceof openid.AuthorizationResponseError) return refusedError(error.error);
  if (error instanceof openid.ClientError && error.code === "OAUTH_INVALID_RESPONSE")
    return rejectedError(
      "the browser returned an answer that does not belong to this login",
      tellUser`Log in again, on the page that opens then.`,
    );
  return error;
}

/** @param code of the authorization server, such as `access_denied`. */
const refusedError = (code: string): Error =>
  rejectedError(
    code === "access_denied" ? "access was denied" : `the login was rejected: ${quoted(code)}`,
    tellUser`Log in again, and allow access on the page.`,
  );
