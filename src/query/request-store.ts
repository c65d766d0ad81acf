/** Answers kept by their request, so that a call that failed halfway sends only what is missing. */
import { LRUCache } from "lru-cache";
import type { MetricsAnswer, MetricsRequest } from "../api/metrics-answer.ts";
import { ourLimits } from "../catalog/limits.ts";

export interface RequestStore {
  get(request: MetricsRequest): MetricsAnswer | undefined;
  put(request: MetricsRequest, answer: MetricsAnswer): void;
}

/** @param now milliseconds; injected so that tests need not wait. */
export function memoryRequestStore(now: () => number): RequestStore {
  const kept = new LRUCache<string, { answer: MetricsAnswer; until: number }>({
    maxSize: ourLimits.keptRequestBytes,
    sizeCalculation: ({ answer }) => answer.values.byteLength + 1024,
  });
  return {
    get(request) {
      const entry = kept.get(JSON.stringify(request));
      return entry !== undefined && now() < entry.until ? entry.answer : undefined;
    },
    put(request, answer) {
      const until = now() + ourLimits.keptRequestSeconds * 1000;
      kept.set(JSON.stringify(request), { answer, until });
    },
  };
}
