/** One credential's API, shared by its calls: the client, the quota, cached lists and answers, learned facts. */
import { loggedHash, type Authorization } from "../api/authorization.ts";
import { apiClient, type ApiClient } from "../api/client.ts";
import type { Clock } from "../../base/time/clock.ts";
import { SurprisingAnswer, type Surprise } from "../api/metrics-answer.ts";
import type { Log } from "../../base/log/log.ts";
import type { PostsPage } from "../api/posts.ts";
import type { Transport } from "../api/transport.ts";
import type { MemoryBudget } from "../../base/memory/budget.ts";
import type { BlobCache } from "../../base/files/blob-cache.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { MetricsAnswers } from "./answers/answer-cache.ts";
import type { RequestBook } from "../quota/request-book.ts";
import type { CallContext } from "./call-context.ts";
import { Gate } from "../quota/gate.ts";
import { gated, persistence } from "../quota/retry.ts";
import { madeUp, plural } from "../../base/text/words.ts";
import { CheckedApi } from "./checked.ts";
import { Learned } from "./learned.ts";
import { withoutLeftOut } from "./catalogue-view.ts";
import { joined } from "./view.ts";
import { cachedLists, type Lists, type View } from "./lists.ts";
import { ReadThroughCache } from "./answers/read-through-cache.ts";

/** The API as one call sees it, its requests counted. */
export interface CallApi {
  readonly api: ApiClient;
  readonly lists: Lists;
  /** The number of requests that the call has sent. */
  sent(): number;
  /**
   * Sentences: notices on the data and the credentials, then the cost, requests sent and requests left.
   * @param options `isPlan` if the call answers nothing yet.
   */
  spent(options?: { readonly isPlan?: boolean }): Promise<readonly string[]>;
}

export interface ConnectionParts {
  readonly transport: Transport;
  readonly authorization: Authorization;
  readonly clock: Clock;
  readonly memory: MemoryBudget;
  /** The API is the sandbox. */
  readonly isMadeUp?: boolean;
  /** Counts the requests of the hour; of this process alone (default). */
  readonly book?: RequestBook;
  /** Caches answers beyond the process; none (default). */
  readonly cache?: BlobCache;
  /** Stores learned facts beyond the process; none (default). */
  readonly notes?: BlobCache;
}

/**
 * The state that a connection shares with other processes.
 * @param account undefined if it is not known which account the credential belongs to.
 */
export type Sharing = (
  credential: string,
  account: string | undefined,
) => Pick<ConnectionParts, "book" | "cache" | "notes">;

export class Connection {
  readonly authorization: Authorization;
  /** They hold for everything that the API answers. Results are stored with them. */
  readonly remarks: readonly string[];
  readonly gate: Gate;
  readonly answers: MetricsAnswers;
  readonly pages: ReadThroughCache<PostsPage>;
  readonly learned: Learned;
  readonly checked: CheckedApi;
  /** Frees the memory of a connection that is used no more. */
  readonly close: () => void;
  readonly #lists: ReturnType<typeof cachedLists>;
  readonly #logged = new Set<Surprise>();
  readonly #answeredPaths = new Set<string>();

  constructor(readonly parts: ConnectionParts) {
    const now = (): number => parts.clock.now();
    this.authorization = parts.authorization;
    this.remarks = parts.isMadeUp === true ? [madeUp] : [];
    this.gate = new Gate(parts.clock, parts.book);
    const { cache, notes } = parts;
    const memory = parts.memory.owner();
    this.close = () => memory.dismiss();
    this.learned = new Learned(now, notes);
    this.checked = new CheckedApi(now, notes);
    this.answers = new MetricsAnswers(now, memory, cache);
    const seconds = ourLimits.cachedAnswerSeconds;
    this.pages = new ReadThroughCache("posts", { now, cache, memory, seconds });
    this.#lists = cachedLists({ now, cache, memory });
  }

  /** Counts an answer that cannot be read, and logs the first of each kind. */
  readonly #noting =
    (log: Log) =>
    (error: unknown): never => {
      if (error instanceof SurprisingAnswer) {
        const { surprise, problem } = error;
        if (!this.#logged.has(surprise)) log({ event: "surprising answer", surprise, problem });
        this.#logged.add(surprise);
        this.learned.countSurprise(surprise);
      }
      throw error;
    };

  /** @param context of a call that sees a view of the account's lists; all of them where it is undefined. */
  forCall(context: CallContext & { readonly view: View | undefined }): CallApi {
    const { authorization, gate } = this;
    const { transport, clock } = this.parts;
    let sent = 0;
    const onSent = (): number => (sent += 1);
    const credential = loggedHash(authorization.identity);
    const persisting = { ...context, gate, clock, random: Math.random, onSent, credential };
    const sending = gated(transport, persisting);
    const persist = persistence(persisting);
    const api = apiClient(sending, authorization, persist, this.#answeredPaths);
    const lists = joined(context.view, withoutLeftOut)(this.#lists(api, context));
    const noting = this.#noting(context.log);
    return {
      api: { ...api, metrics: (...args) => api.metrics(...args).catch(noting) },
      lists,
      sent: () => sent,
      spent: async ({ isPlan = false } = {}) => {
        const { requests, isReported } = await gate.left();
        const isCached = sent === 0 && !isPlan;
        context.log({ event: "quota", credential, left: requests, isCached });
        const cost = `${plural(sent, "request")} sent, ${isReported ? "" : "at most "}${requests} left this hour.`;
        return [...this.remarks, lists.note(), authorization.notice(), cost].filter(
          (sentence) => sentence !== undefined,
        );
      },
    };
  }
}
