/** The same metrics as Prometheus text, for those without a collector. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { toolErrors } from "../../catalog/error-codes.ts";
import { callAttributes, durationBounds, errorOf, metricNames, type Listener } from "./events.ts";

/** Stores the metrics in a registry, which writes them in Prometheus' text format. */
export type Prometheus = Listener & { readonly registry: Registry };

/** Prometheus' names have no dots. */
const underscored = (name: string): string => name.replaceAll(".", "_");

/** @param suffix the unit, or `total` for a counter. */
const named = (
  [name, help]: readonly [string, string],
  suffix = "",
): { name: string; help: string } => ({ name: underscored(name) + suffix, help });

const labelled = (attributes: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [underscored(name), value]));

/** Milliseconds. */
const hour = 60 * 60 * 1000;

/** @param transport `pipe` for stdio, `tcp` for HTTP. */
export function prometheus(transport: "pipe" | "tcp"): Prometheus {
  const registry = new Registry();
  const registers = [registry];
  // CPU, memory, the event loop and garbage collection of the process.
  collectDefaultMetrics({ register: registry });
  const metrics = metricsOf(transport, registers);
  // Absent in a server without Redis.
  let redis: Gauge | undefined;
  const answered = ({ status }: { readonly status: number }): void =>
    metrics.answers.inc({ status: String(status) });
  return {
    started({ usesRedis }) {
      if (!usesRedis) return;
      redis = new Gauge({ ...named(metricNames.redis), registers });
      redis.set(1);
    },
    "Redis is away": () => redis?.set(0),
    "Redis is back": () => redis?.set(1),
    "gate closed": ({ credential, until }) =>
      metrics.closed.set(credential, { at: Date.now(), until: Date.parse(until) }),
    "http answered": answered,
    "http refused": answered,
    "call begun": () => metrics.inFlight.inc(),
    request({ credential, status, milliseconds }) {
      metrics.sent.inc({ status: String(status) });
      // A request that began later was sent: the gate is open, because the request book was cleared.
      const { at = Infinity } = metrics.closed.get(credential) ?? {};
      if (Date.now() - milliseconds > at && status !== 429) metrics.closed.delete(credential);
    },
    quota({ credential, left: requestsLeft, isCached }) {
      metrics.lastLeft.set(credential, { requests: requestsLeft, at: Date.now() });
      if (isCached) metrics.hits.inc();
    },
    "call ended"(ended) {
      metrics.inFlight.dec();
      const code = errorOf(ended);
      const labels = labelled(callAttributes(ended, transport, code));
      metrics.seconds.observe(labels, ended.milliseconds / 1000);
      if (code !== undefined) metrics.refused.inc({ code });
    },
    registry,
  };
}

/** The metrics in the order of the text. A gauge that depends on the time is the map that it is computed from. */
function metricsOf(transport: "pipe" | "tcp", registers: Registry[]) {
  const { duration, requests, cacheHits, refusals, inFlight, http } = metricNames;
  const labelNames = Object.keys(
    labelled(callAttributes({ tool: "", revision: "any" }, transport, "any")),
  );
  const buckets = durationBounds;
  const metrics = {
    seconds: new Histogram({ ...named(duration, "_seconds"), labelNames, buckets, registers }),
    sent: new Counter({ ...named(requests, "_total"), labelNames: ["status"], registers }),
    lastLeft: quotaLeftIn(registers),
    hits: new Counter({ ...named(cacheHits, "_total"), registers }),
    refused: new Counter({ ...named(refusals, "_total"), labelNames: ["code"], registers }),
    inFlight: new Gauge({ ...named(inFlight), registers }),
    answers: new Counter({ ...named(http, "_total"), labelNames: ["status"], registers }),
    closed: closedGatesIn(registers),
  };
  // A counter that begins with its first event hides this event from rates.
  for (const code of Object.keys(toolErrors)) metrics.refused.inc({ code }, 0);
  return metrics;
}

/** By credential: what was left at the end of its last call. It says nothing of the next hour. */
function quotaLeftIn(registers: Registry[]) {
  const lastLeft = new Map<string, { readonly requests: number; readonly at: number }>();
  const left: Gauge = new Gauge({
    ...named(metricNames.quotaLeft),
    labelNames: ["credential"],
    registers,
    collect(): void {
      left.reset();
      for (const [credential, { requests, at }] of lastLeft)
        if (Date.now() - at < hour) left.set({ credential }, requests);
    },
  });
  return lastLeft;
}

/** By credential: when its gate was closed, and until when. */
function closedGatesIn(registers: Registry[]) {
  const closed = new Map<string, { readonly at: number; readonly until: number }>();
  const gate: Gauge = new Gauge({
    ...named(metricNames.gate),
    registers,
    collect(): void {
      gate.set([...closed.values()].some(({ until }) => Date.now() < until) ? 1 : 0);
    },
  });
  return closed;
}
