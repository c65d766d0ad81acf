/** The answer to a question of a report: its numbers, and the cautions that apply to them. */
import type { Content } from "../../answers/replies/layout.ts";
import type { Figures } from "../../answers/replies/figures.ts";
import type { StoredResult } from "../../answers/replies/reply.ts";

export interface Answer {
  /** The name of the question. */
  readonly name: string;
  readonly content: Content;
  readonly figures: Figures;
  /** The metrics that were asked for by name: an answer can lack some. */
  readonly metrics?: readonly string[] | undefined;
  /** A comparison was asked for: its earlier range can be before the account's history. */
  readonly isCompared?: boolean | undefined;
  readonly result: StoredResult;
  /** The result that it is a piece of. */
  readonly fullResult: StoredResult;
  /** When its values were fetched; undefined for posts, whose pages are cached for 15 minutes. */
  readonly fetched?: StoredResult["fetched"];
  /** When it was asked, in milliseconds since 1970; undefined for a result of an earlier call. */
  readonly questionTime?: number | undefined;
}

/** A question that has no answer: it failed, with `--partial`, or the scope has no pages for it. */
export interface Unanswered {
  readonly name: string;
  readonly problem: string;
  readonly isWithoutPages: boolean;
}

/** The names that an account has, of which an answer can lack some. */
export interface AccountNames {
  readonly profile: readonly string[];
  readonly label: readonly string[];
}

/** The answers of a report, from which it can be rendered again. */
export interface Answered {
  readonly answers: readonly Answer[];
  readonly unanswered: readonly Unanswered[];
  readonly names: AccountNames;
}
