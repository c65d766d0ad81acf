/** The same metrics as Prometheus text, for those without a collector. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { toolErrors } from "../catalog/error-codes.ts";
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
  const { duration, requests, quotaLeft, cacheHits, refusals } = metricNames;
  const labelNames = Object.keys(
    labelled(callAttributes({ tool: "", revision: "any" }, transport, "any")),
  );
  const buckets = durationBounds;
  const seconds = new Histogram({ ...named(duration, "_seconds"), labelNames, buckets, registers });
  const sent = new Counter({ ...named(requests, "_total"), labelNames: ["status"], registers });
  /** By credential: what was left at the end of its last call. It says nothing of the next hour. */
  const lastLeft = new Map<string, { readonly requests: number; readonly at: number }>();
  const left: Gauge = new Gauge({
    ...named(quotaLeft),
    labelNames: ["credential"],
    registers,
    collect(): void {
      left.reset();
      for (const [credential, { requests: number, at }] of lastLeft)
        if (Date.now() - at < hour) left.set({ credential }, number);
    },
  });
  const hits = new Counter({ ...named(cacheHits, "_total"), registers });
  const refused = new Counter({ ...named(refusals, "_total"), labelNames: ["code"], registers });
  // A counter that begins with its first event hides this event from rates.
  for (const code of Object.keys(toolErrors)) refused.inc({ code }, 0);
  const inFlight = new Gauge({ ...named(metricNames.inFlight), registers });
  const answers = new Counter({
    ...named(metricNames.http, "_total"),
    labelNames: ["status"],
    registers,
  });
  /** By credential: when its gate was closed, and until when. */
  const closed = new Map<string, { readonly at: number; readonly until: number }>();
  const gate: Gauge = new Gauge({
    ...named(metricNames.gate),
    registers,
    collect(): void {
      gate.set([...closed.values()].some(({ until }) => Date.now() < until) ? 1 : 0);
    },
  });
  // Absent in a server without Redis.
  let redis: Gauge | undefined;
  const answered = ({ status }: { readonly status: number }): void =>
    answers.inc({ status: String(status) });
  return {
    started({ usesRedis }) {
      if (!usesRedis) return;
      redis = new Gauge({ ...named(metricNames.redis), registers });
      redis.set(1);
    },
    "Redis is away": () => redis?.set(0),
    "Redis is back": () => redis?.set(1),
    "gate closed": ({ credential, until }) =>
      closed.set(credential, { at: Date.now(), until: Date.parse(until) }),
    "http answered": answered,
    "http refused": answered,
    "call begun": () => inFlight.inc(),
    request({ credential, status, milliseconds }) {
      sent.inc({ status: String(status) });
      // A request that began later was sent: the gate is open, because the request book was cleared.
      const { at = Infinity } = closed.get(credential) ?? {};
      if (Date.now() - milliseconds > at && status !== 429) closed.delete(credential);
    },
    quota({ credential, left: requestsLeft, isCached }) {
      lastLeft.set(credential, { requests: requestsLeft, at: Date.now() });
      if (isCached) hits.inc();
    },
    "call ended"(ended) {
      inFlight.dec();
      const code = errorOf(ended);
      seconds.observe(labelled(callAttributes(ended, transport, code)), ended.milliseconds / 1000);
      if (code !== undefined) refused.inc({ code });
    },
    registry,
  };
}
