/** Which metrics of the catalogue the API rejects: each is asked for once, a day of one profile. */
import { requestLimits } from "../../catalog/limits.ts";
import { required, ToolError } from "../../base/errors/tool-error.ts";
import { unacceptedIn } from "../../questions/metrics/run/unaccepted.ts";
import type { Asking } from "./asking.ts";
import { hasInsights, supported, type Subject } from "./survey.ts";

/** The other questions of a check need the rest of its requests. */
const mostRequests = 8;

export interface Accepted {
  /** Metrics that are rejected alone. */
  readonly unaccepted: readonly string[];
  /** Why some metrics could not be asked for. */
  readonly failure: ToolError | undefined;
}

export async function acceptedMetrics(
  { network, profiles, lastDay }: Pick<Subject, "network" | "profiles" | "lastDay">,
  asking: Asking,
): Promise<Accepted> {
  const names = supported({ network, unaccepted: [] }).map(({ name }) => name);
  // Of equal size, because a metric that is alone in a request cannot be told from a request that fails as a whole.
  const size = Math.ceil(names.length / Math.ceil(names.length / requestLimits[3].metrics));
  const unaccepted: string[] = [];
  let failure: ToolError | undefined;
  const sentBefore = asking.sent;
  const profile = profiles.find(hasInsights) ?? required(profiles[0], "a profile");
  for (let from = 0; from < names.length; from += size) {
    const group = names.slice(from, from + size);
    for (;;) {
      const { request, outcome } = await asking.metrics({
        network,
        profiles: [profile.id],
        metrics: group.filter((name) => !unaccepted.includes(name)),
        start: lastDay,
        end: lastDay,
        dimensions: ["profile", "date.day"],
      });
      const rejected = await unacceptedIn(outcome, request, async (alone) => {
        const answer = await asking.metrics(alone);
        if (answer.outcome instanceof ToolError) throw answer.outcome;
      }).catch(() => []);
      unaccepted.push(...rejected);
      const isLast = rejected.length === 0 || asking.sent - sentBefore >= mostRequests;
      if (isLast && outcome instanceof ToolError) failure ??= outcome;
      if (isLast) break;
    }
  }
  return { unaccepted, failure };
}
