/** Runs the plans of a call: that of its question, or those of a comparison. */
import { needsInsights } from "../catalog/metrics/index.ts";
import { unfinishedError } from "../replies/unfinished.ts";
import { addDays } from "../time/days.ts";
import type { MetricsCall, Plans } from "./call.ts";
import { refine } from "./plan/refine.ts";
import { allSteps, type Plan } from "./plan/steps.ts";
import { run } from "./run/run.ts";
import type { Finished } from "./run/types.ts";

/** Runs plans one after the other. Profiles that the API rejects are in no later plan. */
export async function runPlans(
  call: MetricsCall,
  [first, ...others]: Plans,
): Promise<readonly [Finished, ...Finished[]]> {
  const steps = { before: 0, after: others.flatMap(allSteps).length };
  const ended: [Finished, ...Finished[]] = [await runPlan(call, first, { sent: 0, steps })];
  for (const plan of others) {
    // The runs before this one have learned facts, such as the names of weeks and profiles that the API rejects.
    const ids = ended.flatMap(({ question }) => [...question.excluded]);
    const rest = refine(plan, { kind: "excluded", ids }, call.facts());
    const sent = ended.reduce((sum, one) => sum + one.sent, 0);
    const done = { before: allSteps(first).length, after: 0 };
    ended.push(await runPlan(call, rest, { sent, steps: done }));
  }
  return ended;
}

/** The requests that other plans of the call have sent, and the steps of the plans before and after this one. */
interface OtherPlans {
  readonly sent: number;
  readonly steps: { readonly before: number; readonly after: number };
}

/** @throws ToolError that says how far the call came, where calling again continues from there. */
export async function runPlan(
  call: MetricsCall,
  plan: Plan,
  { sent, steps: { before, after } }: OtherPlans,
): Promise<Finished> {
  const { input, services, connection, api, resolved, answers, facts } = call;
  const { learned } = connection;
  const off = new Set(
    resolved.question.profiles
      .filter(({ insightsEnabled }) => insightsEnabled === false)
      .map(({ id }) => id),
  );
  const insights = new Set(plan.question.metrics.filter(needsInsights).map(({ name }) => name));
  const settledBefore = addDays(resolved.dates.today, -services.settings.settledAfterDays);
  let [done, total] = [0, 0];
  try {
    return await run(
      plan,
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
        sentBefore: sent,
        skipUnavailable: input.skipUnavailable,
        onProgress(nowDone, nowTotal) {
          [done, total] = [before + nowDone, before + nowTotal + after];
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
