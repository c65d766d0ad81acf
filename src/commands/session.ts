/** Opens the session of this process's one credential. */
import { join } from "node:path";
import { identityOf } from "../api/authorization.ts";
import { systemClock } from "../api/clock.ts";
import { httpTransport } from "../api/transport.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { Session } from "../mcp/session.ts";
import { fileBook } from "../quota/file-book.ts";
import { credentialsOf } from "./credentials.ts";
import { stateFolder } from "./folders.ts";
import type { Options } from "./options.ts";

/** @throws ToolError `not_logged_in` where there is no credential. */
export async function openSession(options: Options): Promise<Session> {
  return sessionOf(await credentialsOf(options), options.useSandbox);
}

/** @param isMadeUp what the embedded sandbox says is kept by nobody. */
export function sessionOf({ baseUrl, authorization }: Credentials, isMadeUp = false): Session {
  const parts = { transport: httpTransport(baseUrl), authorization, clock: systemClock, isMadeUp };
  if (isMadeUp) return new Session(parts);
  const credential = identityOf(`${authorization.identity} ${baseUrl.href}`);
  return new Session({ ...parts, book: fileBook(join(stateFolder(), "quota", credential)) });
}
