/** Reads the log's events about calls and requests, from which spans and metrics follow. */
import type { Log } from "../log/log.ts";

interface BegunCall {
  /** Identifies the call among those that are open. */
  readonly call: string;
  readonly tool: string;
  /** Revision of the protocol. */
  readonly revision: string;
  /** Trace context of the client (W3C). */
  readonly trace: Readonly<Record<string, string>>;
}

export interface EndedCall {
  readonly call: string;
  readonly tool: string;
  readonly revision: string;
  /** The code of the tool error; undefined for a call that was answered. */
  readonly error: string | undefined;
  readonly milliseconds: number;
}

interface EndedRequest {
  readonly call: string;
  readonly method: string;
  readonly path: string;
  /** Undefined for a request without an answer. */
  readonly status: number | undefined;
  readonly milliseconds: number;
}

interface Quota {
  /** A hash that tells credentials apart. */
  readonly credential: string;
  readonly left: number;
  /** The call was answered without a request. */
  readonly isCached: boolean;
}

/** Makes spans or metrics from events. */
export interface Listener {
  readonly callBegun?: (call: BegunCall) => void;
  readonly requestEnded: (request: EndedRequest) => void;
  readonly quotaKnown: (quota: Quota) => void;
  readonly callEnded: (call: EndedCall) => void;
}

type Fields = NonNullable<Parameters<Log>[2]>;

/** A log that writes nothing, and passes events of every level to the listeners. */
export const logTo = (listeners: readonly Listener[]): Log => {
  const tell = (event: (listener: Listener) => void): void => {
    for (const listener of listeners) event(listener);
  };
  return (_level, event, fields = {}) => {
    const text = textIn(fields);
    const number = numberIn(fields);
    if (event === "call begun") {
      const trace = Object.fromEntries(
        ["traceparent", "tracestate"].flatMap((name) =>
          text(name) === "" ? [] : [[name, text(name)]],
        ),
      );
      const begun = { call: text("call"), tool: text("tool"), revision: text("revision"), trace };
      tell((listener) => listener.callBegun?.(begun));
    }
    if (event === "request") {
      const status = typeof fields["status"] === "number" ? fields["status"] : undefined;
      const request = { call: text("call"), method: text("method"), path: text("path"), status };
      tell((listener) =>
        listener.requestEnded({ ...request, milliseconds: number("milliseconds") }),
      );
    }
    if (event === "quota") {
      const isCached = fields["isCached"] === true;
      const quota = { credential: text("credential"), left: number("left"), isCached };
      tell((listener) => listener.quotaKnown(quota));
    }
    if (event === "call ended") {
      const outcome = text("outcome");
      const ended = {
        call: text("call"),
        tool: text("tool"),
        revision: text("revision"),
        error: outcome === "answered" ? undefined : outcome,
        milliseconds: number("milliseconds"),
      };
      tell((listener) => listener.callEnded(ended));
    }
  };
};

const textIn =
  (fields: Fields) =>
  (name: string): string =>
    typeof fields[name] === "string" ? fields[name] : "";

const numberIn =
  (fields: Fields) =>
  (name: string): number =>
    typeof fields[name] === "number" ? fields[name] : 0;

/** Upper bounds of the histogram of durations, in seconds, as the conventions for MCP recommend. */
export const durationBounds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Names and descriptions of the metrics. The first follows the conventions for MCP. */
export const metricNames = {
  duration: ["mcp.server.operation.duration", "Duration of tool calls"],
  requests: ["social_analytics.requests", "Requests sent to the reporting API"],
  quotaLeft: ["social_analytics.quota.remaining", "Requests left in the hour"],
  cacheHits: ["social_analytics.cache.hits", "Calls that were answered without a request"],
  refusals: ["social_analytics.refusals", "Calls that ended with an error, by its code"],
} as const;

/** Attributes of a call, by the conventions for MCP. They hold no name, text or secret of a user. */
export const callAttributes = (
  { tool, revision, error }: Pick<EndedCall, "tool" | "revision"> & Partial<EndedCall>,
  transport: "pipe" | "tcp",
): Record<string, string> => ({
  "mcp.method.name": "tools/call",
  "gen_ai.tool.name": tool,
  "gen_ai.operation.name": "execute_tool",
  "network.transport": transport,
  ...(revision === "" ? {} : { "mcp.protocol.version": revision }),
  ...(error === undefined ? {} : { "error.type": error }),
});
