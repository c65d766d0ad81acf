/** Settings of the sandbox's authorization server (spec, Scheme 2: OAuth 2.0 authorization code flow). */

/** Fictitious credentials of the client. They contain characters that form encoding changes. */
export const client = {
  id: "acme-reports+agents/1",
  secret: "sandbox-client-secret+not/for-real==",
} as const;

/** A client without a secret, for programs that call an MCP server. */
export const publicClient = { id: "mcp-client" } as const;

export const scopes = ["api.read", "offline_access"] as const;

export const day = 24 * 60 * 60;

export const defaults = {
  redirectUri: "http://127.0.0.1:8765/callback",
  accessTokenSeconds: 30 * day,
  refreshTokenSeconds: 180 * day,
  /** True if each refresh returns a new refresh token. False: only near the end of the old token's lifetime. */
  rotateAlways: false,
  /** Approves as the first user, without a consent page. */
  autoConsent: false,
  /** URL of an MCP server for which it also issues access tokens, as an identity provider; none (default). */
  resource: "",
};

export type OAuthOptions = Readonly<Partial<typeof defaults>>;
