/** Answers kept by their request, so that a call that failed halfway sends only what is missing. */
import { LRUCache } from "lru-cache";
import type { MetricsAnswer, MetricsRequest } from "../api/metrics-answer.ts";
import { noBlobCache, type BlobCache } from "../files/blob-cache.ts";
import { ourLimits } from "../catalog/limits.ts";

export interface RequestStore {
  get(request: MetricsRequest): Promise<MetricsAnswer | undefined>;
  /** @param isSettled whether its numbers change no more. */
  put(request: MetricsRequest, answer: MetricsAnswer, isSettled: boolean): Promise<void>;
  /** What another call has sent and waits for; undefined where none has, or it came to nothing. */
  sent(request: MetricsRequest): Promise<MetricsAnswer | undefined> | undefined;
  /** Tells the other calls of what is sent. */
  sending(request: MetricsRequest, answer: Promise<MetricsAnswer>): void;
}

/** @param now milliseconds; injected so that tests need not wait. */
export function requestStore(now: () => number, cache: BlobCache = noBlobCache): RequestStore {
  const kept = new LRUCache<string, { answer: MetricsAnswer; until: number }>({
    maxSize: ourLimits.keptRequestBytes,
    sizeCalculation: ({ answer }) => answer.values.byteLength + 1024,
  });
  const underWay = new Map<string, Promise<MetricsAnswer>>();
  return {
    async get(request) {
      const name = nameOf(request);
      const entry = kept.get(name);
      if (entry !== undefined && now() < entry.until) return entry.answer;
      const bytes = await cache.get(name);
      const answer = bytes === undefined ? undefined : decode(bytes);
      // The file says how long it counts: here it is remembered for the call.
      if (answer !== undefined) kept.set(name, { answer, until: now() + minute });
      return answer;
    },
    async put(request, answer, isSettled) {
      const name = nameOf(request);
      const seconds = isSettled ? ourLimits.settledRequestSeconds : ourLimits.keptRequestSeconds;
      const until = now() + seconds * 1000;
      kept.set(name, { answer, until });
      await cache.put(name, encode(answer), until);
    },
    sent: (request) => underWay.get(nameOf(request))?.catch(() => undefined),
    sending(request, answer) {
      const name = nameOf(request);
      underWay.set(name, answer);
      const forget = (): void => {
        if (underWay.get(name) === answer) underWay.delete(name);
      };
      answer.then(forget, forget);
    },
  };
}

/** Passes over what was kept before, but not over what comes through it. */
export function passingOver(store: RequestStore): RequestStore {
  const own = new Set<string>();
  return {
    ...store,
    get: async (request) => (own.has(nameOf(request)) ? store.get(request) : undefined),
    put(request, answer, isSettled) {
      own.add(nameOf(request));
      return store.put(request, answer, isSettled);
    },
  };
}

const minute = 60_000;

const nameOf = (request: MetricsRequest): string => `metrics ${JSON.stringify(request)}`;

/** How long the head is, the head as JSON, the numbers as they are in memory. */
function encode({ axes, metrics, values }: MetricsAnswer): Uint8Array {
  const head = Buffer.from(JSON.stringify({ axes, metrics, count: values.length }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const numbers = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([length, head, numbers]);
}

/** Undefined for what is damaged. */
function decode(bytes: Uint8Array): MetricsAnswer | undefined {
  try {
    const content = Buffer.from(bytes);
    const end = 4 + content.readUInt32LE(0);
    const head: Pick<MetricsAnswer, "axes" | "metrics"> & { readonly count: number } = JSON.parse(
      content.toString("utf8", 4, end),
    );
    const numbers = content.subarray(end);
    if (numbers.length !== head.count * Float64Array.BYTES_PER_ELEMENT) return undefined;
    const values = new Float64Array(new Uint8Array(numbers).buffer);
    return { axes: head.axes, metrics: head.metrics, values };
  } catch {
    return undefined;
  }
}
