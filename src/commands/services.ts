/** Puts the services of the tools together from the options; nothing is opened before it is needed. */
import { httpTransport } from "../api/transport.ts";
import { credentialsFrom, type Credentials } from "../credentials/environment.ts";
import type { ServerParts } from "../mcp/server.ts";
import { Session } from "../mcp/session.ts";
import { ResultStore } from "../results/store.ts";
import type { Options } from "./options.ts";

export function composeServices(options: Options): ServerParts["services"] {
  let session: Promise<Session> | undefined;
  const open = async (): Promise<Session> => {
    const { baseUrl, authorization } = await credentialsOf(options);
    return new Session(httpTransport(baseUrl), authorization, Date.now);
  };
  return {
    settings: { maxAnswerTokens: options.maxAnswerTokens, maxRequests: options.maxRequests },
    results: new ResultStore(),
    now: Date.now,
    session: () => {
      session ??= open();
      // What failed to open is tried again by the next call.
      session.catch(() => (session = undefined));
      return session;
    },
  };
}

async function credentialsOf({
  useSandbox,
  sandbox,
  environment,
  baseUrl,
}: Options): Promise<Credentials> {
  if (!useSandbox) return credentialsFrom(environment, baseUrl);
  const { serveSandbox } = await import("../sandbox/http.ts");
  const served = await serveSandbox(sandbox);
  served.unref();
  return credentialsFrom(served.environment);
}
