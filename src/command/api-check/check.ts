/** Compares the API with what the server assumes, by at most 25 requests that only read. */
import { isTooLarge } from "../../suite/api/envelope.ts";
import { SurprisingAnswer } from "../../suite/api/metrics-answer.ts";
import type { PostsRequest } from "../../suite/api/posts.ts";
import type { Profile } from "../../suite/api/records.ts";
import { metricNetworks, networkTraits, type MetricNetwork } from "../../catalog/networks.ts";
import type { CallContext } from "../../suite/connection/call-context.ts";
import type { Connection } from "../../suite/connection/connection.ts";
import { postEndpointOf, postNetworks } from "../../catalog/post-endpoints.ts";
import { inputError, required, ToolError } from "../../base/errors/tool-error.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { isBeforeHistory } from "../../questions/metrics/run/learn.ts";
import { addDays, dayAt } from "../../base/time/days.ts";
import { acceptedMetrics } from "./accepted.ts";
import { Answered } from "./answered.ts";
import { Asking, type Exchange } from "./asking.ts";
import { assumptionIds, assumptions, type AssumptionId } from "./assumptions.ts";
import { questionNames, questions } from "./evidence.ts";
import type { Evidence, Ground, PostPages, QuestionName } from "./evidence.ts";
import { measureHistory } from "./history.ts";
import { differs, notSeen, type Judgement } from "./judgement.ts";
import { comparedMetrics, hasInsights, sampleOf, wideRequests, type Subject } from "./survey.ts";

export interface Finding extends Judgement {
  readonly id: AssumptionId;
}

export interface CheckResult {
  readonly network: MetricNetwork;
  readonly requests: number;
  readonly findings: readonly Finding[];
  /** Undefined where the rows of the survey have other names, so that nothing else can be looked at. */
  readonly evidence: Evidence | undefined;
  /** Why a request has no answer; undefined where each has one. */
  readonly failure: ToolError | undefined;
}

export interface CheckOptions {
  /** The first network with profiles (default). */
  readonly network?: MetricNetwork | undefined;
  readonly seed: number;
  /** Receives the number of requests so far. */
  readonly onSent?: (sent: number) => void;
}

/** @throws ToolError where nothing can be compared. */
export async function checkApi(
  connection: Connection,
  context: CallContext,
  { network: named, seed, onSent = () => {} }: CheckOptions,
): Promise<CheckResult> {
  const asking = new Asking(connection, context, onSent);
  const now = (): number => connection.parts.clock.now();
  const [network, profiles] = await profilesOf(asking, context, named);
  const lastDay = addDays(dayAt(now()), -2);
  const accepted = await acceptedMetrics({ network, profiles, lastDay }, asking);
  const subject = { network, profiles, lastDay, seed, unaccepted: accepted.unaccepted };
  const wide = await wideRequests(subject, asking);
  const first = wide.at(-1)?.outcome;
  if (first instanceof SurprisingAnswer) return unreadableResult(first, network, asking.sent);
  const ground = groundOf(subject, wide);
  const exchanges: Partial<Record<QuestionName, Exchange>> = {};
  await ask(questionNames, ground, asking, exchanges);
  const basis: Evidence = {
    ...ground,
    accepted,
    exchanges,
    posts: await postsOf(asking, context, subject),
    sized: wide,
    history: { observation: "" },
    headers: {},
    now: now(),
  };
  const again = differingQuestions(findingsOf(basis));
  const names = again.filter((name) => name !== "survey");
  await ask(names, ground, asking, exchanges);
  const survey = again.includes("survey") ? await surveyedAgain(ground, asking) : ground.survey;
  // Both use the requests that are left.
  const history = await measureHistory(ground.survey, asking);
  const metrics = comparedMetrics(ground);
  const larger = await asking.metrics({ ...ground.survey.request, metrics });
  const isMeasured = larger.outcome instanceof Answered || isTooLarge(larger.outcome);
  const sized = isMeasured ? [...wide, larger] : wide;
  const { sent: requests, failure, headers } = asking;
  const evidence = { ...basis, survey, sized, history, headers, now: now() };
  return { network, requests, findings: findingsOf(evidence), evidence, failure };
}

const unreadableResult = (
  failure: SurprisingAnswer,
  network: MetricNetwork,
  requests: number,
): CheckResult => ({
  network,
  requests,
  findings: assumptionIds.map((id) => ({
    id,
    ...(id === "rows" ? differs(failure.problem) : notSeen("not asked")),
  })),
  evidence: undefined,
  failure,
});

