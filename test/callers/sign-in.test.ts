/** A client that discovers the identity provider, signs in and calls: the sandbox's authorization server is the provider. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { publicClient } from "../../src/sandbox/oauth/settings.ts";
import { readCall } from "../helpers/connect.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { storeLogins } from "../helpers/logins.ts";
import { browseUntil, freePort, serveOAuth } from "../helpers/oauth.ts";
import { readAll, urlOf } from "../helpers/process.ts";
import { run, start } from "../helpers/program.ts";

/** Keeps what a client stores between its steps, and the address that a person would open. */
class MemoryProvider implements OAuthClientProvider {
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  #state: OAuthDiscoveryState | undefined;
  address: URL | undefined;

  constructor(readonly redirectUrl: string) {}

  readonly clientMetadata = { redirect_uris: [] };
  readonly clientInformation = (): { client_id: string } => ({ client_id: publicClient.id });
  readonly tokens = (): StoredOAuthTokens | undefined => this.#tokens;
  readonly saveTokens = (tokens: StoredOAuthTokens): void => void (this.#tokens = tokens);
  readonly redirectToAuthorization = (address: URL): void => void (this.address = address);
  readonly saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  readonly saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#state = state);
  readonly discoveryState = (): OAuthDiscoveryState | undefined => this.#state;
  readonly codeVerifier = (): string => this.#verifier;
}

test("a client without a token finds the provider, signs in and calls with the caller's login", async () => {
  const port = await freePort();
  const audience = `http://127.0.0.1:${port}/mcp`;
  const sandbox = await serveOAuth({ oauth: { resource: audience } });
  const issuer = `${sandbox.baseUrl}/oauth2/0`;
  const subject = sandbox.users[0]?.id ?? "";
  const environment = await storeLogins(temporaryFolder(), { work: { sandbox, user: 1 } });

  const mapped = await run(
    ["caller", "map", subject, "--issuer", issuer, "--account", "work"],
    environment,
  );
  await run(["caller", "map", "somebody", "--issuer", issuer], environment);
  expect(mapped.stdout).toBe(`sub ${JSON.stringify(subject)} of ${issuer} now uses login work.\n`);
  const words = ["http", "--port", String(port), "--auth", "oauth", "--log-level", "debug"];
  const child = start([...words, "--issuer", issuer, "--audience", audience], environment);
  const output = readAll(child);
  const url = await urlOf(child);

  const provider = new MemoryProvider(sandbox.oauth.redirectUri);
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  const client = new Client({ name: "test", version: "1" });
  onTestFinished(() => client.close());
  await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
  const { address } = provider;
  expect(address?.searchParams.get("resource")).toBe(audience);
  expect(address?.searchParams.get("scope")).toContain("analytics:read");

  const returned = await browseUntil(address?.href ?? "", new URL(provider.redirectUrl).origin);
  await transport.finishAuth(returned.searchParams);
  const again = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  await client.connect(again);
  const reply = readCall(
    await client.callTool({ name: "list_profiles", arguments: { network: "facebook" } }),
  );
  expect(reply.text).toContain("profiles");
  expect(reply.isError).toBe(false);
  expect(sandbox.sandbox.requests("profiles").length).toBeGreaterThan(0);

  const list = await run(["caller", "list"], environment);
  await run(["caller", "remove", subject, "--issuer", issuer], environment);
  await expect(client.listTools()).rejects.toThrow("no login for you");

  child.kill("SIGTERM");
  const { stdout, stderr } = await output;
  const [, hash] = new RegExp(`"${subject}" of .*; (\\w{8}) in logs`).exec(list.stdout) ?? [];
  expect(stderr).toContain(`"caller":"${hash}"`);
  expect(stderr).toMatch(
    new RegExp(`"event":"http refused".*"status":403.*"subject":"${subject}"`),
  );
  const { access_token: token = "" } = provider.tokens() ?? {};
  expect(token.split(".")).toHaveLength(3);
  expect(stdout + stderr).not.toContain(token.split(".").at(-1));
  expect(stdout + stderr).not.toContain(token.split(".").at(1));
});
