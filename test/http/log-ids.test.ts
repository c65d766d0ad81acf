/** Each line of the log names its request, its call and the trace of the client. */
import { expect, test } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { traceIdOf, traceOf } from "../../src/server/mcp/trace.ts";
import { openSession, post } from "../helpers/http.ts";
import { eventually } from "../helpers/waiting.ts";
import { json, serve } from "../helpers/logged-server.ts";

test("the id that a proxy gives a request is that of its lines and its answer, unless it is another text", async () => {
  const { url, token, lines } = await serve();
  const headers = { ...json, authorization: `Bearer ${token}` };
  const idOf = async (id: string): Promise<string | null> => {
    const answer = await fetch(url, {
      method: "POST",
      body: "{",
      headers: { ...headers, "x-request-id": id },
    });
    return answer.headers.get("x-request-id");
  };
  const requestId = "1f5c7c3c-2b1e-4f0b-9d1d-5a3f6f7f7f7f";
  expect(await idOf(requestId)).toBe(requestId);
  await eventually(() =>
    expect(lines).toContainEqual(expect.objectContaining({ call: requestId })),
  );
  expect(await idOf("a b; c")).toMatch(/^[\da-f]{8}$/);
  expect(await idOf("x".repeat(65))).toMatch(/^[\da-f]{8}$/);
  // A token is never an id, which every line of the call would have.
  expect(await idOf(token)).toMatch(/^[\da-f]{8}$/);
});

test("each line of a call names it, its caller, its node and the client's trace", async () => {
  const { url, token, lines } = await serve();
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const _meta = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  await client.callTool({ name: "list_profiles", arguments: { network: "facebook" }, _meta });
  await client.close();
  await eventually(() => expect(lines.map(({ event }) => event)).toContain("call ended"));
  const begun = lines.find(({ event }) => event === "call begun");
  const callLines = lines.filter(({ call }) => call === begun?.["call"]);
  expect(callLines.map(({ event }) => event).toSorted()).toEqual([
    "call begun",
    "call ended",
    "http answered",
    "quota",
    "request",
  ]);
  for (const line of callLines.filter(({ event }) => event !== "http answered"))
    expect(line).toMatchObject({ caller: "reports", trace, node: expect.any(String) });
});

test("a trace in the headers is that of the call, unless the message has its own", async () => {
  const { url, token, lines } = await serve();
  const [ofProxy, ofClient] = ["a".repeat(32), "b".repeat(32)];
  const traceparentOf = (id: string): string => `00-${id}-b7ad6b7169203331-01`;
  const headers = { authorization: `Bearer ${token}`, traceparent: traceparentOf(ofProxy) };
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  const call = { name: "describe_metrics", arguments: { network: "facebook" } };
  await client.callTool(call);
  await client.callTool({ ...call, _meta: { traceparent: traceparentOf(ofClient) } });
  await client.close();
  await eventually(() =>
    expect(lines.filter(({ event }) => event === "call ended")).toEqual([
      expect.objectContaining({ trace: ofProxy }),
      expect.objectContaining({ trace: ofClient }),
    ]),
  );
});

test("calls of one batch have ids of their own, which begin with that of the request", async () => {
  const { url, token, lines } = await serve();
  const session = await openSession(url, token);
  const headers = { authorization: `Bearer ${token}`, "mcp-session-id": session };
  const call = { name: "describe_metrics", arguments: { network: "facebook" } };
  const batch = [1, 2, 3].map((id) => ({ jsonrpc: "2.0", id, method: "tools/call", params: call }));
  const requestId = "0123456789abcdef";
  await (await post(url, batch, { ...headers, "x-request-id": requestId })).text();
  const idsOf = (event: string): string[] =>
    lines.flatMap((line) => (line.event === event ? [String(line["call"])] : []));
  for (const event of ["call begun", "call ended"])
    await eventually(() =>
      expect(idsOf(event).toSorted()).toEqual([requestId, `${requestId}.2`, `${requestId}.3`]),
    );
});

test.each([
  "junk",
  `ff-${"a".repeat(32)}-b7ad6b7169203331-01`,
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
])("the trace %s is none, and that of the proxy is taken", (traceparent) => {
  const headers = new Headers({ traceparent: `00-${"a".repeat(32)}-b7ad6b7169203331-01` });
  expect(traceIdOf(traceOf({ traceparent }, headers))).toEqual({ trace: "a".repeat(32) });
  expect(traceOf({}, new Headers({ traceparent }))).toEqual({});
});
