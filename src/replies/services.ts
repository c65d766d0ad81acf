/** What a reply is made with. */
import type { CallContext } from "../connection/call-context.ts";
import type { Connection } from "../connection/connection.ts";
import type { ResultStore } from "./result-store.ts";

export interface Settings {
  /** o200k_base tokens of one reply. */
  readonly maxAnswerTokens: number;
  readonly maxRequests: number;
  /** The numbers of days this far back do not change any more. */
  readonly settledAfterDays: number;
}

export interface ReplyServices extends CallContext {
  readonly settings: Settings;
  readonly results: ResultStore;
  /** @throws ToolError `not_logged_in` where there is no credential. */
  readonly connection: () => Promise<Connection>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
}
