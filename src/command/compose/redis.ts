/** Opens Redis or Valkey for the state that several nodes share. Loaded on demand. */
import { randomBytes } from "node:crypto";
import { ourLimits } from "../../catalog/limits.ts";
import { readPassphrase, readSetting, type Environment } from "../../suite/credentials/settings.ts";
import type { CredentialStore } from "../../suite/credentials/store.ts";
import { inputError, required, tellUser, ToolError } from "../../base/errors/tool-error.ts";
import { cacheOf } from "../../base/files/blob-cache.ts";
import type { FileStore } from "../../answers/exports/file-links.ts";
import type { Log } from "../../base/log/log.ts";
import { RedisBlobCache } from "../../suite/redis/blob-cache.ts";
import {
  RedisAway,
  RedisLink,
  settingError,
  unusableError,
  type RedisOptions,
} from "../../suite/redis/link.ts";
import { RedisLoginStore } from "../../suite/redis/login-store.ts";
import { RedisRequestBook } from "../../suite/redis/request-book.ts";
import type { ResultArchive } from "../../answers/replies/result-store.ts";
import { Secret } from "../../base/secrets/secret.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { UsageError } from "../terminal/flags.ts";
import { shownError } from "../terminal/report.ts";
import { redisPrefix } from "./sharing.ts";
import type { Sharing } from "../../suite/connection/connection.ts";

/** Nodes also share the results of each caller. */
export interface NodeSharing {
  readonly connection: Sharing;
  readonly isReachable: () => boolean;
  readonly close: () => void;
  readonly archiveOf: (caller: string, account: string | undefined) => ResultArchive;
  /** Files behind links, which every node can read. */
  readonly files: FileStore;
}

type RedisSettings = Pick<RedisOptions, "url" | "prefix">;
type RedisEvents = Pick<RedisOptions, "onChange" | "onRemoved">;

/** @throws UsageError if the server does not answer, or may remove what must stay. */
export async function shareByRedis(settings: RedisSettings, log: Log): Promise<NodeSharing> {
  const events: RedisEvents = {
    onChange: (problem) =>
      log(problem === undefined ? { event: "Redis is back" } : { event: "Redis is away", problem }),
    onRemoved: (key) => log({ event: "key of Redis removed", key }),
  };
  const link = await open(settings, [checkPolicy], events).catch((error: unknown) => {
    if (error instanceof ToolError)
      throw new UsageError(`--redis: ${error.problem}. ${shownError(error).advice}`);
    if (!(error instanceof RedisAway)) throw error;
    const { host } = parse(settings.url);
    throw new UsageError(`--redis: ${host} does not answer (${error.message}): start Redis first`);
  });
  const cache = new RedisBlobCache(link, { now: Date.now });
  const notes = new RedisBlobCache(link, { now: Date.now, name: "learnt" });
  const results = new RedisBlobCache(link, { now: Date.now, name: "results", isListed: false });
  const files = new RedisBlobCache(link, { now: Date.now, name: "files", isListed: false });
  const { archiveIn } = await import("./stored-results.ts");
  // A login that is opened again gets the same book, which knows what this node has sent without Redis.
  const books = new Map<string, RedisRequestBook>();
  const bookOf = (user: string, account: string | undefined): RedisRequestBook => {
    const name = `${user} ${account}`;
    const book = books.get(name) ?? new RedisRequestBook(link, { user, account });
    books.set(name, book);
    return book;
  };
  return {
    connection: (credential, account) => ({
      book: bookOf(credential, account),
      cache: cacheOf(cache, credential),
      notes: cacheOf(notes, credential),
    }),
    files: filesIn(link, files),
    isReachable: () => !link.isAway(),
    close: () => link.close(),
    archiveOf: (caller, account) =>
      archiveIn(cacheOf(results, JSON.stringify([caller, account ?? null]))),
  };
}

/** Sets a key unless it has one of the same form. */
const keepKeyScript = `
local key = redis.call('GET', KEYS[1]) or ''
if #key ~= #ARGV[1] or key:find('[^%w_-]') then redis.call('SET', KEYS[1], ARGV[1]) end
`;

