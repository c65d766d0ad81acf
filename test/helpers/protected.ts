/** A server that lets in callers of a test's identity provider. Its clock stands at noon. */
import type { ServerOptions } from "node:https";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { identityProvider } from "../../src/server/callers/identity-provider.ts";
import { MappedCallers } from "../../src/server/callers/mapped-callers.ts";
import { identityLimits } from "../../src/catalog/limits.ts";
import { protectedResource } from "../../src/server/http/protected-resource.ts";
import { temporaryFolder } from "./folders.ts";
import { initializeMessage, post, serveTools } from "./http.ts";
import { serveProvider, type TestProvider } from "./identity-provider.ts";

export const audience = "https://mcp.example.com/mcp";
export const start = Date.UTC(2026, 10, 20, 12);

/** Stops the clock at noon for each test of a file. */
export function stopClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** More keys may be fetched, and a provider that failed gets requests again. */
export const afterThePause = (): void =>
  void vi.setSystemTime(Date.now() + identityLimits.pauseSeconds * 1000);

interface Protected {
  readonly provider: TestProvider;
  readonly url: string;
  /** The file of callers. */
  readonly path: string;
  readonly callers: MappedCallers;
  readonly problems: readonly string[];
  /** The logins and labels of each caller whose server was made. */
  readonly served: readonly (readonly string[])[];
  /** Sends `initialize`. */
  readonly call: (token?: string, query?: string) => Promise<Response>;
}

/** A server with one mapped caller, `ada`. */
export async function serveProtected({
  claim = "sub",
  tls,
}: { claim?: string; tls?: ServerOptions } = {}): Promise<Protected> {
  const provider = await serveProvider(audience, tls);
  const path = join(temporaryFolder(), "callers.json");
  const callers = new MappedCallers(path);
  await callers.map({ issuer: `${provider.issuer}/`, claim, value: "ada" }, [], "2026-11-20");
  const problems: string[] = [];
  const served: (readonly string[])[] = [];
  const { url } = await serveTools({
    onCaller: ({ accounts = [], labels = [] }) => served.push([...accounts, ...labels]),
    now: Date.now,
    authentication: protectedResource({
      provider: identityProvider(provider.issuer),
      audience: new URL(audience),
      claim,
      callers,
      onUnreachable: ({ message }) => problems.push(message),
    }),
  });
  const call = (token?: string, query = ""): Promise<Response> =>
    post(
      url + query,
      initializeMessage,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    );
  return { provider, url, path, callers, problems, served, call };
}
