/** An identity provider on loopback: its metadata, its keys, and tokens with any defect. */
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { onTestFinished } from "vitest";

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function newKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg } };
}

export interface TestProvider {
  readonly issuer: string;
  /** The keys that the provider publishes. */
  keys: SigningKey[];
  /** The status of its answers by path, instead of 200. */
  readonly failing: Map<string, number>;
  /** The paths of its answers that do not end. */
  readonly endless: Set<string>;
  /** Changes the metadata. */
  metadata: Record<string, unknown>;
  /** Paths of the requests so far. */
  readonly requests: string[];
  /** Signs a token that is valid but for the given claims. `undefined` removes a claim. */
  readonly sign: (
    claims?: Record<string, unknown>,
    key?: SigningKey,
    typ?: string,
  ) => Promise<string>;
}

export const metadataPath = "/.well-known/oauth-authorization-server";

/** @param audience of its tokens. @param tls its key and certificate; without them, it is served over HTTP. */
export async function serveProvider(audience: string, tls?: ServerOptions): Promise<TestProvider> {
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? "";
    provider.requests.push(path);
    const documents: Record<string, object> = {
      [metadataPath]: { issuer, jwks_uri: `${issuer}/jwks`, ...provider.metadata },
      "/jwks": { keys: provider.keys.map(({ publicJwk }) => publicJwk) },
    };
    const status = provider.failing.get(path) ?? (documents[path] === undefined ? 404 : 200);
    response.writeHead(status, { "content-type": "application/json" });
    const pour = (): void => {
      if (!response.destroyed) response.write(" ".repeat(100_000), () => setImmediate(pour));
    };
    if (provider.endless.has(path)) pour();
    else response.end(status === 200 ? JSON.stringify(documents[path]) : "{}");
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const issuer = `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  const provider: TestProvider = {
    issuer,
    keys: [await newKey("first")],
    failing: new Map(),
    endless: new Set(),
    metadata: {},
    requests: [],
    async sign(claims = {}, key = provider.keys[0], typ = "at+jwt") {
      if (key === undefined) throw new Error("the provider has no key");
      const seconds = Math.floor(Date.now() / 1000);
      const standard = {
        iss: issuer,
        aud: audience,
        sub: "ada",
        exp: seconds + 600,
        scope: "openid analytics:read",
      };
      return new SignJWT({ ...standard, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.kid, typ })
        .sign(key.privateKey);
    },
  };
  return provider;
}
