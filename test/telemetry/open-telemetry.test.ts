/** What OpenTelemetry's own SDK exports for real calls. */
import { metrics, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, test } from "vitest";
import { telemetryLog } from "../../src/server/telemetry/events.ts";
import { openTelemetry } from "../../src/server/telemetry/open-telemetry.ts";
import { connect, facebookIds, readCall, type Connected } from "../helpers/connect.ts";

const spans = new InMemorySpanExporter();
let measured: InMemoryMetricExporter;
let reader: PeriodicExportingMetricReader;

beforeEach(() => {
  const spanProcessors = [new SimpleSpanProcessor(spans)];
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
  measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 1e9 });
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});

afterEach(async () => {
  await reader.shutdown();
  spans.reset();
  trace.disable();
  metrics.disable();
  propagation.disable();
});

const question = {
  network: "facebook",
  metrics: ["fans_change"],
  profiles: facebookIds(2),
  date_start: "2026-10-01",
  date_end: "2026-10-02",
};

const observed = (options = {}): Promise<Connected> =>
  connect({ ...options, logger: telemetryLog([openTelemetry("pipe", "0.0.0")]) });

const parentOf = ({ parentSpanContext }: ReadableSpan): string | undefined =>
  parentSpanContext?.spanId;

test("a call is a span in the client's trace, with a span for each request", async () => {
  const { client } = await observed();
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  readCall(
    await client.callTool({
      name: "get_profile_metrics",
      arguments: question,
      _meta: { traceparent },
    }),
  );
  const traceSpans = spans.getFinishedSpans();
  const call = traceSpans.find(({ name }) => name === "tools/call get_profile_metrics");
  expect(call).toMatchObject({
    kind: SpanKind.SERVER,
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      "mcp.method.name": "tools/call",
      "gen_ai.tool.name": "get_profile_metrics",
      "gen_ai.operation.name": "execute_tool",
      "network.transport": "pipe",
      "mcp.protocol.version": expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    },
  });
  expect(call && parentOf(call)).toBe("b7ad6b7169203331");
  const requests = traceSpans.filter((span) => span !== call);
  expect(requests.length).toBeGreaterThan(0);
  for (const request of requests) {
    expect(request.kind).toBe(SpanKind.CLIENT);
    expect(parentOf(request)).toBe(call?.spanContext().spanId);
    expect(request.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
    expect(request.attributes).toMatchObject({ "http.response.status_code": 200 });
    expect(request.name).toBe(
      `${String(request.attributes["http.request.method"])} ${String(request.attributes["url.template"])}`,
    );
  }
});

test("a refused call is a span with an error, and so is a request that fails", async () => {
  const { failing } = await observed({ failures: { profiles: 401 } });
  await failing("list_profiles", { network: "nowhere" });
  await failing("list_profiles", { network: "facebook" });
  const [refused, request, failed] = spans.getFinishedSpans();
  expect(refused?.status.code).toBe(SpanStatusCode.ERROR);
  expect(refused?.attributes["error.type"]).toBe("invalid_input");
  expect(request?.status.code).toBe(SpanStatusCode.ERROR);
  expect(request?.attributes["error.type"]).toBe("401");
  expect(failed?.attributes["error.type"]).toBe("unauthorized");
});

/** The data points of the metrics, by name. */
async function points(): Promise<Record<string, readonly (readonly [unknown, unknown])[]>> {
  await reader.forceFlush();
  const last = measured.getMetrics().at(-1);
  const instruments = last?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return Object.fromEntries(
    instruments.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ attributes, value }) => [attributes, value] as const),
    ]),
  );
}

test("metrics count durations, requests, what is left, cache hits and refusals", async () => {
  const { call, failing } = await observed();
  await call("get_profile_metrics", question);
  await call("get_profile_metrics", question);
  await call("get_profile_metrics", { ...question, plan_only: true });
  await failing("list_profiles", { network: "nowhere" });
  const series = await points();
  expect(series["mcp.server.operation.duration"]).toEqual([
    [
      expect.objectContaining({ "gen_ai.tool.name": "get_profile_metrics" }),
      expect.objectContaining({ count: 3 }),
    ],
    [
      expect.objectContaining({
        "gen_ai.tool.name": "list_profiles",
        "error.type": "invalid_input",
      }),
      expect.objectContaining({ count: 1 }),
    ],
  ]);
  const sent = (series["social_analytics.requests"] ?? []).map(([, value]) => Number(value));
  const total = sent.reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThan(0);
  expect(series["social_analytics.quota.remaining"]).toEqual([
    [{ credential: expect.stringMatching(/^[\da-f]{8}$/) }, 500 - total],
  ]);
  expect(series["social_analytics.cache.hits"]).toEqual([[{}, 1]]);
  expect(series["social_analytics.refusals"]).toEqual([[{ "error.type": "invalid_input" }, 1]]);
});

test("no name, text or secret of a user is in any attribute", async () => {
  const { call, failing, client } = await observed();
  const { text } = await call("list_profiles", { network: "facebook" });
  await failing("get_profile_metrics", { ...question, profiles: ["no such profile"] });
  readCall(
    await client.callTool({
      name: "list_facebook_posts",
      arguments: { profiles: facebookIds(1), period: "last_week" },
    }),
  );
  const exported = JSON.stringify([
    spans
      .getFinishedSpans()
      .map(({ name, attributes, events, status }) => [name, attributes, events, status]),
    await points(),
  ]);
  const [, ...rows] = text.split("\n").filter((line) => line.includes("|"));
  const words = rows.flatMap((row) => row.split("|")).filter((word) => word.length > 8);
  expect(words.length).toBeGreaterThan(5);
  for (const word of [
    ...words,
    ...facebookIds(1),
    "no such profile",
    "sandbox-token",
    "sandbox-secret",
  ]) {
    expect(exported).not.toContain(word);
  }
});
