/** The main job, as it flows: query, plan, requests, merged result, table, answer. Both API versions. */
import type { Profile } from "../api/records.ts";
import { addDays } from "../time/days.ts";
import { requestLimits } from "../catalog/limits.ts";
import { networkTraits, type MetricNetwork } from "../catalog/networks.ts";
import { Budget } from "./run/budget.ts";
import { checkDates, datesOf, unfinishedNotes, type AskedDates } from "../time/asked-dates.ts";
import { Labels } from "./question/labels.ts";
import { numbersOf, planQuery, requestsOf } from "./plan/plan.ts";
import { chooseProfiles } from "../connection/profiles.ts";
import type { Query } from "./question/question.ts";
import type { RunServices } from "./run/run.ts";
import { isTooLarge } from "./plan/too-large.ts";
import { passingOver } from "../connection/metrics-answers.ts";
import { runSkipping } from "./run/skipping.ts";
import { validate, type Asked } from "./question/validate.ts";
import { checkFits } from "../replies/result-store.ts";
import type { Answer } from "../replies/reply.ts";
import { completeness } from "../replies/completeness.ts";
import {
  cutNotes,
  foldedNotes,
  insightsNotes,
  leftOutNotes,
  nothingNotes,
  unlabelledNotes,
} from "./reply/notes.ts";
import { resultOf } from "./reply/result.ts";
import { checkCost } from "./plan/cost.ts";
import { expectedAnswer } from "./reply/expected.ts";
import { planAnswer } from "./reply/plan.ts";
import { answerOf } from "./reply/shown.ts";
import { unfinished } from "../replies/unfinished.ts";
import type { CallApi } from "../connection/connection.ts";
import type { ToolServices } from "../mcp/tool.ts";

export interface MetricsAsked extends Asked {
  readonly dates: AskedDates;
  /** Ids or exact names; left out: every profile of the network. */
  readonly profiles: readonly string[] | undefined;
  readonly skipUnavailable: boolean;
  readonly planOnly: boolean;
  /** Whether what is kept is passed over. */
  readonly fresh: boolean;
  readonly maxRequests: number;
}

export async function answerMetrics(asked: MetricsAsked, services: ToolServices): Promise<Answer> {
  const { version, network, skipUnavailable } = asked;
  const { settings, signal } = services;
  const subject = validate(asked);
  checkDates(asked.dates, services.now());
  const connection = await services.connection();
  const call = connection.forCall({ ...services, fresh: asked.fresh });
  const { profiles, leftOut: unavailable } = chooseProfiles(
    await call.lists.profiles(version, network),
    {
      network,
      profiles: asked.profiles,
      needsInsights: networkTraits[network].refusesWithoutInsights,
      skipUnavailable,
    },
  );
  const dates = datesOf(asked.dates, zonesOf(network, profiles), services.now());
  const { start, end } = dates;
  const asking: Query = { ...subject, start, end, profiles, excluded: new Set() };
  const labels = await labelsOf(asking, call);

  const limits = requestLimits[version];
  await connection.learnings.recall();
  const { learnt } = connection.learnings;
  const knowledge = { limits, ...learnt };
  const plan = planQuery(asking, knowledge);
  const store = asked.fresh ? passingOver(connection.store) : connection.store;
  const answered = await Promise.all(requestsOf(plan).map((request) => store.get(request)));
  const kept = answered.filter((answer) => answer !== undefined).length;
  const cost = { requests: requestsOf(plan).length, kept };
  const left = await connection.gate.left();
  if (asked.planOnly) {
    const expected = expectedAnswer(asking, labels, settings.maxAnswerTokens);
    const mayGrow = requestsOf(plan).some((request) => learnt.ceilings.isUncertain(request));
    return planAnswer(asking, plan, { kept, left, expected, mayGrow, spent: await call.spent() });
  }
  checkFits(numbersOf(plan), services.results.maxBytes);
  checkCost(cost, { maxRequests: asked.maxRequests, left }, asking, knowledge);

  let tooLarge = 0;
  let [done, total] = [0, 0];
  const runServices: RunServices = {
    send: (request, sendSignal) =>
      call.api.metrics(request, sendSignal).catch((error: unknown) => {
        if (isTooLarge(error)) tooLarge += 1;
        throw error;
      }),
    store,
    isSettled: (request) => request.end < addDays(dates.today, -settings.settledAfterDays),
    limits,
    learnt,
    labels,
    budget: new Budget(asked.maxRequests),
    onProgress(nowDone, nowTotal) {
      [done, total] = [nowDone, nowTotal];
      services.onProgress(done, total);
    },
  };
  const reduced = { query: asking, leftOut: unavailable };
  const ran = await runSkipping(reduced, runServices, signal, skipUnavailable).catch(
    async (error: unknown) => {
      await connection.learnings.keep();
      throw unfinished(error, { done, total, isFresh: asked.fresh, spent: await call.spent() });
    },
  );
  await connection.learnings.keep();
  const { query, leftOut, outcome } = ran;
  const remarks = [...leftOutNotes(leftOut), ...unfinishedNotes(dates)];
  const result = services.results.keep({ ...resultOf(query, outcome, labels), remarks });
  const state = `${completeness(dates, leftOut)} ${await call.spent()}`;
  const notes = [
    ...(dates.note === undefined ? [] : [dates.note]),
    ...remarks,
    ...nothingNotes(result, query),
    ...insightsNotes(query),
    ...unlabelledNotes(query, labels),
    ...foldedNotes(outcome),
    ...cutNotes(tooLarge),
  ];
  return answerOf({ finest: result, state, notes, kept: result }, settings.maxAnswerTokens);
}

/** Whose midnights the days of a network's metrics begin at. */
function zonesOf(
  network: MetricNetwork,
  profiles: readonly Profile[],
): readonly (string | undefined)[] {
  const { dayZone } = networkTraits[network];
  return dayZone === undefined ? profiles.map(({ timezone }) => timezone) : [dayZone];
}

async function labelsOf(query: Query, call: CallApi): Promise<Labels | undefined> {
  if (!query.dimensions.includes("profile_label")) return undefined;
  const list = await call.lists.profileLabels(query.version);
  return new Labels(list, query.network, query.profiles);
}
