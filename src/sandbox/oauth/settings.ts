/** What the sandbox's authorization server is set to (spec, Scheme 2: OAuth 2.0 authorization code flow). */

/** Made-up, as the users' secrets are. Its characters are those that a form encoding would change. */
export const client = {
  id: "acme-reports+agents/1",
  secret: "sandbox-client-secret+not/for-real==",
} as const;

export const scopes = ["api.read", "offline_access"] as const;

export const day = 24 * 60 * 60;

export interface OAuthOptions {
  readonly redirectUri?: string;
  readonly accessTokenSeconds?: number;
  readonly refreshTokenSeconds?: number;
  /** Whether each refresh brings a new refresh token, or only one near the end of the old one's life. */
  readonly rotateAlways?: boolean;
  /** Approve as the first user, without a page. */
  readonly autoConsent?: boolean;
}

export const defaults = {
  redirectUri: "http://127.0.0.1:8765/callback",
  accessTokenSeconds: 30 * day,
  refreshTokenSeconds: 180 * day,
  rotateAlways: false,
  autoConsent: false,
} as const satisfies OAuthOptions;
