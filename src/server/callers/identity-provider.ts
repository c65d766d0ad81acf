/** An identity provider: its metadata (RFC 8414, OpenID Connect Discovery) and the keys that it signs tokens with. */
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { allowInsecureRequests, customFetch as customDiscoveryFetch } from "oauth4webapi";
import { discoveryRequest, processDiscoveryResponse } from "oauth4webapi";
import { isEncryptedOrLocal } from "../../suite/api/base-url.ts";
import { fetchFrom } from "../../suite/api/network.ts";
import { readBounded } from "../../base/async/bounded-read.ts";
import { identityLimits } from "../../catalog/limits.ts";

/** The identity provider does not answer as it should, so that no token can be checked. */
export class ProviderUnreachable extends Error {}

/** It failed a moment ago, which was reported, and gets no requests for a while. */
export class ProviderPaused extends ProviderUnreachable {}

export interface IdentityProvider {
  /** The URL of the provider, as its operator writes it: some end with a slash. */
  readonly issuer: string;
  /** Returns what the provider publishes, fetched once. @throws ProviderUnreachable */
  readonly published: () => Promise<Published>;
  /** False for a while after the provider has failed to answer. */
  readonly isReachable: () => boolean;
}

interface Published {
  /** The `iss` claim of the provider's tokens. */
  readonly issuer: string;
  /**
   * Finds the key of a token. Keys are cached, and fetched again for a key that is unknown.
   * @throws ProviderUnreachable, or an error of `jose` for a token whose key does not exist.
   */
  readonly keyOf: JWTVerifyGetKey;
}

/** @param issuer HTTPS, or HTTP on this machine. */
export function identityProvider(issuer: string): IdentityProvider {
  const pause = new Pause();
  let discovery: Promise<Published> | undefined;
  return {
    issuer,
    isReachable: () => !pause.isOn(),
    published: () => {
      discovery ??= pause.during(() => discover(new URL(issuer), pause));
      // A token after the pause retries.
      discovery.catch(() => (discovery = undefined));
      return discovery;
    },
  };
}

/** Providers publish their metadata at one of two addresses. */
async function discover(issuer: URL, pause: Pause): Promise<Published> {
  pause.check();
  const request = (algorithm: "oauth2" | "oidc"): Promise<Response> =>
    discoveryRequest(issuer, {
      algorithm,
      signal: AbortSignal.timeout(identityLimits.timeoutSeconds * 1000),
      [allowInsecureRequests]: true,
      [customDiscoveryFetch]: fetchBounded,
    });
  const first = await request("oauth2");
  const metadata = await processDiscoveryResponse(issuer, first.ok ? first : await request("oidc"));
  return { issuer: metadata.issuer, keyOf: keysAt(metadata.jwks_uri, issuer, pause) };
}

/** After a failure, a provider gets no requests for a while: tokens that nobody signed must not cause a flood. */
class Pause {
  #until = 0;

  /** Begins a pause where the work fails. @throws ProviderUnreachable, or the error of a token. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProviderPaused) throw error;
      if (aboutToken.some((kind) => error instanceof kind)) throw error;
      this.#until = Date.now() + identityLimits.pauseSeconds * 1000;
      const problem = error instanceof Error ? error.message : "the answer is not valid";
      throw new ProviderUnreachable(problem, { cause: error });
    }
  }

  isOn(): boolean {
    return Date.now() < this.#until;
  }

  check(): void {
    if (this.isOn()) throw new ProviderPaused("it failed a moment ago");
  }
}

/** Errors of finding a key that are the token's fault. */
const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported } = errors;
const aboutToken = [JWKSNoMatchingKey, JWKSMultipleMatchingKeys, JOSENotSupported];

/** @param address of the key set. @throws Error unless it is HTTPS, or, like the issuer, on this machine. */
function keysAt(address: string | undefined, issuer: URL, pause: Pause): JWTVerifyGetKey {
  const url = new URL(address ?? "none:");
  if (url.protocol !== "https:" && !(isEncryptedOrLocal(url) && issuer.protocol === "http:"))
    throw new Error("its metadata names no key set (jwks_uri) with an HTTPS address");
  const keys = createRemoteJWKSet(url, {
    cacheMaxAge: identityLimits.keysSeconds * 1000,
    cooldownDuration: identityLimits.pauseSeconds * 1000,
    timeoutDuration: identityLimits.timeoutSeconds * 1000,
    [customFetch](from, { headers, method, redirect, signal }) {
      pause.check();
      return fetchBounded(from, { headers, method, redirect, signal });
    },
  });
  // Keys that are known need no fetch, and are found during a pause too.
  return (header, token) => pause.during(() => keys(header, token));
}

async function fetchBounded(
  url: string,
  { headers, ...options }: Pick<RequestInit, "headers" | "method" | "redirect" | "signal">,
): Promise<Response> {
  const response = await fetchFrom(url, { ...options, headers: [...new Headers(headers)] });
  const text = await readBounded(response.body, identityLimits.answerBytes, tooLargeError);
  const { status } = response;
  return new Response(text === "" ? null : text, { status, headers: [...response.headers] });
}

const tooLargeError = (): Error => new Error("its answer is too large");
