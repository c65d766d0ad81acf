/** What one credential shares between its calls: the connection, the quota, lists and what was learnt. */
import type { Authorization } from "../api/authorization.ts";
import { apiClient, type ApiClient } from "../api/client.ts";
import type { PostsPage } from "../api/posts.ts";
import type { Transport } from "../api/transport.ts";
import { ourLimits } from "../catalog/limits.ts";
import { Ceilings } from "../query/ceilings.ts";
import { memoryRequestStore, type RequestStore } from "../query/request-store.ts";
import type { Learnt } from "../query/requester.ts";
import { Ledger, metered } from "../quota/ledger.ts";
import { plural } from "../text/words.ts";
import { rememberedLists, type Lists } from "./lists.ts";
import { Memory } from "./memory.ts";

/** The API as one call sees it, its requests counted. */
export interface CallApi {
  readonly api: ApiClient;
  readonly lists: Lists;
  /** What the call has cost so far, what is left, and whether the data is made up. */
  spent(): string;
}

export class Session {
  readonly ledger: Ledger;
  readonly store: RequestStore;
  readonly pages: Memory<PostsPage>;
  readonly learnt: Learnt = { ceilings: new Ceilings(), weekStart: undefined };
  readonly #lists: ReturnType<typeof rememberedLists>;

  constructor(
    readonly transport: Transport,
    readonly authorization: Authorization,
    readonly now: () => number,
    /** What it answers is the sandbox's. */
    readonly isMadeUp = false,
  ) {
    this.ledger = new Ledger(now);
    this.store = memoryRequestStore(now);
    this.pages = new Memory(now, {
      maxBytes: ourLimits.keptPageBytes,
      bytesOf: (page) => JSON.stringify(page).length * 2,
    });
    this.#lists = rememberedLists(now);
  }

  forCall(signal: AbortSignal): CallApi {
    let sent = 0;
    const counted = metered(this.transport, this.ledger, () => (sent += 1));
    const api = apiClient(counted, this.authorization);
    return { api, lists: this.#lists(api, signal), spent: () => this.#spent(sent) };
  }

  #spent(sent: number): string {
    const { requests, told } = this.ledger.left();
    const spent = `${plural(sent, "request")} sent, ${told ? "" : "at most "}${requests} left this hour.`;
    const madeUp = this.isMadeUp ? "The data is made up: this is the sandbox." : undefined;
    return [spent, madeUp, this.authorization.notice()]
      .filter((sentence) => sentence !== undefined)
      .join(" ");
  }
}
