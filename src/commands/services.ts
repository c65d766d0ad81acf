/** Puts the server and its services together from the options; nothing is opened before it is needed. */
import { version } from "../../package.json";
import { prompts } from "../../prompts/index.ts";
import { tools } from "../../tools/index.ts";
import type { ServerParts } from "../mcp/server.ts";
import type { Session } from "../mcp/session.ts";
import { ResultStore } from "../results/store.ts";
import type { Options } from "./options.ts";

export const serverParts = (options: Options): ServerParts => ({
  version,
  tools,
  prompts,
  toolsets: options.toolsets,
  structured: options.structured,
  services: composeServices(options),
});

export function composeServices(options: Options): ServerParts["services"] {
  let session: Promise<Session> | undefined;
  const open = async (): Promise<Session> => {
    const { openSession } = await import("./session.ts");
    return openSession(options);
  };
  return {
    settings: { maxAnswerTokens: options.maxAnswerTokens, maxRequests: options.maxRequests },
    results: new ResultStore(),
    now: Date.now,
    async session() {
      if ((await session?.catch(() => undefined))?.authorization.isReplaced() === true) {
        session = undefined;
      }
      session ??= open();
      // What failed to open is tried again by the next call.
      session.catch(() => (session = undefined));
      return session;
    },
  };
}
