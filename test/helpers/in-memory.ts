/** The engine against the sandbox without a socket: for properties that need many requests. */
import { fixedAuthorization } from "../../src/api/authorization.ts";
import { Secret } from "../../src/secrets/secret.ts";
import { apiClient, type ApiClient } from "../../src/api/client.ts";
import type { Profile } from "../../src/api/records.ts";
import type { Transport } from "../../src/api/transport.ts";
import { requestLimits } from "../../src/catalog/limits.ts";
import type { RequestLimits } from "../../src/catalog/limits.ts";
import { Budget } from "../../src/metrics/run/budget.ts";
import { Ceilings } from "../../src/connection/ceilings.ts";
import { Labels } from "../../src/metrics/question/labels.ts";
import type { Query, Question } from "../../src/metrics/question/question.ts";
import { requestStore } from "../../src/connection/metrics-answers.ts";
import type { Learnt } from "../../src/metrics/run/requester.ts";
import { runQuery, type Outcome, type RunServices } from "../../src/metrics/run/run.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { users } from "../../src/sandbox/account.ts";

/** Clocks stand still on this day, unless a test moves them. */
export const testNow = Date.parse("2026-11-20T12:00:00Z");

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
  readonly learnt: Learnt;
  profiles(question: Question): Promise<Profile[]>;
  run(query: Query, maxRequests?: number): Promise<Outcome>;
}

/** Quotas and limits are lifted unless a test sets them. */
export function benchOf(options: SandboxOptions = {}, limits?: RequestLimits): Bench {
  const sandbox = new Sandbox({
    now: () => testNow,
    quotas: { account: 1e9, user: 1e9 },
    ...(limits === undefined ? {} : { limits: { 2: limits, 3: limits } }),
    ...options,
  });
  const api = apiClient(transportTo(sandbox), fixedAuthorization(new Secret(basicOf())));
  const learnt: Learnt = { ceilings: new Ceilings(), weekStart: undefined };
  return {
    sandbox,
    api,
    learnt,
    profiles: ({ version, network }) => api.listProfiles(version, network, never),
    async run(query, maxRequests = 1e9) {
      const list = await api.listProfileLabels(query.version, never);
      const services: RunServices = {
        send: (request, signal) => api.metrics(request, signal),
        store: requestStore(() => testNow),
        isSettled: () => false,
        limits: limits ?? requestLimits[query.version],
        learnt,
        budget: new Budget(maxRequests),
        labels: new Labels(list, query.network, query.profiles),
      };
      return runQuery(query, services, never);
    },
  };
}
