/**
 * Listens to the log's events about calls and requests, from which spans and metrics follow. The code that sends and
 * merges knows nothing of telemetry, and a process that uses none loads nothing of it.
 */
import type { LogEntry, EventName, Log } from "../../base/log/log.ts";

/** Makes spans or metrics from events of every level. */
export type Listener = { readonly [Name in EventName]?: (entry: LogEntry<Name>) => void };

/** A log that writes nothing, and passes events to the listeners. */
export const telemetryLog =
  (listeners: readonly Listener[]): Log =>
  (entry) => {
    for (const listener of listeners) listener[entry.event]?.(entry);
  };

/** The code of the tool error; undefined for a call that was answered. */
export const errorOf = ({ outcome }: Pick<LogEntry<"call ended">, "outcome">): string | undefined =>
  outcome === "answered" ? undefined : outcome;

/** Upper bounds of the histogram of durations, in seconds, as the conventions for MCP recommend. */
export const durationBounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Names and descriptions of the metrics. The first follows the conventions for MCP. */
export const metricNames = {
  duration: ["mcp.server.operation.duration", "Duration of tool calls"],
  requests: ["social_analytics.requests", "Requests sent to the reporting API"],
  quotaLeft: ["social_analytics.quota.remaining", "Requests left in the hour"],
  cacheHits: ["social_analytics.cache.hits", "Calls that were answered without a request"],
  refusals: ["social_analytics.refusals", "Calls that ended with an error, by its code"],
  inFlight: ["social_analytics.calls.in_flight", "Calls that are being answered"],
  http: ["social_analytics.http.answers", "Answers over HTTP, by status"],
  gate: ["social_analytics.gate.closed", "1 while no request can be sent, because the API said so"],
  redis: ["social_analytics.redis.up", "1 while Redis answers"],
} as const;

/** Attributes of a call, by the conventions for MCP. They hold no name, text or secret of a user. */
export const callAttributes = (
  { tool, revision }: Pick<LogEntry<"call begun">, "tool" | "revision">,
  transport: "pipe" | "tcp",
  error?: string,
): Record<string, string> => ({
  "mcp.method.name": "tools/call",
  "gen_ai.tool.name": tool,
  "gen_ai.operation.name": "execute_tool",
  "network.transport": transport,
  ...(revision === "" ? {} : { "mcp.protocol.version": revision }),
  ...(error === undefined ? {} : { "error.type": error }),
});
