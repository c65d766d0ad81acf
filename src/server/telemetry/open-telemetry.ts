/** Spans and metrics by OpenTelemetry's API, for a process in which somebody has registered its SDK. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  metrics,
  propagation,
  trace,
  type Attributes,
  type Meter,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import type { LogEntry } from "../../base/log/log.ts";
import { callAttributes, durationBounds, errorOf, metricNames, type Listener } from "./events.ts";

const library = "social-analytics-mcp";

/**
 * @param transport `pipe` for stdio, `tcp` for HTTP.
 * @param version of this program.
 */
export function openTelemetry(transport: "pipe" | "tcp", version: string): Listener {
  const tracer = trace.getTracer(library, version);
  const { seconds, sent, left, hits, refused } = instrumentsOf(metrics.getMeter(library, version));
  /** The spans of open calls. */
  const spans = new Map<string, Span>();
  return {
    "call begun"(begun) {
      const { call = "", tool, traceparent, tracestate } = begun;
      const parent = propagation.extract(ROOT_CONTEXT, { traceparent, tracestate });
      const attributes = callAttributes(begun, transport);
      const kind = SpanKind.SERVER;
      spans.set(call, tracer.startSpan(`tools/call ${tool}`, { kind, attributes }, parent));
    },
    request(request) {
      const attributes = requestAttributes(request);
      addSpan(tracer, request, attributes, spans.get(request.call ?? ""));
      sent.add(1, attributes);
    },
    quota({ credential, left: requestsLeft, isCached }) {
      left.record(requestsLeft, { credential });
      if (isCached) hits.add(1);
    },
    "call ended"(ended) {
      const { call = "", milliseconds } = ended;
      const error = errorOf(ended);
      const attributes = callAttributes(ended, transport, error);
      seconds.record(milliseconds / 1000, attributes);
      if (error !== undefined) refused.add(1, { "error.type": error });
      const span = spans.get(call);
      spans.delete(call);
      if (span === undefined) return;
      span.setAttributes(attributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function instrumentsOf(meter: Meter) {
  const { duration, requests, quotaLeft, cacheHits, refusals } = metricNames;
  return {
    seconds: meter.createHistogram(duration[0], {
      description: duration[1],
      unit: "s",
      advice: { explicitBucketBoundaries: durationBounds },
    }),
    sent: meter.createCounter(requests[0], { description: requests[1], unit: "{request}" }),
    left: meter.createGauge(quotaLeft[0], { description: quotaLeft[1], unit: "{request}" }),
    hits: meter.createCounter(cacheHits[0], { description: cacheHits[1], unit: "{call}" }),
    refused: meter.createCounter(refusals[0], { description: refusals[1], unit: "{call}" }),
  };
}

/** Adds the span of a request that has ended. @param span of its call. */
function addSpan(
  tracer: Tracer,
  { method, path, milliseconds }: LogEntry<"request">,
  attributes: Attributes,
  span: Span | undefined,
): void {
  const parent = span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  const options = {
    kind: SpanKind.CLIENT,
    startTime: Date.now() - milliseconds,
    attributes: { ...attributes, "url.template": path },
  };
  const request = tracer.startSpan(`${method} ${path}`, options, parent);
  if ("error.type" in attributes) request.setStatus({ code: SpanStatusCode.ERROR });
  request.end();
}

function requestAttributes({ method, status }: LogEntry<"request">): Attributes {
  const isAnswered = status !== "none";
  const isFailed = !isAnswered || status >= 400;
  return {
    "http.request.method": method,
    ...(isAnswered && { "http.response.status_code": status }),
    ...(isFailed && { "error.type": isAnswered ? String(status) : "no_answer" }),
  };
}
