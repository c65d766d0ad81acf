/** Opens the session of this process's one credential. */
import { httpTransport } from "../api/transport.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { Session } from "../mcp/session.ts";
import { credentialsOf } from "./credentials.ts";
import type { Options } from "./options.ts";

/** @throws ToolError `not_logged_in` where there is no credential. */
export async function openSession(options: Options): Promise<Session> {
  return sessionOf(await credentialsOf(options), options.useSandbox);
}

export const sessionOf = ({ baseUrl, authorization }: Credentials, isMadeUp = false): Session =>
  new Session(httpTransport(baseUrl), authorization, Date.now, isMadeUp);
