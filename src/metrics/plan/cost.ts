/** What a question costs, held against what may be spent. */
import { ToolError } from "../../errors/tool-error.ts";
import type { Knowledge } from "./plan.ts";
import { smallerQueries, type Smaller } from "./smaller.ts";
import type { Query } from "../question/question.ts";
import type { QuotaLeft } from "../../quota/gate.ts";
import { plural } from "../../text/words.ts";

export interface Cost {
  readonly requests: number;
  /** Of those, how many are answered already. */
  readonly kept: number;
}

/** @throws ToolError `too_many_requests_needed`, with the arithmetic and two smaller questions that would fit. */
export function checkCost(
  { requests, kept }: Cost,
  { maxRequests, left }: { readonly maxRequests: number; readonly left: QuotaLeft },
  query: Query,
  knowledge: Knowledge,
): void {
  const needed = requests - kept;
  // Where nothing is left, the gate knows until when, and whether that is worth waiting for.
  const most = left.requests === 0 ? maxRequests : Math.min(maxRequests, left.requests);
  if (needed <= most) return;
  const sum =
    kept === 0
      ? `${plural(requests, "request")} ${requests === 1 ? "is" : "are"} needed`
      : `${plural(requests, "request")} are needed, of which ${kept} are answered already: ${needed} are to be sent`;
  const bound =
    needed > maxRequests
      ? `max_requests is ${maxRequests}`
      : `${left.isReported ? "" : "at most "}${left.requests} are left this hour`;
  const fitting = smallerQueries(query, knowledge, most)
    .slice(0, 2)
    .map((smaller) => suggestion(query, smaller));
  const more =
    needed > maxRequests && needed <= left.requests
      ? ` Or call again with max_requests ${needed}, if spending that many is meant: ${left.isReported ? "" : "at most "}${left.requests} are left this hour.`
      : "";
  throw new ToolError(
    "too_many_requests_needed",
    `${sum}, and ${bound}`,
    fitting.length === 0
      ? `Ask for less.${more}`
      : `These would fit: ${fitting.join("; or ")}.${more}`,
  );
}

const suggestion = (whole: Query, { query, requests }: Smaller): string => {
  const { start, end, profiles, metrics } = query;
  const parts = [
    ...(start === whole.start ? [] : [`${start} to ${end}`]),
    ...(profiles.length === whole.profiles.length
      ? []
      : [`${plural(profiles.length, "profile")} at a time`]),
    ...(metrics.length === whole.metrics.length
      ? []
      : [`${plural(metrics.length, "metric")} at a time`]),
  ];
  return `${parts.join(", ")} (${plural(requests, "request")})`;
};
