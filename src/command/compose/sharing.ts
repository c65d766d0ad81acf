/** The state that connections share with other processes: the record of requests, cached answers, learned facts. */
import { join } from "node:path";
import { lazily } from "../../base/async/lazily.ts";
import { ourLimits } from "../../catalog/limits.ts";
import type { Environment } from "../../suite/credentials/settings.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { cacheOf, noBlobCache, type BlobCache, type Blobs } from "../../base/files/blob-cache.ts";
import type { FolderEvents } from "../../base/files/own-file.ts";
import { FileBlobCache } from "../../base/files/file-blob-cache.ts";
import type { Sharing } from "../../suite/connection/connection.ts";
import type { Log } from "../../base/log/log.ts";
import { AccountRequestBook } from "../../suite/quota/account-request-book.ts";
import { LocalRequestBook } from "../../suite/quota/local-request-book.ts";
import { accountAllowance, userAllowance, type Allowance } from "../../suite/quota/request-book.ts";
import { cacheFolder, stateFolder, statePart } from "./folders.ts";

/** Begins the keys of what nodes share in Redis (default). */
export const redisPrefix = "social-analytics-mcp:";

/** Shares with the other processes of this machine. */
export const shareByFiles =
  (environment: Environment, log: Log): Sharing =>
  (credential, account) => {
    /** Several folders in it may be made again: that is logged once. */
    const eventsIn = (folder: string, remembered: Blobs = noBlobCache): FolderEvents => ({
      onProblem: (problem) =>
        void onceADay(remembered, problem, () =>
          log({ event: "not shared with other processes", problem }),
        ),
      onRemoved: lazily(() => log({ event: "folder was removed, and is made again", folder })),
    });
    const cacheIn = (folder: string, maxBytes: number, events: FolderEvents): BlobCache =>
      cacheOf(
        new FileBlobCache({ folder, maxBytes, owner: `${credential} `, now: Date.now, ...events }),
        credential,
      );
    const bookOf = (name: string, allowance: Allowance, events: FolderEvents): LocalRequestBook =>
      new LocalRequestBook(join(statePart("quota"), name), allowance, events);
    try {
      const folder = cacheFolder(environment);
      const cache = cacheIn(folder, ourLimits.cacheBytes, eventsIn(folder));
      const inState = eventsIn(stateFolder(), cache);
      const user = bookOf(credential, userAllowance, inState);
      return {
        book:
          account === undefined
            ? user
            : new AccountRequestBook(user, bookOf(account, accountAllowance, inState)),
        cache,
        notes: cacheIn(statePart("learnt"), ourLimits.learnedBytes, inState),
      };
    } catch (error) {
      // Without a home folder there is nothing to share.
      if (error instanceof ToolError) return {};
      throw error;
    }
  };

/** Reports a problem that recurs in each run, but not again within a day of the last report in the cache. */
async function onceADay(cache: Blobs, problem: string, report: () => void): Promise<void> {
  const name = `reported: ${problem}`;
  if (await cache.has(name)) return;
  report();
  await cache.put(name, new Uint8Array(), Date.now() + 24 * 3_600_000);
}
