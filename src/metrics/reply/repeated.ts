/** Replies that are given again: the same question, from the same answers, about profiles that have not changed. */
import { ourLimits } from "../../catalog/limits.ts";
import type { Reply } from "../../replies/reply.ts";
import type { MetricsCall, Plans } from "../call.ts";
import { openSteps } from "../plan/steps.ts";
import type { Finished } from "../run/types.ts";
import { agesNote } from "./notes.ts";

/** The inputs of a reply, except the profiles. */
interface Made {
  readonly key: string;
  /** The answers and their age. */
  readonly from: string;
}

/** Returns the stored reply with the cost of this call; undefined if there is none, or if its inputs have changed. */
export async function repeatedReply(call: MetricsCall, plans: Plans): Promise<Reply | undefined> {
  if (plans.some((plan) => openSteps(plan).length > 0)) return undefined;
  const { services, resolved, answers, api } = call;
  const made = madeFrom(call, {
    sources: plans.flatMap((plan) => answers.sources(plan)),
    changeableSince: plans.flatMap((plan) => answers.changeableSince(plan)),
  });
  const earlier = made && services.results.replies.get(made.key);
  if (earlier === undefined || earlier.from !== made?.from) return undefined;
  const { profiles } = resolved.question;
  const isSame =
    earlier.profiles.length === profiles.length &&
    earlier.profiles.every((profile, index) => profile === profiles[index]);
  const { result } = earlier.reply;
  if (!isSame || result === undefined || !services.results.has(result.id)) return undefined;
  return { ...earlier.reply, text: earlier.before + (await api.spent()) + earlier.after };
}

/** Stores a reply for the next time. @param spent the cost of the call, which the text states once. */
export function storeReply(
  call: MetricsCall,
  finished: readonly Finished[],
  reply: Reply,
  spent: string,
): Reply {
  const made = madeFrom(call, {
    sources: finished.flatMap(({ sources }) => sources),
    changeableSince: finished.flatMap(({ changeableSince }) => changeableSince),
  });
  const at = reply.text.indexOf(spent);
  // Notes on what happened on the way hold once.
  const isPlain = finished.every(({ tooLarge, skipped }) => tooLarge === 0 && skipped.length === 0);
  if (made === undefined || !isPlain || at === -1) return reply;
  const { profiles } = call.resolved.question;
  const before = reply.text.slice(0, at);
  const after = reply.text.slice(at + spent.length);
  const bytes = (made.key.length + made.from.length + reply.text.length) * 2 + profiles.length * 8;
  call.services.results.replies.set(
    made.key,
    { from: made.from, profiles, before, after, reply },
    bytes,
  );
  return reply;
}

/** Undefined for questions that are too long to store, and for those with labels, whose changes profiles do not show. */
function madeFrom(
  { input, resolved, services }: MetricsCall,
  { sources, changeableSince }: Pick<Finished, "sources" | "changeableSince">,
): Made | undefined {
  const { question, dates, labels, labelNote } = resolved;
  if (labels !== undefined || labelNote !== undefined) return undefined;
  const { start, end, today } = dates;
  const asked = { ...input, planOnly: false, fresh: false, maxRequests: 0 };
  const off = [...(question.withoutInsights ?? [])];
  const key = JSON.stringify([asked, start, end, today, off]);
  if (key.length > ourLimits.cachedPieceKeyLength || sources.length > mostSources) return undefined;
  const age = agesNote({ changeableSince }, services.now());
  return { key, from: [...new Set(sources)].toSorted().join("\n") + String(age) };
}

const mostSources = 100;
