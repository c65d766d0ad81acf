/** What operators see of a server over HTTP: refusals with their reason, the context of each line, start and stop. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect as connectSocket } from "node:net";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { version } from "../../package.json";
import { traceIdOf, traceOf } from "../../src/mcp/trace.ts";
import { newUser } from "../helpers/commands.ts";
import { openSession, post } from "../helpers/http.ts";
import { run, start } from "../helpers/program.ts";
import { eventually } from "../helpers/waiting.ts";

interface Line {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A server with one token, the token, and what it has logged so far. */
async function serve() {
  const user = newUser();
  const auth = ["--auth", `tokens:${user["HOME"]}/callers.json`];
  const added = await run(["token", "add", "reports", ...auth], user);
  const [token = ""] = /sam_\S+|[\w-]{40,}/.exec(added.stdout) ?? [];
  const words = ["http", "--sandbox", "--port", "0", "--log-level", "debug", ...auth];
  const child = start(words, user);
  const [line] = await once(createInterface(child.stdout), "line");
  const [url = ""] = /http:\S+\/mcp/.exec(String(line)) ?? [];
  const lines: Line[] = [];
  const texts: string[] = [];
  createInterface(child.stderr).on("line", (text) => {
    texts.push(text);
    lines.push(JSON.parse(text));
  });
  return { url, token, lines, texts, child, file: `${user["HOME"]}/callers.json` };
}

/** `fetch` sends no other Host. */
const requestWith = (url: string, headers: Record<string, string>): Promise<unknown> =>
  new Promise((resolve) => {
    request(url, { method: "POST", headers }, (answer) => answer.resume().once("end", resolve)).end(
      "{}",
    );
  });

const json = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

test("each refusal is a line with its reason, by the id of the answer, and without a secret", async () => {
  const { url, token, lines, texts } = await serve();
  const own = { ...json, authorization: `Bearer ${token}` };
  const refused: [number, RequestInit, string][] = [
    [400, { method: "POST", body: "{", headers: own }, "The body is not JSON"],
    [401, { method: "POST", body: "{}", headers: json }, "token"],
    [
      401,
      {
        method: "POST",
        body: "{}",
        headers: { ...json, authorization: "Bearer a-secret-of-mine" },
      },
      "token",
    ],
    [413, { method: "POST", body: " ".repeat(1_100_000), headers: own }, "larger than 1 MiB"],
    [
      403,
      { method: "POST", body: "{}", headers: { ...own, origin: "https://evil.example.com" } },
      "rigin",
    ],
  ];
  for (const [status, init, reason] of refused) {
    const answer = await fetch(url, init);
    expect([answer.status, reason]).toEqual([status, reason]);
    const call = answer.headers.get("x-request-id");
    await eventually(() =>
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: "warn",
          event: "http refused",
          call,
          status,
          path: "/mcp",
          reason: expect.stringContaining(reason),
          address: "127.0.0.1",
          node: expect.any(String),
        }),
      ),
    );
  }
  expect(texts.join("\n")).not.toContain("a-secret-of-mine");
  expect(texts.join("\n")).not.toContain(token);
});

test("a refusal names the refused Host, the client behind a proxy, and the caller if it is known", async () => {
  const { url, token, lines } = await serve();
  const own = { ...json, authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.7" };
  await requestWith(url, { ...own, host: "other.example.com" });
  await fetch(url, { method: "POST", body: "{", headers: own });
  await eventually(() =>
    expect(lines.filter(({ event }) => event === "http refused")).toEqual([
      expect.objectContaining({
        status: 403,
        host: "other.example.com",
        forwardedFor: "203.0.113.7",
      }),
      expect.objectContaining({ status: 400, caller: "reports", forwardedFor: "203.0.113.7" }),
    ]),
  );
  expect(lines.find(({ status }) => status === 400)).not.toHaveProperty("host");
  expect(lines.find(({ status }) => status === 403)).not.toHaveProperty("caller");
});

test("a token of a caller or a provider is redacted, wherever a client puts it", async () => {
  const { url, token, lines, texts } = await serve();
  // Longer than a text of the log.
  const jwt = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ${"x".repeat(300)}.c2lnbmF0dXJl`;
  await requestWith(url, { ...json, host: token, "x-forwarded-for": jwt });
  await requestWith(url, { ...json, origin: `https://${jwt}` });
  await eventually(() => expect(lines.filter(({ status }) => status === 403)).toHaveLength(2));
  expect(texts.join("\n")).not.toContain(token);
  expect(texts.join("\n")).not.toContain("eyJ");
  expect(lines).toContainEqual(expect.objectContaining({ status: 403, host: "[redacted]" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ status: 403, origin: "https://[redacted]" }),
  );
});

test("an internal error, and what is no HTTP, are lines and answers too", async () => {
  const { url, token, lines, file } = await serve();
  const port = Number(new URL(url).port);
  const socket = connectSocket(port, "127.0.0.1", () => socket.write("nonsense\r\n\r\n"));
  await once(socket.resume(), "close");
  writeFileSync(file, "{broken");
  const headers = { ...json, authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method: "POST", body: "{}", headers });
  expect(answer.status).toBe(500);
  const call = answer.headers.get("x-request-id");
  await eventually(() => {
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 400, path: "(none)" }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 500, call, path: "/mcp" }),
    );
  });
  const cause = lines.find(({ event }) => event === "protocol");
  expect(cause?.["problem"]).not.toContain("Tell the user");
});

