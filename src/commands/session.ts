/** Opens the session of this process's one credential. */
import { httpTransport } from "../api/transport.ts";
import { credentialsFrom, type Credentials } from "../credentials/environment.ts";
import { Session } from "../mcp/session.ts";
import type { Options } from "./options.ts";

/** @throws ToolError `not_logged_in` where there is no credential. */
export async function openSession(options: Options): Promise<Session> {
  const { baseUrl, authorization } = await credentialsOf(options);
  return new Session(httpTransport(baseUrl), authorization, Date.now, options.useSandbox);
}

async function credentialsOf(options: Options): Promise<Credentials> {
  if (!options.useSandbox) return credentialsFrom(options.environment, options.baseUrl);
  const { serveSandbox } = await import("../sandbox/http.ts");
  const served = await serveSandbox(options.sandbox);
  served.unref();
  return credentialsFrom(served.environment);
}
