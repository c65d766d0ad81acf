/** Opens the connection to the API with the credentials of this process. */
import { briefly } from "../connection/call-context.ts";
import { Connection, type ConnectionParts } from "../connection/connection.ts";
import { identityOf } from "../api/authorization.ts";
import { systemClock } from "../time/clock.ts";
import { httpTransport } from "../api/transport.ts";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Credentials, Environment } from "../credentials/environment.ts";
import type { QuotaLeft } from "../quota/gate.ts";
import { plainText } from "../text/sanitize.ts";
import { toolErrorOf } from "./report.ts";
import { MemoryBudget } from "../memory/budget.ts";
import { noLog, type Log } from "../log/log.ts";
import { credentialsOf } from "./credentials.ts";
import { shareByFiles, type Sharing } from "./sharing.ts";
import type { ConnectionSettings } from "./shared-flags.ts";

/** @throws ToolError `not_logged_in` without credentials. */
export async function openConnection(
  settings: ConnectionSettings,
  memory: MemoryBudget,
  log: Log,
): Promise<Connection> {
  const credentials = await credentialsOf(settings);
  return settings.useSandbox
    ? new Connection({ ...partsOf(credentials, memory), isMadeUp: true })
    : connectionOf(
        credentials,
        settings.sharing ?? shareByFiles(settings.environment, log),
        memory,
      );
}

/** A connection that shares quota, cache and learned limits with other processes. */
function connectionOf(
  credentials: Credentials,
  sharing: Sharing,
  memory: MemoryBudget,
): Connection {
  const { baseUrl, authorization } = credentials;
  const here = (identity: string): string => identityOf(`${identity} ${baseUrl.href}`);
  const account = authorization.account === undefined ? undefined : here(authorization.account);
  const shared = sharing.connection(here(authorization.identity), account);
  return new Connection({ ...partsOf(credentials, memory), ...shared });
}

const partsOf = (
  { baseUrl, authorization }: Credentials,
  memory: MemoryBudget,
): ConnectionParts => ({
  transport: httpTransport(baseUrl, { memory }),
  memory,
  authorization,
  clock: systemClock,
});

/**
 * Proves credentials with one request, `GET /3/user/me`.
 * @returns the user's name, email address or id. @throws ToolError
 */
export async function identify(
  credentials: Credentials,
  environment: Environment,
): Promise<string> {
  const { user } = await inspect(credentials, environment);
  if (user instanceof ToolError) throw user;
  return user;
}

/** The same, and returns the quota even if the request fails. @param forgetsQuota first clears the record of the hour. */
export async function inspect(
  credentials: Credentials,
  environment: Environment,
  forgetsQuota = false,
): Promise<{ readonly user: string | ToolError; readonly quota: QuotaLeft }> {
  const memory = new MemoryBudget(ourLimits.memoryMebibytes * 1024 * 1024);
  const connection = connectionOf(credentials, shareByFiles(environment, noLog), memory);
  if (forgetsQuota) await connection.gate.forget();
  const context = briefly(ourLimits.proofSeconds);
  const { api } = connection.forCall(context);
  const record = await api.user(3, context.signal).catch(toolErrorOf);
  const quota = await connection.gate.left();
  if (record instanceof ToolError) return { user: record, quota };
  const names = ["name", "email", "id"].map((key) => record[key]);
  const user = names.find((value) => typeof value === "string") ?? "a user without a name";
  return { user: plainText(user, ourLimits.textLength), quota };
}