test("answers that wait behind others end with their connection", async () => {
  const { url, lines } = await serve();
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  const port = Number(new URL(url).port);
  const socket = connectSocket(port, "127.0.0.1", () => {
    socket.write(get("/healthz").repeat(50));
    socket.write(get("/files/x").repeat(40), () => socket.resetAndDestroy());
  });
  await once(socket, "close");
  await eventually(async () => {
    expect((await fetch(new URL("/files/x", url))).status, "no file is being sent").toBe(404);
  });
  expect(lines.every(({ event }) => event !== "defect")).toBe(true);
});

test("a client of an earlier revision that asks for a stream in vain is no warning", async () => {
  const { url, token, lines } = await serve();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  expect((await fetch(url, { headers })).status).toBe(405);
  await eventually(() =>
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "debug", event: "http answered", status: 405 }),
    ),
  );
});

test("the id that a proxy gives a request is that of its lines and its answer, unless it is another text", async () => {
  const { url, token, lines } = await serve();
  const own = { ...json, authorization: `Bearer ${token}` };
  const idOf = async (id: string): Promise<string | null> => {
    const answer = await fetch(url, {
      method: "POST",
      body: "{",
      headers: { ...own, "x-request-id": id },
    });
    return answer.headers.get("x-request-id");
  };
  const given = "1f5c7c3c-2b1e-4f0b-9d1d-5a3f6f7f7f7f";
  expect(await idOf(given)).toBe(given);
  await eventually(() => expect(lines).toContainEqual(expect.objectContaining({ call: given })));
  expect(await idOf("a b; c")).toMatch(/^[\da-f]{8}$/);
  expect(await idOf("x".repeat(65))).toMatch(/^[\da-f]{8}$/);
  // A token is never an id, which every line of the call would have.
  expect(await idOf(token)).toMatch(/^[\da-f]{8}$/);
});

test("a token in the path is not logged", async () => {
  const { url, lines, texts } = await serve();
  const answer = await fetch(url.replace("/mcp", "/a-token-in-the-path/mcp"));
  expect(answer.status).toBe(404);
  await eventually(() =>
    expect(lines).toContainEqual(
      expect.objectContaining({ event: "http refused", status: 404, path: "(another)" }),
    ),
  );
  expect(texts.join("\n")).not.toContain("a-token-in-the-path");
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
  const own = lines.filter(({ call }) => call === begun?.["call"]);
  expect(own.map(({ event }) => event).toSorted()).toEqual([
    "call begun",
    "call ended",
    "http answered",
    "quota",
    "request",
  ]);
  for (const line of own.filter(({ event }) => event !== "http answered"))
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
  const given = "0123456789abcdef";
  await (await post(url, batch, { ...headers, "x-request-id": given })).text();
  const idsOf = (event: string): string[] =>
    lines.flatMap((line) => (line.event === event ? [String(line["call"])] : []));
  for (const event of ["call begun", "call ended"])
    await eventually(() =>
      expect(idsOf(event).toSorted()).toEqual([given, `${given}.2`, `${given}.3`]),
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

test("the start and the stop are lines, with the version and settings without secrets", async () => {
  const { lines, child } = await serve();
  await eventually(() => expect(lines.map(({ event }) => event)).toContain("started"));
  expect(lines[0]).toMatchObject({ version, transport: "http" });
  expect(lines[0]?.["settings"]).toMatch(/^--sandbox .*--log-level debug/);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(lines.at(-1)).toMatchObject({ event: "stopped", level: "info" });
});
