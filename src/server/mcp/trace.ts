/** The trace context of a call (W3C Trace Context), which joins its log and spans with those of others. */

type Trace = Partial<Record<"traceparent" | "tracestate", string>>;

/** Version, trace, parent and flags; none of them is one that the specification forbids. */
const valid = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace context of the client, which MCP has in the message, or else that of a proxy, which HTTP has in headers. */
export function traceOf(meta: Readonly<Record<string, unknown>> = {}, headers?: Headers): Trace {
  for (const source of [meta, Object.fromEntries(headers ?? [])]) {
    const { traceparent, tracestate } = source;
    if (typeof traceparent !== "string" || !valid.test(traceparent)) continue;
    const hasState = typeof tracestate === "string" && tracestate.length <= 512;
    return { traceparent, ...(hasState && { tracestate }) };
  }
  return {};
}

/** The id of the trace, for the log. */
export function traceIdOf({ traceparent = "" }: Trace): { readonly trace?: string } {
  const [, trace] = valid.exec(traceparent) ?? [];
  return trace === undefined ? {} : { trace };
}
