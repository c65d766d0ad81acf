/** Compares the API with what the server assumes, by at most 25 requests that only read. */
import { isTooLarge } from "../api/envelope.ts";
import type { PostsRequest } from "../api/posts.ts";
import type { Profile } from "../api/records.ts";
import { metricNetworks, networkTraits, type MetricNetwork } from "../catalog/networks.ts";
import type { CallContext } from "../connection/call-context.ts";
import type { Connection } from "../connection/connection.ts";
import { inputError, ToolError } from "../errors/tool-error.ts";
import { addDays, dayAt } from "../time/days.ts";
import { Answered } from "./answered.ts";
import { Asking, mostRequests, type Exchange } from "./asking.ts";
import { assumptionIds, assumptions, type Assumption, type AssumptionId } from "./assumptions.ts";
import { questionNames, questions, type Evidence, type Ground } from "./evidence.ts";
import type { PostPages, QuestionName } from "./evidence.ts";
import { measureHistory, type MeasuredHistory } from "./history.ts";
import type { Judgement } from "./judgement.ts";
import { comparedMetrics, sampleOf, wideRequests, type Subject } from "./survey.ts";

export interface Finding extends Judgement {
  readonly id: AssumptionId;
}

export interface CheckResult {
  readonly network: MetricNetwork;
  readonly requests: number;
  readonly findings: readonly Finding[];
  readonly evidence: Evidence;
  readonly history: MeasuredHistory;
}

export interface CheckOptions {
  /** The first network with profiles (default). */
  readonly network?: MetricNetwork | undefined;
  readonly seed: number;
}

const version = 3;

/** @throws ToolError where nothing can be compared. */
export async function checkApi(
  connection: Connection,
  context: CallContext,
  { network, seed }: CheckOptions,
): Promise<CheckResult> {
  const asking = new Asking(connection, context);
  const now = (): number => connection.parts.clock.now();
  const [found, profiles] = await profilesOf(asking, context, network);
  const lastDay = addDays(dayAt(now()), -2);
  const subject: Subject = { network: found, profiles, lastDay, seed };
  const wide = await wideRequests(subject, asking);
  const ground = groundOf(subject, wide);
  const exchanges: Partial<Record<QuestionName, Exchange>> = {};
  const ask = async (name: QuestionName): Promise<void> => {
    const asked = questions[name].asked(ground);
    if (asked !== undefined)
      exchanges[name] = await asking.metrics({ version, network: found, ...asked });
  };
  for (const name of questionNames) await ask(name);
  const posts = await postsOf(asking, context, subject);
  const basis = {
    ...ground,
    surveys: [ground.survey],
    exchanges,
    posts,
    sized: wide,
    history: "",
    headers: {},
    now: now(),
  };
  const again = new Set(findingsOf(basis).flatMap(restsOf));
  for (const name of again) if (name !== "survey") await ask(name);
  const repeated = again.has("survey") ? await surveyedAgain(ground, asking) : [];
  // Both take as many requests as are left.
  const history = await measureHistory(ground.survey, asking);
  const sized = [...wide, ...(await largerRequest(ground, asking))];
  const evidence = {
    ...basis,
    surveys: repeated.length === 0 ? basis.surveys : repeated,
    sized,
    history: history.found,
    headers: asking.headers,
    now: now(),
  };
  return {
    network: found,
    requests: asking.sent,
    findings: findingsOf(evidence),
    evidence,
    history,
  };
}

/** What is asked again before a difference is reported. */
function restsOf({ id, state }: Finding): readonly (QuestionName | "survey")[] {
  const { again = [] }: Assumption = assumptions[id];
  return state === "differs" ? again : [];
}

const findingsOf = (evidence: Evidence): Finding[] =>
  assumptionIds.map((id) => ({ id, ...assumptions[id].judge(evidence) }));

/** The profiles of the network; of the first one that has any. */
async function profilesOf(
  { api }: Asking,
  { signal }: CallContext,
  named: MetricNetwork | undefined,
): Promise<[MetricNetwork, readonly Profile[]]> {
  for (const network of named === undefined ? metricNetworks : [named]) {
    const { entries } = await api.list("profiles", { network }, signal);
    const usable = networkTraits[network].refusesWithoutInsights
      ? entries.filter(({ insightsEnabled }) => insightsEnabled !== false)
      : entries;
    if (usable.length > 0) return [network, usable];
  }
  throw inputError(
    `${named ?? "no network"} has no profile that can be asked`,
    "Connect a profile, or name another network with --network.",
  );
}

/** @throws the error of the last survey; ToolError where it has no two weeks of numbers. */
function groundOf(subject: Subject, surveyed: readonly Exchange[]): Ground {
  const outcome = surveyed.at(-1)?.outcome;
  if (outcome instanceof ToolError) throw outcome;
  const sample = outcome && sampleOf(outcome, subject.seed);
  if (outcome !== undefined && sample !== undefined) return { ...subject, survey: outcome, sample };
  throw inputError(
    `the ${subject.network} profiles have no two weeks of numbers older than 35 days`,
    "Name another network with --network.",
  );
}

/** Requests that are left for the history. */
const reserved = 2;

/** The survey again, and for the other profiles too, as far as requests are left. */
async function surveyedAgain(
  { survey: { request }, profiles }: Ground,
  asking: Asking,
): Promise<Answered[]> {
  const surveys: Answered[] = [];
  const { length } = request.profiles;
  for (
    let from = 0;
    from < profiles.length && asking.sent < mostRequests - reserved;
    from += length
  ) {
    const ids = profiles.slice(from, from + length).map(({ id }) => id);
    const { outcome } = await asking.metrics({ ...request, profiles: ids });
    if (outcome instanceof Answered) surveys.push(outcome);
  }
  return surveys;
}

/** The largest request of the documented limits, if the survey was accepted as it was. */
async function largerRequest({ survey: { request } }: Ground, asking: Asking): Promise<Exchange[]> {
  const metrics = comparedMetrics(request.network);
  const larger = { ...request, metrics };
  return [await asking.metrics(larger)].filter(
    ({ outcome }) => outcome instanceof Answered || isTooLarge(outcome),
  );
}

const pageSizes = { whole: 10, half: 5 };
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
      network === "linkedin"
        ? { entries: profiles }
        : await asking.api.list("profiles", { network: "linkedin" }, signal);
    const asked = entries.filter(({ insightsEnabled }) => insightsEnabled !== false);
    if (asked.length === 0) return undefined;
    const request: PostsRequest = {
      network: "linkedin",
      profiles: asked.slice(0, mostPostProfiles).map(({ id }) => id),
      start: addDays(lastDay, 1 - postDays),
      end: lastDay,
      sort: { field: "created_time", order: "desc" },
      pageSize: pageSizes.whole,
    };
    const whole = await asking.api.posts(request, undefined, signal);
    const half = { ...request, pageSize: pageSizes.half };
    const one = await asking.api.posts(half, undefined, signal);
    const pages =
      one.next === undefined ? [one] : [one, await asking.api.posts(half, one.next, signal)];
    return { request, whole, pages };
  });
}
