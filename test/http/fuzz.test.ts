/** Random bodies and headers: each gets a readable answer, and memory does not grow. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bytesInUse } from "../helpers/memory.ts";
import { initializeMessage, openSession, post, serveTools } from "../helpers/http.ts";
import { repetitions } from "../helpers/repetitions.ts";

const runs = repetitions(75, 10_000);

const envelope = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const methods = [
  "initialize",
  "notifications/initialized",
  "notifications/cancelled",
  "ping",
  "server/discover",
  "subscriptions/unsubscribe",
  "tools/list",
  "tools/call",
  "resources/read",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "constructor",
];

/** Deeply nested arrays. */
const deep = fc
  .integer({ min: 1, max: 20_000 })
  .map((depth) => "[".repeat(depth) + "]".repeat(depth));

const parameters = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      name: fc.oneof(
        fc.constantFrom("describe_metrics", "read_result", "__proto__"),
        fc.jsonValue(),
      ),
      arguments: fc.jsonValue(),
      uri: fc.oneof(fc.constantFrom("result://x.csv", "guide://reading-answers"), fc.string()),
      _meta: fc.oneof(fc.constant(envelope), fc.jsonValue()),
      requestId: fc.jsonValue(),
      cursor: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);

const message = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant("2.0"), fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom(...methods), fc.jsonValue()),
    params: parameters,
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const bodies = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  deep,
  fc.jsonValue().map((value) => JSON.stringify(value)),
  message.map((value) => JSON.stringify(value)),
  fc.array(message, { maxLength: 5 }).map((value) => JSON.stringify(value)),
  message.map((value) => JSON.stringify(value).slice(0, -2)),
  fc.constant(JSON.stringify(initializeMessage)),
);

const word = fc.stringMatching(/^[a-zA-Z0-9 _.,;=/*"'\té-]{0,40}$/);

const headers = fc.record(
  {
    "content-type": fc.oneof(
      fc.constantFrom("application/json", "application/json; charset=latin1", "text/plain"),
      word,
    ),
    accept: fc.oneof(fc.constantFrom("application/json, text/event-stream", "*/*"), word),
    "mcp-protocol-version": fc.oneof(fc.constantFrom("2026-07-28", "2025-11-25", "1.0"), word),
    "mcp-method": fc.oneof(fc.constantFrom(...methods), word),
    "mcp-name": fc.oneof(fc.constantFrom("read_result", "=?base64?eA==?="), word),
    "mcp-session-id": fc.oneof(fc.constant("SESSION"), word),
    "last-event-id": word,
    "content-encoding": fc.constantFrom("gzip", "identity"),
  },
  { requiredKeys: [] },
);

/** Returns the defect of an answer; undefined for one that a client can read. */
async function defectOf(answer: Response): Promise<string | undefined> {
  const text = await answer.text();
  const type = answer.headers.get("content-type");
  if (/\bat .*:\d+:\d+|node:|\/src\//.test(text)) return `internal details: ${text}`;
  if (answer.status < 400) return undefined;
  if (type !== "application/json") return `${answer.status} as ${type}`;
  const refused: { jsonrpc?: unknown; error?: { code?: unknown } } = JSON.parse(text);
  const isJsonRpc = refused.jsonrpc === "2.0" && typeof refused.error?.code === "number";
  return isJsonRpc ? undefined : `${answer.status}: ${text}`;
}

test(`${runs} random bodies and headers are answered, and the server keeps working`, async () => {
  const { url, errors } = await serveTools();
  const session = await openSession(url);
  const ask = async (body: string, fields: Record<string, string>): Promise<string | undefined> => {
    const named = fields["mcp-session-id"] === "SESSION" ? { "mcp-session-id": session } : {};
    return defectOf(await post(url, body, { ...fields, ...named }));
  };
  const sample = fc.asyncProperty(bodies, headers, async (body, fields) => {
    expect(await ask(body, fields)).toBeUndefined();
  });
  await fc.assert(sample, { numRuns: Math.round(runs / 3) });
  const before = bytesInUse();
  await fc.assert(sample, { numRuns: Math.round((runs * 2) / 3) });
  const grown = (bytesInUse() - before) / 1024 / 1024;

  expect(errors, "no internal errors").toEqual([]);
  expect(grown, "MiB of growth").toBeLessThan(10);
  expect(await openSession(url)).toMatch(/^[\da-f-]{36}$/);
});
