/** Puts the services of the tools together from the options; nothing is opened before it is needed. */
import { httpTransport } from "../api/transport.ts";
import { credentialsFrom, type Credentials } from "../credentials/environment.ts";
import type { ServerParts } from "../mcp/server.ts";
import { Session } from "../mcp/session.ts";
import { ResultStore } from "../results/store.ts";
import type { Options } from "./options.ts";

export interface ComposedServices {
  readonly services: ServerParts["services"];
  /** Stops what was started on the way. */
  readonly close: () => Promise<void>;
}

export function composeServices(options: Options): ComposedServices {
  let close = async (): Promise<void> => {};
  let session: Promise<Session> | undefined;

  const credentials = async (): Promise<Credentials> => {
    if (!options.useSandbox) return credentialsFrom(options.environment, options.baseUrl);
    const { serveSandbox } = await import("../sandbox/http.ts");
    const { profiles, complexity } = options.sandbox;
    const served = await serveSandbox({
      ...(profiles === undefined ? {} : { profiles }),
      ...(complexity === undefined ? {} : { complexity }),
    });
    close = () => served.close();
    return credentialsFrom(served.environment);
  };
  const open = async (): Promise<Session> => {
    const { baseUrl, authorization } = await credentials();
    return new Session(httpTransport(baseUrl), authorization, Date.now);
  };
  return {
    services: {
      settings: { maxAnswerTokens: options.maxAnswerTokens, maxRequests: options.maxRequests },
      results: new ResultStore(),
      now: Date.now,
      session: () => {
        session ??= open();
        // What failed to open is tried again by the next call.
        session.catch(() => (session = undefined));
        return session;
      },
    },
    close: () => close(),
  };
}
