/** The main job, as it flows: query, plan, requests, merged result, table, answer. Both API versions. */
import { dayAt } from "../calendar/days.ts";
import { ToolError } from "../catalog/errors.ts";
import { requestLimits } from "../catalog/limits.ts";
import { Budget } from "../query/budget.ts";
import { Labels } from "../query/labels.ts";
import { numbersOf, planQuery, requestsOf } from "../query/plan.ts";
import { chooseProfiles } from "../query/profiles.ts";
import type { Query } from "../query/query.ts";
import type { RunServices } from "../query/run.ts";
import { runSkipping } from "../query/skipping.ts";
import { validate, type Asked } from "../query/validate.ts";
import { checkFits } from "../results/store.ts";
import { plural } from "../table/numbers.ts";
import type { Answer } from "./answer.ts";
import {
  foldedNotes,
  insightsNotes,
  leftOutNotes,
  unfinishedNotes,
  unlabelledNotes,
} from "./metrics-notes.ts";
import { resultOf } from "./metrics-result.ts";
import { planText } from "./plan-answer.ts";
import { answerOf } from "./result-answer.ts";
import { spentLine } from "./spent.ts";
import type { CallApi } from "./session.ts";
import type { ToolServices } from "./tool.ts";

export interface MetricsAsked extends Asked {
  readonly profiles: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
  readonly planOnly: boolean;
  readonly maxRequests: number;
}

export async function answerMetrics(asked: MetricsAsked, services: ToolServices): Promise<Answer> {
  const question = validate(asked, latestToday(services.now()));
  const session = await services.session();
  const call = session.forCall(services.signal);
  const list = await call.listProfiles(asked.version, asked.network);
  const chosen = chooseProfiles(question, list, {
    ids: asked.profiles,
    skipUnavailable: asked.skipUnavailable,
  });
  const labels = await labelsOf(chosen.query, call);

  const limits = requestLimits[asked.version];
  const plan = planQuery(chosen.query, { limits, ...session.learnt });
  const spent = (): string => spentLine(call.sent(), session);
  const kept = requestsOf(plan).filter(
    (request) => session.store.get(request) !== undefined,
  ).length;
  if (asked.planOnly) return { text: `${planText(chosen.query, plan, kept)}\n${spent()}` };
  checkFits(numbersOf(plan), services.results.maxBytes);
  checkCost(requestsOf(plan).length - kept, asked.maxRequests);

  const runServices: RunServices = {
    send: (request, signal) => call.api.metrics(request, signal),
    store: session.store,
    limits,
    learnt: session.learnt,
    labels,
    budget: new Budget(asked.maxRequests),
    onProgress: services.onProgress,
  };
  const { query, leftOut, outcome } = await runSkipping(
    chosen,
    runServices,
    services.signal,
    asked.skipUnavailable,
  );
  const result = services.results.keep(resultOf(query, outcome, labels));
  const state = `${leftOut.length === 0 ? "Complete." : `Without ${plural(leftOut.length, "profile")}, named below.`} ${spent()}`;
  const notes = [
    ...leftOutNotes(leftOut),
    ...insightsNotes(query),
    ...unlabelledNotes(query, labels),
    ...foldedNotes(outcome),
    ...unfinishedNotes(query, services.now()),
  ];
  return answerOf(
    { finest: result, state, notes, kept: result },
    services.settings.maxAnswerTokens,
  );
}

async function labelsOf(query: Query, call: CallApi): Promise<Labels | undefined> {
  if (!query.dimensions.includes("profile_label")) return undefined;
  const list = await call.listProfileLabels(query.version);
  return new Labels(list, query.network, query.profiles);
}

function checkCost(needed: number, maxRequests: number): void {
  if (needed <= maxRequests) return;
  throw new ToolError(
    "too_many_requests_needed",
    `${plural(needed, "request")} are needed, and max_requests is ${maxRequests}`,
    `Ask for fewer profiles, metrics or days, or call again with max_requests ${needed} if spending that many of the hour's 500 is meant.`,
  );
}

const hour = 3_600_000;

/** The day it is where the day comes first: nothing has begun after it. */
const latestToday = (now: number): string => dayAt(now + 14 * hour);
