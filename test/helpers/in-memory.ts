/** The engine against the sandbox without a socket: for properties that need many requests. */
import { TimeSlice } from "../../src/base/async/time-slice.ts";
import type { Outcome } from "../../src/questions/metrics/merge/assemble.ts";
import { fixedAuthorization } from "../../src/suite/api/authorization.ts";
import { Secret } from "../../src/base/secrets/secret.ts";
import { apiClient, type ApiClient } from "../../src/suite/api/client.ts";
import type { MetricsAnswer, MetricsRequest } from "../../src/suite/api/metrics-answer.ts";
import type { DatedAnswer } from "../../src/suite/connection/answers/cached-answer.ts";
import type { Profile } from "../../src/suite/api/records.ts";
import type { Transport } from "../../src/suite/api/transport.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import type { RequestLimits } from "../../src/catalog/limits.ts";
import { Learned } from "../../src/suite/connection/learned.ts";
import type { Question, Subject } from "../../src/questions/metrics/question/question.ts";
import { planQuestion } from "../../src/questions/metrics/plan/plan.ts";
import { Answers } from "../../src/questions/metrics/run/answers.ts";
import { Run } from "../../src/questions/metrics/run/run.ts";
import type { Finished, RunServices } from "../../src/questions/metrics/run/types.ts";
import type { Facts } from "../../src/questions/metrics/plan/requests.ts";
import { toDay } from "../../src/base/time/days.ts";
import { factsOf } from "./facts.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { users } from "../../src/sandbox/account.ts";

/** The time that clocks show unless a test moves them. */
export const testNow = Date.parse("2026-11-20T12:00:00Z");

/** An answer whose numbers do not change any more. */
export const dated = (request: MetricsRequest, answer: MetricsAnswer): DatedAnswer => ({
  ...answer,
  request,
  zones: request.profiles.map(() => ""),
  fetchedAt: testNow,
  settledBefore: toDay("2030-01-01"),
  gaps: [],
});

export const never = new AbortController().signal;

function transportTo(sandbox: Sandbox): Transport {
  return async ({ method, path, authorization, body = "" }) => {
    const answer = sandbox.handle({ method, path, authorization: authorization.reveal(), body });
    return { status: answer.status, headers: {}, text: answer.body };
  };
}

export const basicOf = (user = users[0]): string =>
  `Basic ${Buffer.from(`${user?.token}:${user?.secret}`).toString("base64")}`;

export interface Bench {
  readonly sandbox: Sandbox;
  readonly api: ApiClient;
  readonly learned: Learned;
  profiles(subject: Subject): Promise<Profile[]>;
  run(question: Question, maxRequests?: number): Promise<Outcome>;
  /** Runs the question with some services replaced. */
  runWith(question: Question, services: Partial<RunServices>): Promise<Finished>;
}

/** Quotas and limits are lifted unless a test sets them. */
export function benchOf(options: SandboxOptions = {}, limits?: RequestLimits): Bench {
  const sandbox = new Sandbox({
    now: () => testNow,
    quotas: { account: 1e9, user: 1e9 },
    numbers: rememberedNumbers,
    ...(limits === undefined ? {} : { limits: { 2: limits, 3: limits } }),
    ...options,
  });
  const api = apiClient(transportTo(sandbox), fixedAuthorization(new Secret(basicOf())));
  const learned = new Learned(() => testNow);
  async function runWith(question: Question, replaced: Partial<RunServices>): Promise<Finished> {
    const ownLimits = limits ?? requestLimits[question.version];
    const facts = (): Facts => factsOf({ limits: ownLimits, ceilings: learned.ceilings });
    const plan = planQuestion(question, facts());
    const services: RunServices = {
      answers: new Answers({ load: async () => undefined }),
      slice: new TimeSlice(never),
      fetch: async (request, signal, onSent) => {
        onSent();
        return dated(request, await api.metrics(request, signal));
      },
      facts,
      learned,
      maxRequests: 1e9,
      skipUnavailable: false,
      onProgress: () => {},
    };
    const [finished] = await new Run([plan], { ...services, ...replaced }, never).finish();
    return finished;
  }
  return {
    sandbox,
    api,
    learned,
    profiles: async ({ version, network }) => [
      ...(await api.list("profiles", { version, network }, never)).entries,
    ],
    run: async (question, maxRequests = 1e9) => (await runWith(question, { maxRequests })).outcome,
    runWith,
  };
}
