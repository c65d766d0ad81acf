/** Opens the session of this process's one credential. */
import { httpTransport } from "../api/transport.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { Session } from "../mcp/session.ts";
import { credentialsOf } from "./credentials.ts";
import type { Options } from "./options.ts";

/** @throws ToolError `not_logged_in` where there is no credential. */
export async function openSession(options: Options): Promise<Session> {
  const credentials = options.useSandbox ? await sandbox(options) : await credentialsOf(options);
  return sessionOf(credentials, options.useSandbox);
}

export const sessionOf = ({ baseUrl, authorization }: Credentials, isMadeUp = false): Session =>
  new Session(httpTransport(baseUrl), authorization, Date.now, isMadeUp);

async function sandbox(options: Options): Promise<Credentials> {
  const { serveSandbox } = await import("../sandbox/http.ts");
  const served = await serveSandbox(options.sandbox);
  served.unref();
  const { environmentCredentials } = await import("../credentials/environment.ts");
  const credentials = environmentCredentials(served.environment);
  if (credentials === undefined) throw new Error("the sandbox names no credentials");
  return credentials;
}
