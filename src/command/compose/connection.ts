/** Opens the connection to the API with the credentials of this process. */
import { briefly } from "../../suite/connection/call-context.ts";
import type { CheckedApi } from "../../suite/connection/checked.ts";
import type { Restatement } from "../../numbers/cells/fetched.ts";
import { Connection, type Sharing } from "../../suite/connection/connection.ts";
import { identityOf } from "../../suite/api/authorization.ts";
import { systemClock } from "../../base/time/clock.ts";
import { httpTransport } from "../../suite/api/transport.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { ToolError, toolErrorOf } from "../../base/errors/tool-error.ts";
import type { Credentials } from "../../suite/credentials/environment.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import type { Learned } from "../../suite/connection/learned.ts";
import type { QuotaLeft } from "../../suite/quota/gate.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { MemoryBudget } from "../../base/memory/budget.ts";
import { noLog, type Log } from "../../base/log/log.ts";
import { credentialsOf } from "./credentials.ts";
import { shareByFiles } from "./sharing.ts";
import type { ConnectionSettings } from "../terminal/shared-flags.ts";

/** @throws ToolError `not_logged_in` without credentials. */
export async function openConnection(
  settings: ConnectionSettings,
  memory: MemoryBudget,
  log: Log,
): Promise<Connection> {
  const credentials = await credentialsOf(settings);
  const { useSandbox, environment, sharing } = settings;
  const shared = useSandbox ? undefined : (sharing ?? shareByFiles(environment, log));
  return connectionOf(credentials, memory, shared);
}

/** @param sharing shares quota, cache and learned limits with other processes; undefined for the sandbox. */
function connectionOf(
  { baseUrl, authorization }: Credentials,
  memory: MemoryBudget,
  sharing: Sharing | undefined,
): Connection {
  const transport = httpTransport(baseUrl, { memory });
  const parts = { transport, memory, authorization, clock: systemClock };
  if (sharing === undefined) return new Connection({ ...parts, isMadeUp: true });
  const here = (identity: string): string => identityOf(`${identity} ${baseUrl.href}`);
  const account = authorization.account === undefined ? undefined : here(authorization.account);
  const shared = sharing(here(authorization.identity), account);
  return new Connection({ ...parts, ...shared });
}

export interface Inspected {
  /** The user's name, email address or id, or the error of the request. */
  readonly user: string | ToolError;
  readonly quota: QuotaLeft;
  readonly surprises: Learned["surprises"];
  /** Metrics that the API does not accept now, as `facebook insights_reach`. */
  readonly unaccepted: readonly string[];
  readonly restated: readonly Restatement[];
  readonly checked: CheckedApi["networks"];
}

/**
 * Proves credentials with one request, `GET /3/user/me`.
 * @param forgetsQuota first clears the record of the hour.
 */
export async function inspect(
  credentials: Credentials,
  environment: Environment,
  forgetsQuota = false,
): Promise<Inspected> {
  const memory = new MemoryBudget(ourLimits.memoryMebibytes * 1024 * 1024);
  const connection = connectionOf(credentials, memory, shareByFiles(environment, noLog));
  if (forgetsQuota) await connection.gate.forget();
  const context = briefly(ourLimits.proofSeconds);
  const { api } = connection.forCall({ ...context, view: undefined });
  const record = await api.user(3, context.signal).catch(toolErrorOf);
  const { learned, checked } = connection;
  await Promise.all([learned.recall(), checked.recall()]);
  const quota = await connection.gate.left();
  const known = {
    quota,
    surprises: learned.surprises,
    unaccepted: learned.unaccepted.names(),
    restated: learned.restated.days(),
    checked: checked.networks,
  };
  if (record instanceof ToolError) return { user: record, ...known };
  const names = ["name", "email", "id"].map((key) => record[key]);
  const user = names.find((value) => typeof value === "string") ?? "a user without a name";
  return { user: plainText(user, ourLimits.textLength), ...known };
}
