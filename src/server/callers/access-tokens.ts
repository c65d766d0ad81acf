/** Access tokens: JWTs that an identity provider signs for this server (RFC 9068, with the checks of RFC 8725). */
import { errors, jwtVerify, type JWTPayload } from "jose";
import { identityLimits } from "../../catalog/limits.ts";
import { ProviderUnreachable, type IdentityProvider } from "./identity-provider.ts";
import type { Subject } from "./mapped-callers.ts";

export const requiredScope = "analytics:read";

/** Asymmetric algorithms only. With `none` or HMAC, whoever knows a public key could make tokens. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** A rejected token. The message names no part of the token. */
export class TokenRefused extends Error {
  constructor(
    /** Error codes of RFC 6750, section 3.1. */
    readonly code: "invalid_token" | "insufficient_scope",
    message: string,
  ) {
    super(message);
  }
}

export interface AccessTokenOptions {
  readonly provider: IdentityProvider;
  /** The URL of this server, in the forms in which the provider may put it into the `aud` claim (RFC 8707). */
  readonly audience: readonly string[];
  /** The claim that names the caller. */
  readonly claim: string;
}

/**
 * Checks signature, algorithm, issuer, audience, expiry, not-before and scope.
 * @returns the caller, and the end of the token in milliseconds since 1970.
 * @throws TokenRefused for a token that fails a check, ProviderUnreachable if it cannot be checked.
 */
export async function readAccessToken(
  token: string,
  { provider, audience, claim }: AccessTokenOptions,
): Promise<{ readonly subject: Subject; readonly expires: number }> {
  // A text that is not a JWT must not cause a request to the provider.
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw notValid("The token is not valid");
  const { issuer, keyOf } = await provider.published();
  const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
    algorithms,
    issuer,
    audience: [...audience],
    requiredClaims: ["exp"],
    clockTolerance: identityLimits.clockSkewSeconds,
  }).catch((error: unknown) => {
    throw error instanceof ProviderUnreachable ? error : notValid(tokenProblem(error));
  });
  if (!accessTokenType.test(protectedHeader.typ ?? "JWT"))
    throw notValid("The token is not an access token");
  if (!scopesOf(payload).includes(requiredScope))
    throw new TokenRefused("insufficient_scope", `The token lacks the scope ${requiredScope}`);
  const { [claim]: value, exp = 0 } = payload;
  if (typeof value !== "string" || value === "") throw notValid(`The token has no claim ${claim}`);
  return { subject: { issuer: provider.issuer, claim, value }, expires: exp * 1000 };
}

/** Types of access tokens; other tokens of a provider, such as those for logout, have types of their own. */
const accessTokenType = /^(application\/)?(at\+)?jwt$/i;

const notValid = (problem: string): TokenRefused => new TokenRefused("invalid_token", problem);

function tokenProblem(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The token has expired";
  if (error instanceof errors.JWTClaimValidationFailed)
    return `The claim ${error.claim} of the token is not valid`;
  return "The token is not valid";
}

/** Providers name scopes in `scope`, separated by spaces (RFC 8693), or in `scp`. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const named = [scope, scp].flat().filter((value) => typeof value === "string");
  return named.flatMap((text) => text.split(" "));
}
