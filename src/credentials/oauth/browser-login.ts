/** Logging in through a browser: authorization code, with PKCE where it is offered (spec, Scheme 2, steps 1 to 5). */
import * as openid from "openid-client";
import { Secret } from "../../secrets/secret.ts";
import { ToolError } from "../../errors/tool-error.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { plainText } from "../../text/plain.ts";
import type { OAuthLogin } from "../login.ts";
import {
  asking,
  configure,
  issuerOf,
  loginFrom,
  type OAuthClient,
} from "./authorization-server.ts";
import { exchange } from "./exchange.ts";
import { listenForRedirect } from "./redirect.ts";

const scope = "api.read offline_access";

export interface BrowserLogin {
  readonly client: OAuthClient;
  /** As it is registered. */
  readonly redirectUri: string;
  /** Brings the user to the consent page. */
  readonly show: (url: string) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** @throws ToolError for a refusal, an answer that is not this login's, or a server that fails. */
export async function logInThroughBrowser(login: BrowserLogin): Promise<OAuthLogin> {
  const { client, redirectUri, signal } = login;
  const server = await asking(client, () => discover(client));
  const configuration = configure(client, { issuer: server.issuer, redirectUri });
  const state = openid.randomState();
  const listener = await listenForRedirect(redirectUri, state);
  try {
    const verifier = server.pkce ? new Secret(openid.randomPKCECodeVerifier()) : undefined;
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state,
      prompt: "consent",
      ...(verifier === undefined ? {} : await challengeOf(verifier)),
    });
    login.show(url.href);
    const arrived = await orAborted(listener.arrived, signal);
    const checks = {
      expectedState: state,
      ...(verifier === undefined ? {} : { pkceCodeVerifier: verifier.reveal() }),
    };
    const answer = await asking(client, () =>
      openid.authorizationCodeGrant(configuration, arrived, checks).catch(notThisLogin),
    );
    return loginFrom(answer, client, login.now());
  } finally {
    listener.close();
  }
}

async function challengeOf(verifier: Secret): Promise<Record<string, string>> {
  return {
    code_challenge: await openid.calculatePKCECodeChallenge(verifier.reveal()),
    code_challenge_method: "S256",
  };
}

/**
 * What the server says of itself. One that says nothing is taken as the spec describes it: without PKCE.
 * One that fails may have more to say, and is not taken so.
 */
async function discover({
  baseUrl,
  clientId,
}: OAuthClient): Promise<{ issuer: string; pkce: boolean }> {
  const issuer = issuerOf(baseUrl);
  let status = 0;
  const options: openid.DiscoveryRequestOptions = {
    execute: baseUrl.protocol === "http:" ? [openid.allowInsecureRequests] : [],
    [openid.customFetch]: async (address, asked) => {
      const response = await exchange(address, asked);
      ({ status } = response);
      return response;
    },
  };
  try {
    const found = await openid.discovery(new URL(issuer), clientId, undefined, undefined, options);
    const metadata = found.serverMetadata();
    return { issuer: metadata.issuer, pkce: metadata.supportsPKCE() };
  } catch (error) {
    const isAnswer = status === 200 || (status >= 400 && status < 500 && status !== 429);
    const saysNothing =
      error instanceof openid.ClientError && error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
    if (!saysNothing || !isAnswer) throw error;
    return { issuer, pkce: false };
  }
}

/** A redirect that is refused, or is not the answer to what was asked (`state`, `iss`). */
function notThisLogin(error: unknown): never {
  if (error instanceof openid.ResponseBodyError && error.error === "invalid_grant") {
    throw new ToolError(
      "unauthorized",
      "the authorization server took the code back",
      "Log in again.",
    );
  }
  if (error instanceof openid.AuthorizationResponseError) {
    const said = plainText(error.error, ourLimits.textLength);
    throw new ToolError(
      "unauthorized",
      said === "access_denied"
        ? "access was not allowed"
        : `the login was refused: ${JSON.stringify(said)}`,
      "Log in again, and allow access on the page.",
    );
  }
  if (error instanceof openid.ClientError && error.code === "OAUTH_INVALID_RESPONSE") {
    throw new ToolError(
      "unauthorized",
      "the browser came back with an answer that is not this login's",
      "Log in again, on the page that is shown then.",
    );
  }
  throw error;
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void =>
      reject(new ToolError("unauthorized", "no answer came from the browser", "Log in again."));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  return Promise.race([work, aborted]);
}
