/**
 * This server as an OAuth protected resource: callers sign in with an identity provider and send its access tokens
 * (the protocol's chapter on authorization, RFC 9728).
 */
import { isDeepStrictEqual } from "node:util";
import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { readAccessToken, requiredScope, TokenRefused } from "../callers/access-tokens.ts";
import type { AccessTokenOptions } from "../callers/access-tokens.ts";
import { ProviderPaused, ProviderUnreachable } from "../callers/identity-provider.ts";
import { subjectKey, type MappedCaller, type MappedCallers } from "../callers/mapped-callers.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { identityLimits } from "../../catalog/limits.ts";
import { bearerToken, challenging, unauthorized, type Authentication } from "./authentication.ts";
import type { Caller } from "./caller.ts";
import { refusal } from "./refusal.ts";

export interface ProtectedResourceOptions extends Omit<AccessTokenOptions, "audience"> {
  /** The URL at which clients reach this server. */
  readonly audience: URL;
  readonly callers: MappedCallers;
  /** Called with the cause when a token or its caller cannot be checked. */
  readonly onUnreachable: (error: Error) => void;
}

export function protectedResource(options: ProtectedResourceOptions): Authentication {
  const { provider, audience, callers } = options;
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(audience);
  const details = [`scope="${requiredScope}"`, `resource_metadata="${metadataUrl}"`];
  const checks = { ...options, audience: formsOf(audience) };
  const metadata = metadataOf(options);
  const paths = [new URL(metadataUrl).pathname, wellKnown, `${wellKnown}/mcp`];
  const callerWith = async (id: string): Promise<Caller | undefined> => {
    const mapped = await callers.find(id);
    return mapped && callerOf(mapped);
  };
  return {
    async admit({ header, query }) {
      if (query.has("access_token") && header !== undefined) {
        // A token in the address ends up in logs. Beside one in the header, the request is malformed (RFC 6750, section 2).
        const error = ['error="invalid_request"', ...details];
        return challenging(400, "The token belongs in the Authorization header alone", error);
      }
      const token = bearerToken(header);
      if (token === undefined) return unauthorized(header, details);
      try {
        const { subject, expires } = await readAccessToken(token, checks);
        const caller = await callerWith(subjectKey(subject));
        if (caller === undefined) return { refused: refusal(403, unmapped), subject };
        return { caller, expires };
      } catch (error) {
        if (error instanceof TokenRefused) return tokenRefusal(error, header, details);
        return unreachableRefusal(error, options.onUnreachable);
      }
    },
    callers: async () => (await callers.list()).map(callerOf),
    hasKeys: () => provider.isReachable(),
    // Reports a wrong issuer early. The provider may start later than this server, so that this is not a failure.
    prepare: () => void provider.published().catch(options.onUnreachable),
    isAllowed: async (caller) => isDeepStrictEqual(await callerWith(caller.id), caller),
    documents: new Map(paths.map((path) => [path, metadata])),
  };
}

const metadataOf = ({ audience, provider }: ProtectedResourceOptions): object => ({
  resource: audience.href,
  authorization_servers: [provider.issuer],
  scopes_supported: [requiredScope],
  bearer_methods_supported: ["header"],
  resource_name: "social-analytics-mcp",
});

function tokenRefusal(
  { code, message }: TokenRefused,
  header: string | undefined,
  details: readonly string[],
): Response {
  if (code === "invalid_token") return unauthorized(header, details, message);
  return challenging(403, message, [`error="${code}"`, ...details]);
}

/** The refusal while a token or its caller cannot be checked. @throws any other error. */
function unreachableRefusal(error: unknown, onUnreachable: (error: Error) => void): Response {
  if (!(error instanceof ProviderUnreachable || error instanceof ToolError)) throw error;
  if (!(error instanceof ProviderPaused)) onUnreachable(error);
  const headers = { "retry-after": String(identityLimits.pauseSeconds) };
  return refusal(503, "The token cannot be checked now", { headers });
}

const callerOf = (mapped: MappedCaller): Caller => {
  const { account: accounts, labels } = mapped;
  return { id: subjectKey(mapped), accounts, labels };
};

const wellKnown = "/.well-known/oauth-protected-resource";

/** An address without a path is written with and without a slash. */
const formsOf = ({ href, origin }: URL): readonly string[] =>
  href === `${origin}/` ? [href, origin] : [href];

const unmapped =
  "This server has no login for you: ask who runs it to map you to one (social-analytics-mcp caller map)";
