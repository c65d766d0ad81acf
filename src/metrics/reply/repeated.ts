/** Replies that are given again: the same question, from the same answers, about profiles that have not changed. */
import { ourLimits } from "../../catalog/limits.ts";
import type { Reply } from "../../replies/reply.ts";
import type { RepliedFrom, StoredReply } from "../../replies/result-store.ts";
import type { MetricsCall, Plans } from "../call.ts";
import { openSteps } from "../plan/steps.ts";
import type { Finished } from "../run/types.ts";
import { agesNote } from "./notes.ts";

/**
 * Returns the stored reply without planning, if no answer was added since it was planned and none of its numbers has
 * expired. Learned limits can change the plan, but not the reply.
 */
export async function unchangedReply(call: MetricsCall): Promise<Reply | undefined> {
  const { input, begun } = call;
  if (input.planOnly || input.fresh) return undefined;
  const earlier = earlierReply(call);
  if (earlier?.planned === undefined) return undefined;
  const { until, added } = earlier.planned;
  if (added !== begun.added || until <= begun.at) return undefined;
  return givenAgain(call, earlier, earlier.from.changeableSince);
}

/** Returns the stored reply with the cost of this call; undefined if there is none, or if its inputs have changed. */
export async function repeatedReply(call: MetricsCall, plans: Plans): Promise<Reply | undefined> {
  if (plans.some((plan) => openSteps(plan).length > 0)) return undefined;
  const earlier = earlierReply(call);
  const { answers, begun } = call;
  const sources = plans.flatMap((plan) => answers.sources(plan));
  if (earlier === undefined || earlier.from.sources !== namesOf(sources)) return undefined;
  const until = Math.min(...plans.map((plan) => answers.usedUntil(plan, begun.at)));
  earlier.planned = { until, added: begun.added };
  const changeableSince = plans.flatMap((plan) => answers.changeableSince(plan));
  return givenAgain(call, earlier, changeableSince);
}

/** Stores a reply for the next time. @param spent the cost of the call, which the text states once. */
export function storeReply(
  call: MetricsCall,
  finished: readonly Finished[],
  reply: Reply,
  spent: string,
): Reply {
  const key = keyOf(call);
  const sources = finished.flatMap((one) => one.sources);
  const at = reply.text.indexOf(spent);
  // Notes on what happened on the way hold once.
  const isPlain = finished.every(({ tooLarge, skipped }) => tooLarge === 0 && skipped.length === 0);
  const result = reply.result?.id;
  if (key === undefined || result === undefined || !isPlain || at === -1) return reply;
  if (sources.length > mostSources) return reply;
  const { profiles } = call.resolved.question;
  const changeableSince = finished.flatMap((one) => one.changeableSince);
  const from = {
    profiles,
    sources: namesOf(sources),
    changeableSince,
    age: agesNote({ changeableSince }, call.services.now()),
  };
  const before = reply.text.slice(0, at);
  const after = reply.text.slice(at + spent.length);
  const bytes = (key.length + from.sources.length + reply.text.length) * 2 + profiles.length * 8;
  call.services.results.replies.set(key, { from, before, after, result }, bytes);
  return reply;
}

const mostSources = 100;

const namesOf = (sources: readonly string[]): string => [...new Set(sources)].toSorted().join("\n");

/** The stored reply to the same question about the same profiles. */
function earlierReply(call: MetricsCall): StoredReply | undefined {
  const key = keyOf(call);
  const { replies } = call.services.results;
  const earlier = key === undefined ? undefined : replies.get(key);
  const { profiles } = call.resolved.question;
  const isSame =
    earlier?.from.profiles.length === profiles.length &&
    earlier.from.profiles.every((profile, index) => profile === profiles[index]);
  return isSame ? earlier : undefined;
}

/** Undefined for questions that are too long to store, and for those with labels, whose changes profiles do not show. */
function keyOf({ input, resolved }: MetricsCall): string | undefined {
  const { question, dates, labels, labelNote } = resolved;
  if (labels !== undefined || labelNote !== undefined) return undefined;
  const { start, end, today } = dates;
  const { planOnly: _planOnly, fresh: _fresh, maxRequests: _maxRequests, ...asked } = input;
  const off = [...(question.withoutInsights ?? [])];
  const key = JSON.stringify([asked, start, end, today, off]);
  return key.length > ourLimits.cachedPieceKeyLength ? undefined : key;
}

/** Undefined if the result is gone, or the age of the numbers is another. */
async function givenAgain(
  { services, api }: MetricsCall,
  { result: id, before, after, from }: StoredReply,
  changeableSince: RepliedFrom["changeableSince"],
): Promise<Reply | undefined> {
  const result = services.results.held(id);
  if (result === undefined) return undefined;
  if (agesNote({ changeableSince }, services.now()) !== from.age) return undefined;
  return { text: before + (await api.spent()) + after, table: () => result.table(), result };
}
