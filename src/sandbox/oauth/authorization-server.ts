/** The authorization server below `/oauth2/0` (spec, Scheme 2): `oidc-provider` with the spec's paths and lifetimes. */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { errors, Provider } from "oidc-provider";
import type { ClientMetadata, Configuration, AdapterFactory, AdapterPayload } from "oidc-provider";
import * as z from "zod";
import { authorizationPaths } from "../../suite/api/endpoints.ts";
import { users, type User } from "../account.ts";
import { consentPage } from "./consent-page.ts";
import { client, day, defaults, publicClient, scopes, type OAuthOptions } from "./settings.ts";

export interface AuthorizationServer {
  owns(request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns the user of a valid access token with the scope `api.read`; undefined for any other token. */
  userOf(accessToken: string): Promise<User | undefined>;
}

const { root, authorization, token, revocation } = authorizationPaths;
const interactions = "/interaction/";
const requestParameters = z.object({ client_id: z.string(), scope: z.string().default("") });

export function authorizationServer(
  baseUrl: string,
  options: OAuthOptions = {},
): AuthorizationServer {
  const settings = { ...defaults, ...options };
  const provider = new Provider(baseUrl + root, configurationOf(settings));
  provider.use(async (context, next) => {
    const { headers } = context.req;
    if (headers.authorization !== undefined)
      headers.authorization = formEncoded(headers.authorization);
    await next();
    // The spec: "The provider always answers HTTP 200".
    if (context.path === revocation) Object.assign(context, { status: 200, body: "" });
  });
  const answer = provider.callback();
  const interact = interactionsOf(provider, settings);

  return {
    owns: ({ url }) => url?.startsWith(`${root}/`) === true,
    async handle(request, response) {
      const path = (request.url ?? "").slice(root.length);
      if (path.startsWith(interactions))
        return interact(request, response).catch((error: unknown) => sendError(response, error));
      await answer(Object.assign(request, { originalUrl: request.url, url: path }), response);
    },
    async userOf(accessToken) {
      const storedToken = await provider.AccessToken.find(accessToken);
      if (storedToken === undefined || !storedToken.scopes.has("api.read")) return undefined;
      return users.find(({ id }) => id === storedToken.accountId);
    },
  };
}

/** Shows the consent page, or decides at once; a posted decision ends the interaction. */
function interactionsOf(
  provider: Provider,
  settings: Required<OAuthOptions>,
): AuthorizationServer["handle"] {
  const parametersOf = async (request: IncomingMessage, response: ServerResponse) =>
    requestParameters.parse((await provider.interactionDetails(request, response)).params);

  const decide = async (
    request: IncomingMessage,
    response: ServerResponse,
    decision: URLSearchParams,
  ): Promise<void> => {
    if (decision.get("decision") !== "allow") {
      const result = { error: "access_denied", error_description: "the user declined" };
      return provider.interactionFinished(request, response, result);
    }
    const { client_id: clientId, scope } = await parametersOf(request, response);
    const accountId = users.find(({ id }) => id === decision.get("user"))?.id ?? users[0].id;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scope);
    if (settings.resource !== "") grant.addResourceScope(settings.resource, resourceScope);
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { login: { accountId }, consent });
  };

  return async (request, response) => {
    if (request.method === "POST")
      return decide(request, response, new URLSearchParams(await text(request)));
    if (settings.autoConsent)
      return decide(request, response, new URLSearchParams({ decision: "allow" }));
    const { client_id: clientId, scope } = await parametersOf(request, response);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(consentPage(clientId, scope, request.url ?? ""));
  };
}

/** Answers a consent page that has expired or does not exist. */
function sendError(response: ServerResponse, error: unknown): void {
  response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
  response.end(
    `${error instanceof Error ? error.message : "The login failed"}. Start the login again.\n`,
  );
}

/** The scope of tokens for an MCP server. */
const resourceScope = "analytics:read";

function configurationOf(settings: Required<OAuthOptions>): Configuration {
  return {
    adapter: memoryAdapter(),
    clients: clientsOf(settings),
    scopes: [...scopes],
    routes: { authorization, token, revocation },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "none"],
    features: featuresOf(settings),
    interactions: { url: (_context, { uid }) => root + interactions + uid },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    pkce: { required: () => false },
    ttl: {
      AccessToken: settings.accessTokenSeconds,
      RefreshToken: settings.refreshTokenSeconds,
      Grant: 100 * 365 * day,
      AuthorizationCode: 60,
      Interaction: 60 * 60,
      Session: 60 * 60,
    },
    ...(settings.rotateAlways ? { rotateRefreshToken: true } : {}),
    // Nothing of the fictitious account outlives the process.
    cookies: { keys: [randomUUID()] },
    jwks: { keys: [generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })] },
    renderError(context, { error, error_description: description }) {
      context.type = "text/plain";
      context.body = `${error}: ${description ?? ""}\n`;
    },
  };
}

function clientsOf({ redirectUri }: Required<OAuthOptions>): ClientMetadata[] {
  const common: Omit<ClientMetadata, "client_id"> = {
    redirect_uris: [redirectUri],
    response_types: ["code"],
    id_token_signed_response_alg: "EdDSA",
  };
  return [
    {
      ...common,
      client_id: client.id,
      client_secret: client.secret,
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "client_secret_basic",
    },
    { ...common, client_id: publicClient.id, token_endpoint_auth_method: "none" },
  ];
}

const featuresOf = (settings: Required<OAuthOptions>): Configuration["features"] => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_context, caller, issued) => issued.clientId === caller.clientId,
  },
  resourceIndicators: {
    enabled: settings.resource !== "",
    getResourceServerInfo(_context, resource) {
      if (resource !== settings.resource) throw new errors.InvalidTarget();
      return {
        audience: resource,
        scope: resourceScope,
        accessTokenFormat: "jwt",
        jwt: { sign: { alg: "EdDSA" } },
      };
    },
  },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
});

/** Returns the header as `oidc-provider` expects it: OAuth 2.0 form-encodes id and secret first. */
function formEncoded(header: string): string {
  const [scheme = "", credential = ""] = header.split(" ");
  if (scheme.toLowerCase() !== "basic") return header;
  const [id = "", ...secret] = Buffer.from(credential, "base64").toString("utf8").split(":");
  const encoded = [id, secret.join(":")].map(encodeURIComponent).join(":");
  return `Basic ${Buffer.from(encoded).toString("base64")}`;
}

function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();

  return (model) => ({
    async upsert(id, payload) {
      stored.set(`${model}:${id}`, payload);
    },
    find: async (id) => stored.get(`${model}:${id}`),
    findByUid: async (uid) => [...stored.values()].find((payload) => payload.uid === uid),
    // Only devices have such codes.
    findByUserCode: async () => undefined,
    async consume(id) {
      const consumed = Math.floor(Date.now() / 1000);
      Object.assign(stored.get(`${model}:${id}`) ?? {}, { consumed });
    },
    async destroy(id) {
      stored.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of stored) {
        if (payload.grantId === grantId) stored.delete(key);
      }
    },
  });
}
