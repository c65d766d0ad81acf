/** Opens the connection to the API with the credentials of this process. */
import { briefly } from "../connection/call-context.ts";
import { Connection, type ConnectionParts } from "../connection/connection.ts";
import { join } from "node:path";
import { identityOf } from "../api/authorization.ts";
import { systemClock } from "../time/clock.ts";
import { httpTransport } from "../api/transport.ts";
import { cacheOf, type BlobCache } from "../files/blob-cache.ts";
import { FileBlobCache } from "../files/file-blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { ToolError } from "../errors/tool-error.ts";
import type { Credentials, Environment } from "../credentials/environment.ts";
import { AccountRequestBook } from "../quota/account-request-book.ts";
import { accountAllowance, userAllowance } from "../quota/request-book.ts";
import type { Allowance, RequestBook } from "../quota/request-book.ts";
import { FileRequestBook } from "../quota/file-request-book.ts";
import type { QuotaLeft } from "../quota/gate.ts";
import { plainText } from "../text/sanitize.ts";
import { toolErrorOf } from "./report.ts";
import { MemoryBudget } from "../memory/budget.ts";
import { noLog, type Log } from "../log/log.ts";
import { credentialsOf } from "./credentials.ts";
import { cacheFolder, statePart } from "./folders.ts";
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
    : connectionOf(credentials, settings.environment, memory, log);
}

/** A connection that shares quota, cache and learned limits with the other processes of this machine. */
function connectionOf(
  credentials: Credentials,
  environment: Environment,
  memory: MemoryBudget,
  log: Log = noLog,
): Connection {
  const { baseUrl, authorization } = credentials;
  const here = (identity: string): string => identityOf(`${identity} ${baseUrl.href}`);
  const account = authorization.account === undefined ? undefined : here(authorization.account);
  const shared = sharedParts(here(authorization.identity), account, environment, log);
  return new Connection({ ...partsOf(credentials, memory), ...shared });
}

function sharedParts(
  credential: string,
  account: string | undefined,
  environment: Environment,
  log: Log,
): Partial<ConnectionParts> {
  const onProblem = (problem: string): void =>
    log("warn", "not shared with other processes", { problem });
  const cacheIn = (folder: string, maxBytes: number): BlobCache =>
    cacheOf(new FileBlobCache({ folder, maxBytes, now: Date.now, onProblem }), credential);
  try {
    return {
      book: bookOf(statePart("quota"), { credential, account, onProblem }),
      cache: cacheIn(cacheFolder(environment), ourLimits.cacheBytes),
      notes: cacheIn(statePart("learnt"), ourLimits.learnedBytes),
    };
  } catch (error) {
    // Without a home folder there is nothing to share.
    if (error instanceof ToolError) return {};
    throw error;
  }
}

interface BookParts {
  readonly credential: string;
  readonly account: string | undefined;
  readonly onProblem: (problem: string) => void;
}

function bookOf(folder: string, { credential, account, onProblem }: BookParts): RequestBook {
  const open = (name: string, allowance: Allowance): FileRequestBook =>
    new FileRequestBook(join(folder, name), allowance, onProblem);
  const user = open(credential, userAllowance);
  return account === undefined
    ? user
    : new AccountRequestBook(user, open(account, accountAllowance));
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

export interface Identity {
  /** The user's name, email address or id. */
  readonly user: string;
  readonly quota: QuotaLeft;
}

/** Proves credentials with one request, `GET /3/user/me`. @throws ToolError */
export async function identify(
  credentials: Credentials,
  environment: Environment,
): Promise<Identity> {
  const { user, quota } = await inspect(credentials, environment);
  if (user instanceof ToolError) throw user;
  return { user, quota };
}

/** The same, and returns the quota even if the request fails. @param forgetsQuota first clears the record of the hour. */
export async function inspect(
  credentials: Credentials,
  environment: Environment,
  forgetsQuota = false,
): Promise<{ readonly user: string | ToolError; readonly quota: QuotaLeft }> {
  const memory = new MemoryBudget(ourLimits.memoryMebibytes * 1024 * 1024);
  const connection = connectionOf(credentials, environment, memory);
  if (forgetsQuota) await connection.gate.forget();
  const { api } = connection.forCall(briefly(ourLimits.deadlineSeconds * 1000));
  const signal = AbortSignal.timeout(ourLimits.deadlineSeconds * 1000);
  const record = await api.currentUser(3, signal).catch(toolErrorOf);
  const quota = await connection.gate.left();
  if (record instanceof ToolError) return { user: record, quota };
  const names = ["name", "email", "id"].map((key) => record[key]);
  const user = names.find((value) => typeof value === "string") ?? "a user without a name";
  return { user: plainText(user, ourLimits.textLength), quota };
}
