/** What the nodes of a server share in Redis or Valkey. Nothing of it is loaded without `--redis`. */
import { cacheOf } from "../files/blob-cache.ts";
import type { Log } from "../log/log.ts";
import { RedisBlobCache } from "../redis/blob-cache.ts";
import { RedisLink } from "../redis/link.ts";
import { RedisRequestBook } from "../redis/request-book.ts";
import type { ResultArchive } from "../replies/result-archive.ts";
import { Secret } from "../secrets/secret.ts";
import { UsageError } from "./flags.ts";
import type { Sharing } from "./sharing.ts";

/** Nodes also share the results of each caller. */
export interface NodeSharing extends Sharing {
  readonly isReachable: () => boolean;
  readonly archiveOf: (caller: string, account: string | undefined) => ResultArchive;
}

export interface RedisSettings {
  readonly url: string;
  readonly prefix: string;
}

/** @throws UsageError if the server does not answer, or may remove what must stay. */
export async function shareByRedis({ url, prefix }: RedisSettings, log: Log): Promise<NodeSharing> {
  const { host, password } = parse(url);
  // As a secret, it is redacted everywhere.
  const secret = password === "" ? undefined : new Secret(decodeURIComponent(password));
  const onChange = (problem: string | undefined): void => {
    if (problem === undefined) log("info", "Redis is back");
    else log("error", "Redis is away", { problem });
  };
  const link = await RedisLink.open({ url, password: secret, prefix, onChange }).catch(
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      throw new UsageError(`--redis: ${host} does not answer (${problem}): start Redis first`);
    },
  );
  await checkPolicy(link);
  const cache = new RedisBlobCache(link, { now: Date.now });
  const notes = new RedisBlobCache(link, { now: Date.now, name: "learnt" });
  const results = new RedisBlobCache(link, { now: Date.now, name: "results", isListed: false });
  const { archiveIn } = await import("./stored-results.ts");
  return {
    connection: (credential, account) => ({
      book: new RedisRequestBook(link, { user: credential, account }),
      cache: cacheOf(cache, credential),
      notes: cacheOf(notes, credential),
    }),
    isReachable: () => !link.isAway(),
    archiveOf: (caller, account) =>
      archiveIn(cacheOf(results, JSON.stringify([caller, account ?? null]))),
  };
}

/** The error does not quote the value, which may hold a password. */
function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && ["redis:", "rediss:"].includes(url.protocol)) return url;
  throw new UsageError("--redis takes a URL such as redis://localhost:6379 or rediss://…");
}

/** Quotas and logins have no time to live, and must not be removed when the memory is full. */
const policies = ["volatile-lru", "noeviction"];

async function checkPolicy(link: RedisLink): Promise<void> {
  const info = String(await link.ask("INFO", "memory"));
  const [, policy = "unknown"] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
  if (policies.includes(policy)) return;
  link.close();
  throw new UsageError(
    `--redis: its maxmemory-policy is ${policy}, so that it could remove quotas: set ${policies.join(" or ")}`,
  );
}