/** Both texts can hold names that the API gave. */
const findingsOf = (evidence: Evidence): Finding[] =>
  assumptionIds.map((id) => {
    const { observation, request, ...judgement } = assumptions[id].judge(evidence);
    return {
      id,
      ...judgement,
      observation: plainText(observation, mostCharacters),
      ...(request !== undefined && { request: plainText(request, mostCharacters) }),
    };
  });

const mostCharacters = 5000;

/** The profiles of the network; of the first one that has any. */
async function profilesOf(
  { api }: Asking,
  { signal }: CallContext,
  named: MetricNetwork | undefined,
): Promise<[MetricNetwork, readonly Profile[]]> {
  for (const network of named === undefined ? metricNetworks : [named]) {
    const { entries } = await api.list("profiles", { network }, signal);
    const { refusesWithoutInsights } = networkTraits[network];
    const usable = refusesWithoutInsights ? entries.filter(hasInsights) : entries;
    if (usable.length > 0) return [network, usable];
  }
  throw inputError(
    named === undefined
      ? "no network has a profile that can be asked"
      : `${named} has no profile that can be asked`,
    "Connect a profile, or name another network with --network.",
  );
}

/** @throws the error of the last survey; ToolError where it has no two weeks of numbers. */
function groundOf(subject: Subject, wide: readonly Exchange[]): Ground {
  const survey = wide.at(-1)?.outcome;
  if (survey instanceof ToolError && !isBeforeHistory(survey)) throw survey;
  const sample = survey instanceof Answered ? sampleOf(survey, subject.seed) : undefined;
  if (survey instanceof Answered && sample !== undefined) return { ...subject, survey, sample };
  throw inputError(
    `the ${subject.network} profiles have no two weeks of numbers older than 35 days`,
    "Name another network with --network.",
  );
}

/** Adds the answers. A second answer that failed does not replace the first. */
async function ask(
  names: readonly QuestionName[],
  ground: Ground,
  asking: Asking,
  exchanges: Partial<Record<QuestionName, Exchange>>,
): Promise<void> {
  for (const name of names) {
    const exchange = await asking.metrics(questions[name].requestOf(ground));
    if (exchange.outcome instanceof Answered) exchanges[name] = exchange;
    else exchanges[name] ??= exchange;
  }
}

/** The questions whose answers differ from an assumption, to be repeated. A question with the same answer twice is not repeated. */
function differingQuestions(findings: readonly Finding[]): (QuestionName | "survey")[] {
  const differing = findings.filter(({ state }) => state === "differs");
  const names = new Set(differing.flatMap(({ basedOn = [] }) => basedOn));
  if (findings.some(({ id, state }) => id === "repeat" && state === "holds")) names.delete("days");
  return [...names];
}

/** The survey as it is answered now; a second answer that failed does not replace the first. */
async function surveyedAgain({ survey }: Ground, asking: Asking): Promise<Answered> {
  const { outcome } = await asking.metrics(survey.request);
  return outcome instanceof Answered ? outcome : survey;
}

/** The network of whose posts the specification lists no fields: LinkedIn. */
const postNetwork = required(
  postNetworks.find((network) => postEndpointOf(network).fields === undefined),
  "a network with posts",
);
const pageSizes = { full: 10, half: 5 };
const postDays = 90;
const mostPostProfiles = 10;

/** LinkedIn posts in one page and in two; undefined where there is no LinkedIn profile. */
async function postsOf(
  asking: Asking,
  { signal }: CallContext,
  { network, profiles, lastDay }: Subject,
): Promise<PostPages | ToolError | undefined> {
  return asking.orError(async () => {
    const { entries } =
      network === postNetwork
        ? { entries: profiles }
        : await asking.api.list("profiles", { network: postNetwork }, signal);
    const ids = entries.filter(hasInsights).map(({ id }) => id);
    if (ids.length === 0) return undefined;
    const request: PostsRequest = {
      network: postNetwork,
      profiles: ids.slice(0, mostPostProfiles),
      start: addDays(lastDay, 1 - postDays),
      end: lastDay,
      sort: { field: "created_time", order: "desc" },
      pageSize: pageSizes.full,
    };
    const fullPage = await asking.api.posts(request, undefined, signal);
    const half = { ...request, pageSize: pageSizes.half };
    const first = await asking.api.posts(half, undefined, signal);
    const second = first.next && (await asking.api.posts(half, first.next, signal));
    return { request, fullPage, pages: [first, ...(second ? [second] : [])] };
  });
}
