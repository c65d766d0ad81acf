/** The real tools over real HTTP, in this process, and clients of both kinds of revision. */
import * as http from "node:http";
import { monday } from "../../src/base/time/grains.ts";
import { Connection } from "../../src/suite/connection/connection.ts";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { httpTransport } from "../../src/suite/api/transport.ts";
import { httpLimits, ourLimits } from "../../src/catalog/limits.ts";
import { environmentCredentials } from "../../src/suite/credentials/environment.ts";
import { CallQueue } from "../../src/base/async/call-queue.ts";
import {
  bearerToken,
  noAuthentication,
  unauthorized,
  type Authentication,
} from "../../src/server/http/authentication.ts";
import type { Caller, CallerServer } from "../../src/server/http/caller.ts";
import type { HttpSettings } from "../../src/server/http/routes.ts";
import { serveHttp, type ServedHttp } from "../../src/server/http/serve.ts";
import { createServer } from "../../src/server/mcp/server.ts";
import { defaultToolsets } from "../../src/server/mcp/tool.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import { prompts } from "../../prompts/index.ts";
import { tools } from "../../tools/index.ts";
import { callsOf, type Calls } from "./connect.ts";
import { testClock } from "./clock.ts";
import { testNow } from "./in-memory.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { jsonSchemaValidator } from "./validator.ts";

/** A revision with sessions, and the first one without. */
export const revisions = ["2025-11-25", "2026-07-28"] as const;

export type Revision = (typeof revisions)[number];

export interface HttpOptions extends Partial<HttpSettings> {
  /** An API to use instead of the sandbox. */
  readonly baseUrl?: string;
  /** The callers, each with its name as the token; if left out, all are one caller. */
  readonly callers?: readonly string[];
  /** Returns false for a caller that has lost access. */
  readonly isAllowed?: Authentication["isAllowed"];
  /** Called when the server of a caller is made. */
  readonly onCaller?: (caller: Caller) => void;
}

export interface OverHttp {
  readonly served: ServedHttp;
  readonly url: string;
  /** Errors inside the server. */
  readonly errors: readonly Error[];
}

/** Closes everything when the test has finished. */
export async function serveTools(options: HttpOptions = {}): Promise<OverHttp> {
  const { callers, isAllowed, onCaller, ...settings } = options;
  const sandbox = await serveSandbox({ now: () => testNow, numbers: rememberedNumbers });
  const errors: Error[] = [];
  const serverFor = toolsOver(sandbox.environment, options.baseUrl);
  const served = await serveHttp(
    {
      gate: { hosts: [], origins: [] },
      openHealth: false,
      authentication: callers === undefined ? noAuthentication : namesAsTokens(callers, isAllowed),
      serverFor(caller) {
        onCaller?.(caller);
        return serverFor(caller);
      },
      now: () => testNow,
      onerror: (error) => errors.push(error),
      ...settings,
    },
    "127.0.0.1",
    0,
  );
  onTestFinished(async () => {
    await served.close(0);
    await sandbox.close();
  });
  return { served, url: `http://127.0.0.1:${served.port}/mcp`, errors };
}

const namesAsTokens = (
  names: readonly string[],
  isAllowed: Authentication["isAllowed"] = async () => true,
): Authentication => ({
  admit: async ({ header }) => {
    const id = names.find((name) => bearerToken(header) === name);
    return id === undefined ? unauthorized(header) : { caller: { id } };
  },
  isAllowed,
});

function toolsOver(
  environment: Readonly<Record<string, string>>,
  baseUrl: string | undefined,
): (caller: Caller) => CallerServer {
  const credentials = environmentCredentials(environment, baseUrl);
  if (credentials === undefined) throw new Error("the sandbox names no credentials");
  return () => {
    const now = (): number => testNow;
    const clock = testClock(now);
    const { authorization } = credentials;
    const memory = new MemoryBudget(ourLimits.memoryMebibytes * 1024 * 1024);
    const transport = httpTransport(credentials.baseUrl, { memory });
    const connection = new Connection({ transport, authorization, clock, memory });
    const calls = new CallQueue(httpLimits);
    const parts = {
      version: "0.0.0",
      tools,
      prompts,
      toolsets: defaultToolsets,
      structured: false,
      deadline: { clock, seconds: ourLimits.deadlineSeconds },
      calls,
      services: {
        settings: {
          maxAnswerTokens: ourLimits.maxAnswerTokens,
          maxRequests: ourLimits.maxRequests,
          settledAfterDays: ourLimits.settledAfterDays,
          weekStartsOn: monday,
        },
        results: new ResultStore(memory),
        connection: async () => connection,
        now,
        view: undefined,
      },
    };
    return {
      createServer: (_message, headers) => createServer(parts, headers),
      stop: () => calls.stop(),
    };
  };
}

/** Sends a path as it is: `fetch` would normalise it. */
export const statusOf = (
  link: string,
  path: string,
  method = "GET",
  headers = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(link);
    const sent = http.request({ hostname, port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });

export interface HttpClient extends Calls {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
}

/** Closed when the test has finished. */
export async function connectTo(
  url: string,
  revision: Revision | "2025-06-18",
  token?: string,
): Promise<HttpClient> {
  const client = new Client(
    { name: "test", version: "1" },
    revision === "2026-07-28"
      ? { versionNegotiation: { mode: { pin: revision } }, jsonSchemaValidator }
      : { supportedProtocolVersions: [revision], jsonSchemaValidator },
  );
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, ...callsOf(client) };
}

/** The `initialize` message. */
export const initializeMessage = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
};

export const post = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Opens a session and returns its id. */
export async function openSession(url: string, token?: string): Promise<string> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await post(url, initializeMessage, headers);
  await response.text();
  return response.headers.get("mcp-session-id") ?? `no session: ${response.status}`;
}

/** A question that takes one request, a different one for each day. */
export const oneDay = (day = "2026-10-01"): Record<string, unknown> => ({
  network: "facebook",
  metrics: ["fans_change"],
  date_start: day,
  date_end: day,
  dimensions: ["profile"],
});
