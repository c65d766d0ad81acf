/** Counts the requests of an analyst's day: 30 questions about one account, each at its minute. */
import { camelKeys } from "../../src/server/mcp/input.ts";
import { getProfileMetrics } from "../../tools/get-profile-metrics.ts";
import type { Transport } from "../../src/suite/api/transport.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { addDays, dayAt, toDay } from "../../src/base/time/days.ts";
import { benchNow, servicesOver } from "./timed-answer.ts";
import { sandboxApi } from "./sandbox-api.ts";
import { repetitions } from "./repetitions.ts";
import day from "./analyst-day.json";

const profiles = repetitions(110, 250);
/** The largest answer that the API gives, in numbers. */
const complexity = 250_000;

interface DayCost {
  readonly withoutCache: number;
  /** With answers that serve the same request only. */
  readonly exactRepeats: number;
  readonly asBuilt: number;
}

interface SentRequest {
  readonly at: number;
  readonly body: string;
}

/** Asks the questions in turn, and returns the requests for metrics. */
async function askAll(fresh: boolean): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const api = sandboxApi(profiles, complexity);
  let at = benchNow;
  const transport: Transport = async (message) => {
    const { path, body = "" } = message;
    if (path.endsWith("/metrics")) sent.push({ at, body });
    return api(message);
  };
  const services = servicesOver(transport, () => at);
  for (const { minutes, question } of day) {
    at = benchNow + minutes * 60_000;
    const input = camelKeys(
      getProfileMetrics.input().parse({ ...question, fresh, max_requests: 1000 }),
    );
    await getProfileMetrics.run(input, services, await getProfileMetrics.load?.());
  }
  return sent;
}

/** Drops requests whose answer to the same request is still valid. */
function withoutRepeats(sent: readonly SentRequest[]): SentRequest[] {
  const latest = new Map<string, number>();
  return sent.filter(({ at, body }) => {
    const { date_end }: { date_end: string } = JSON.parse(body);
    const isSettled = toDay(date_end) < addDays(dayAt(at), -ourLimits.settledAfterDays);
    const seconds = isSettled ? ourLimits.settledAnswerSeconds : ourLimits.cachedAnswerSeconds;
    const isRepeat = at < (latest.get(body) ?? Number.NEGATIVE_INFINITY) + seconds * 1000;
    if (!isRepeat) latest.set(body, at);
    return !isRepeat;
  });
}

export async function countDay(): Promise<DayCost> {
  const uncached = await askAll(true);
  return {
    withoutCache: uncached.length,
    exactRepeats: withoutRepeats(uncached).length,
    asBuilt: (await askAll(false)).length,
  };
}
