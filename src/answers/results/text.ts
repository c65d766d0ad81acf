/** The reply that shows a report: its content within the budget, and the stored result. */
import type { Work } from "../../base/async/work.ts";
import { layOut, type Note } from "../replies/layout.ts";
import { resultLinks } from "../replies/links.ts";
import type { Reply, StoredResult } from "../replies/reply.ts";
import type { Coverage } from "../replies/completeness.ts";
import type { Report } from "./report.ts";

export interface ReplyFrame {
  /** Adds to the coverage what else is incomplete. */
  readonly complete?: (coverage: Coverage) => readonly string[];
  readonly cost: readonly Note[];
  readonly cautions: readonly Note[];
  /** The whole that is stored. */
  readonly stored: StoredResult;
  /** The rows that are shown, if they are a piece of what is stored. */
  readonly csv?: Reply["csv"];
}

export function* textReply(
  {
    subject,
    coverage,
    notes,
    bodyIn,
    figures,
  }: Omit<Report, "rows" | "figures"> & Pick<Reply, "figures">,
  { complete, cost, cautions, stored, csv = () => stored.csv() }: ReplyFrame,
  maxTokens: number,
): Work<Reply> {
  const frame = {
    subject,
    coverage: complete?.(coverage) ?? coverage.statements,
    cost,
    cautions: [...cautions, ...notes],
    links: yield* resultLinks(stored),
  };
  return {
    content: yield* layOut(frame, maxTokens, bodyIn),
    csv,
    result: stored,
    ...(figures && { figures }),
  };
}

/** The first line of a piece says that no request was sent. */
export const pieceCost = (what = "A piece"): string =>
  `${what} of a stored result; no request sent.`;
