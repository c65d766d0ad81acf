/** Runs the plans of a call: that of its question, or those of a comparison. */
import { needsInsights } from "../catalog/metrics/index.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { addDays } from "../time/days.ts";
import type { MetricsCall } from "./call.ts";
import type { Plans } from "./plan/steps.ts";
import { run } from "./run/run.ts";
import type { AllFinished } from "./run/types.ts";

/**
 * @param sentBefore the requests that the call has sent: none (default).
 * @throws ToolError that says how far the call came, where calling again continues from there.
 */
export async function runPlans(
  call: MetricsCall,
  plans: Plans,
  sentBefore = 0,
): Promise<AllFinished> {
  const { input, services, connection, api, resolved, answers, facts } = call;
  const { learned } = connection;
  const off = new Set(
    resolved.question.profiles
      .filter(({ insightsEnabled }) => insightsEnabled === false)
      .map(({ id }) => id),
  );
  const [{ question }] = plans;
  const insights = new Set(question.metrics.filter(needsInsights).map(({ name }) => name));
  const settledBefore = addDays(resolved.dates.today, -services.settings.settledAfterDays);
  let [done, total] = [0, 0];
  try {
    return await run(
      plans,
      {
        answers,
        slice: services.slice,
        fetch: (request, signal, onSent) =>
          connection.answers.fetch(request, {
            signal,
            settledBefore,
            begun: call.begun.at,
            isExpected: (profile, metric) => !(off.has(profile) && insights.has(metric)),
            fresh: input.fresh,
            send(shared) {
              onSent();
              return api.api.metrics(request, shared);
            },
          }),
        facts,
        learned,
        labels: resolved.labels,
        maxRequests: input.maxRequests,
        sentBefore,
        skipUnavailable: input.skipUnavailable,
        onProgress(nowDone, nowTotal) {
          [done, total] = [nowDone, nowTotal];
          services.onProgress(done, total);
        },
      },
      services.signal,
    );
  } catch (error) {
    throw unfinishedError(error, { done, total, isFresh: input.fresh, spent: await api.spent() });
  } finally {
    await learned.store();
  }
}
