/** What one credential shares between its calls: the connection, the quota, lists and what was learnt. */
import type { Authorization } from "../api/authorization.ts";
import { apiClient, type ApiClient } from "../api/client.ts";
import type { Clock } from "../time/clock.ts";
import type { PostsPage } from "../api/posts.ts";
import type { Transport } from "../api/transport.ts";
import type { BlobCache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";
import { requestStore, type RequestStore } from "./metrics-answers.ts";
import type { RequestBook } from "../quota/request-book.ts";
import { noLog, type Log } from "../log/log.ts";
import { Gate } from "../quota/gate.ts";
import { gated, persistence } from "../quota/retry.ts";
import { plural } from "../text/words.ts";
import { Learnings } from "./learned.ts";
import { cachedLists, type Lists } from "./lists.ts";
import { ReadThroughCache } from "./cached.ts";

/** The API as one call sees it, its requests counted. */
export interface CallApi {
  readonly api: ApiClient;
  readonly lists: Lists;
  /** What the call has cost so far, what is left, and whether the data is made up. */
  spent(): Promise<string>;
}

/** For what is not worth waiting for. */
export const briefly = (milliseconds: number): CallContext => ({
  signal: AbortSignal.timeout(milliseconds),
  deadline: 0,
  onWait: () => {},
  log: noLog,
});

export interface ConnectionParts {
  readonly transport: Transport;
  readonly authorization: Authorization;
  readonly clock: Clock;
  /** What it answers is the sandbox's. */
  readonly isMadeUp?: boolean;
  /** Where requests are noted; left out, for this process alone. */
  readonly book?: RequestBook;
  /** What outlives the process; left out, nothing does. */
  readonly cache?: BlobCache;
  /** Where what is learnt of the account is kept. */
  readonly notes?: BlobCache;
}

/** What a call brings with it. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Milliseconds since 1970: the quota is not waited for longer. */
  readonly deadline: number;
  readonly onWait: (until: number) => void;
  readonly log: Log;
  /** Whether what is kept is passed over. */
  readonly fresh?: boolean;
}

export class Connection {
  readonly authorization: Authorization;
  readonly gate: Gate;
  readonly store: RequestStore;
  readonly pages: ReadThroughCache<PostsPage>;
  readonly learnings: Learnings;
  readonly #lists: ReturnType<typeof cachedLists>;

  constructor(readonly parts: ConnectionParts) {
    const now = (): number => parts.clock.now();
    this.authorization = parts.authorization;
    this.gate = new Gate(parts.clock, parts.book);
    const { cache, notes } = parts;
    this.learnings = new Learnings(now, notes);
    this.store = requestStore(now, cache);
    this.pages = new ReadThroughCache("posts", {
      now,
      cache,
      seconds: ourLimits.keptRequestSeconds,
      maxBytes: ourLimits.keptPageBytes,
      bytesOf: (page) => JSON.stringify(page).length * 2,
    });
    this.#lists = cachedLists({ now, cache });
  }

  forCall(context: CallContext): CallApi {
    const { transport, clock } = this.parts;
    let sent = 0;
    const persisting = {
      ...context,
      gate: this.gate,
      clock,
      random: Math.random,
      onSent: () => (sent += 1),
    };
    const api = apiClient(
      gated(transport, persisting),
      this.authorization,
      persistence(persisting),
    );
    return { api, lists: this.#lists(api, context), spent: () => this.#spent(sent) };
  }

  async #spent(sent: number): Promise<string> {
    const { requests, isReported } = await this.gate.left();
    const spent = `${plural(sent, "request")} sent, ${isReported ? "" : "at most "}${requests} left this hour.`;
    const madeUp =
      this.parts.isMadeUp === true ? "The data is made up: this is the sandbox." : undefined;
    return [spent, madeUp, this.authorization.notice()]
      .filter((sentence) => sentence !== undefined)
      .join(" ");
  }
}
