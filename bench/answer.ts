/** Answers a question in this process, the sandbox's time kept apart. */
import type { Transport } from "../src/api/transport.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import type { Answer } from "../src/mcp/answer.ts";
import { answerMetrics, type MetricsAsked } from "../src/mcp/metrics-answer.ts";
import { Session } from "../src/mcp/session.ts";
import type { ToolServices } from "../src/mcp/tool.ts";
import { ResultStore } from "../src/results/store.ts";

export const benchNow = Date.parse("2026-11-20T12:00:00Z");

/** Services over a transport; the transport's own time is added to `spent.milliseconds`. */
export function servicesOver(transport: Transport, spent: { milliseconds: number }): ToolServices {
  const timed: Transport = async (message) => {
    const begun = performance.now();
    try {
      return await transport(message);
    } finally {
      spent.milliseconds += performance.now() - begun;
    }
  };
  const session = new Session(
    timed,
    () => "Basic YmVuY2g6YmVuY2g=",
    () => benchNow,
  );
  return {
    settings: { maxAnswerTokens: ourLimits.maxAnswerTokens, maxRequests: ourLimits.maxRequests },
    results: new ResultStore(),
    now: () => benchNow,
    session: async () => session,
    signal: new AbortController().signal,
    onProgress: () => {},
  };
}

export interface Timed {
  readonly answer: Answer;
  /** Everything but the transport. */
  readonly milliseconds: number;
}

export async function answerTimed(asked: MetricsAsked, transport: Transport): Promise<Timed> {
  const spent = { milliseconds: 0 };
  const services = servicesOver(transport, spent);
  const begun = performance.now();
  const answer = await answerMetrics(asked, services);
  return { answer, milliseconds: performance.now() - begun - spent.milliseconds };
}