/** Files with a key that all nodes read each time: a Redis that has lost its data gets another one. */
function filesIn(link: RedisLink, cache: RedisBlobCache): FileStore {
  const name = `${link.prefix}file-key`;
  const known = async (): Promise<string | undefined> => {
    const value = await link.ask("GET", name);
    return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : undefined;
  };
  const make = async (): Promise<string> => {
    // Another node may have set it meanwhile.
    const key = randomBytes(32).toString("base64url");
    await link.run(keepKeyScript, [name], [key]);
    return required(await known(), "the key of files");
  };
  return {
    key: () => reached(async () => new Secret((await known()) ?? (await make()))),
    put: (_, id, content, until) =>
      reached(async () => {
        await cache.put(id, content, until);
        return cache.has(id);
      }),
    get: (id) => reached(() => cache.get(id)),
  };
}

/** @throws ToolError `store_unreachable` while Redis is away. */
const reached = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    if (!(cause instanceof RedisAway)) throw cause;
    const next = "Call again in a minute.";
    throw new ToolError("store_unreachable", "the files of links cannot be reached", next, {
      cause,
    });
  });

/**
 * The logins that nodes share in Redis, which must store them on its disk.
 * @throws ToolError `invalid_input` without an address, or without a passphrase.
 */
export function redisLogins(environment: Environment): CredentialStore {
  const url = readSetting(environment, "REDIS");
  const passphrase = readPassphrase(environment);
  if (url === undefined || passphrase === undefined)
    throw inputError(
      `SOCIAL_ANALYTICS_CREDENTIAL_STORE is redis, but ${url === undefined ? "SOCIAL_ANALYTICS_REDIS" : "SOCIAL_ANALYTICS_PASSPHRASE"} is not set`,
      tellUser`Set SOCIAL_ANALYTICS_REDIS to the URL of Redis, and SOCIAL_ANALYTICS_PASSPHRASE to a passphrase, on every node.`,
    );
  const prefix = readSetting(environment, "REDIS_PREFIX") ?? redisPrefix;
  const openChecked = (): Promise<RedisLink> =>
    open({ url, prefix }, [checkPolicy, checkPersistence]);
  return new RedisLogins({ passphrase, open: openChecked });
}

class RedisLogins extends RedisLoginStore {
  /** Others may have written names to Redis. */
  override async accounts(): Promise<string[]> {
    return (await super.accounts()).map((name) => plainText(name, ourLimits.textLength));
  }
}

type Check = (link: RedisLink) => Promise<void>;

/** Closes a connection that does not pass the checks. @throws RedisAway. */
async function open(
  { url, prefix }: RedisSettings,
  checks: readonly Check[],
  events: RedisEvents = {},
): Promise<RedisLink> {
  const { password } = parse(url);
  // As a secret, it is redacted everywhere.
  const secret = password === "" ? undefined : new Secret(password);
  const link = await RedisLink.open({ url, password: secret, prefix, ...events });
  try {
    for (const check of checks) await check(link);
    return link;
  } catch (error) {
    link.close();
    throw (error instanceof RedisAway && settingError(error.message)) || error;
  }
}

async function checkPersistence(link: RedisLink): Promise<void> {
  const info = String(await link.ask("INFO", "persistence"));
  if (/^aof_enabled:1/m.test(info)) return;
  throw unusableError(
    "Redis does not write its data to disk, so that a restart would lose the logins",
    "Set appendonly yes in the settings of Redis.",
  );
}

/** The host and the password of a URL. An error does not quote it: it may have a password. */
function parse(text: string): { readonly host: string; readonly password: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["redis:", "rediss:"].includes(url.protocol))
    throw urlError("is not valid", "one such as redis://localhost:6379 or rediss://HOST:6379");
  if (!/^\/?\d{0,9}$/.test(url.pathname))
    throw urlError("has a path that is not the number of a database", "redis://localhost:6379/0");
  try {
    decodeURIComponent(url.username);
    return { host: url.host, password: decodeURIComponent(url.password) };
  } catch {
    throw urlError("has a % that is not part of an escape", "%25 instead of the %");
  }
}

const urlError = (problem: string, example: string): ToolError =>
  unusableError(`the URL of Redis ${problem}`, `Give ${example}.`);

/** Quotas and logins have no time to live, and must not be removed when the memory is full. */
const policies = ["volatile-lru", "noeviction"];

async function checkPolicy(link: RedisLink): Promise<void> {
  const info = String(await link.ask("INFO", "memory"));
  const [, policy = "unknown"] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (policies.includes(policy)) return;
  const problem = `the maxmemory-policy of Redis is ${policy}, so that it could remove quotas and logins`;
  throw unusableError(problem, `Set ${policies.join(" or ")}.`);
}
