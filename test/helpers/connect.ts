/** A real client of the real server, with the sandbox behind a real socket. */
import type { Settings } from "../../src/answers/replies/services.ts";
import { Connection } from "../../src/suite/connection/connection.ts";
import { viewWithin } from "../../src/suite/connection/scope.ts";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/base/time/clock.ts";
import { httpTransport, type TransportOptions } from "../../src/suite/api/transport.ts";
import { noBlobCache, type BlobCache } from "../../src/base/files/blob-cache.ts";
import { noLog, type Log } from "../../src/base/log/log.ts";
import { ourLimits } from "../../src/catalog/limits.ts";
import { environmentCredentials } from "../../src/suite/credentials/environment.ts";
import { createServer } from "../../src/server/mcp/server.ts";
import { defaultToolsets, type Toolset } from "../../src/server/mcp/tool.ts";
import { MemoryBudget } from "../../src/base/memory/budget.ts";
import { ResultStore } from "../../src/answers/replies/result-store.ts";
import { serveSandbox } from "../../src/sandbox/http.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { prompts } from "../../prompts/index.ts";
import { savingTools, tools } from "../../tools/index.ts";
import { savingIn } from "../../src/answers/exports/saving.ts";
import { testClock } from "./clock.ts";
import { testNow } from "./in-memory.ts";
import { rememberedNumbers } from "./remembered-numbers.ts";
import { jsonSchemaValidator } from "./validator.ts";

export interface ConnectOptions extends SandboxOptions {
  readonly toolsets?: readonly Toolset[];
  readonly structured?: boolean;
  /** Only pages with any of these profile labels are visible. */
  readonly labels?: readonly string[];
  /** The folder of save_result. */
  readonly saveTo?: string;
  readonly settings?: Partial<Settings>;
  /** An API to use instead of the sandbox. */
  readonly baseUrl?: string;
  /** Replies say that the data is that of the sandbox. */
  readonly isMadeUp?: boolean;
  readonly transport?: TransportOptions;
  /** Bounds results, caches, answers that are being read, and what calls make. */
  readonly memoryBytes?: number;
  readonly clock?: Clock;
  readonly deadlineSeconds?: number;
  /** The caches that outlive the process. */
  readonly cache?: BlobCache;
  readonly notes?: BlobCache;
  readonly logger?: Log;
  /** Variables with credentials other than those of the sandbox's first user. */
  readonly environment?: Readonly<Record<string, string>>;
}

type Calling = (name: string, args?: Record<string, unknown>) => Promise<Called>;

export interface Calls {
  /** Calls a tool. Throws a tool error, so that a test fails which does not expect it. */
  readonly call: Calling;
  /** Calls a tool, and returns its tool error. Throws if there is none. */
  readonly failing: Calling;
  /** Calls a tool whose reply may be a tool error or not, as those to random questions. */
  readonly attempt: Calling;
}

export interface Connected extends Calls {
  readonly client: Client;
  readonly sandbox: Sandbox;
  readonly baseUrl: string;
  readonly connection: Connection;
  /** Closes everything before the test has finished. */
  readonly close: () => Promise<void>;
}

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly links: readonly string[];
}

/** Closes everything when the test has finished. */
export async function connect(options: ConnectOptions = {}): Promise<Connected> {
  const served = await serveSandbox({ now: () => testNow, numbers: rememberedNumbers, ...options });
  const now = options.now ?? ((): number => testNow);
  const environment = { ...served.environment, ...options.environment };
  const credentials = environmentCredentials(environment, options.baseUrl);
  if (credentials === undefined) throw new Error("the sandbox names no credentials");
  const memory = new MemoryBudget(options.memoryBytes ?? ourLimits.memoryMebibytes * 1024 * 1024);
  const transport = httpTransport(credentials.baseUrl, { memory, ...options.transport });
  const clock = options.clock ?? testClock(now);
  const {
    cache = noBlobCache,
    notes = noBlobCache,
    logger: log = noLog,
    isMadeUp = false,
  } = options;
  const { authorization } = credentials;
  const parts = { transport, authorization, clock, memory, cache, notes, isMadeUp };
  const connection = new Connection(parts);
  const server = createServer({
    version: "0.0.0",
    tools:
      options.saveTo === undefined ? tools : [...tools, ...savingTools(savingIn(options.saveTo))],
    prompts,
    toolsets: options.toolsets ?? defaultToolsets,
    structured: options.structured ?? false,
    log,
    deadline: { clock, seconds: options.deadlineSeconds ?? ourLimits.deadlineSeconds },
    services: {
      settings: {
        maxAnswerTokens: ourLimits.maxAnswerTokens,
        maxRequests: ourLimits.maxRequests,
        settledAfterDays: ourLimits.settledAfterDays,
        weekStartsOn: 1,
        ...options.settings,
      },
      results: new ResultStore(memory),
      connection: async () => connection,
      now,
      view: viewWithin([options.labels ?? []]),
    },
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" }, { jsonSchemaValidator });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  // What is closed is let go, so that a test can make thousands.
  let open: readonly { close(): Promise<void> }[] = [client, served];
  const close = async (): Promise<void> => {
    const handles = open;
    open = [];
    for (const handle of handles) await handle.close();
  };
  onTestFinished(close);
  return {
    client,
    sandbox: served.sandbox,
    connection,
    baseUrl: served.baseUrl,
    close,
    ...callsOf(client),
  };
}

export function callsOf(client: Client): Calls {
  const by =
    (read: (result: CallResult) => Called): Calling =>
    async (name, args = {}) =>
      read(await client.callTool({ name, arguments: args }));
  return { call: by(readCall), failing: by(readFailure), attempt: by(readAttempt) };
}

type CallResult = Awaited<ReturnType<Client["callTool"]>>;

/** @throws Error for a tool error. */
export function readCall(result: CallResult): Called {
  const called = readAttempt(result);
  if (called.isError) throw new Error(`a tool error that is not expected: ${called.text}`);
  return called;
}

/** @throws Error for a reply that is no tool error. */
export function readFailure(result: CallResult): Called {
  const called = readAttempt(result);
  if (!called.isError) throw new Error(`no tool error, but: ${called.text}`);
  return called;
}

export const readAttempt = ({ content, isError }: CallResult): Called => ({
  text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
  isError: isError === true,
  links: content.flatMap((block) => (block.type === "resource_link" ? [block.uri] : [])),
});

/** Replaces result ids, which are random, where replies write one: in a URI, and before the name of a part. */
export const withoutIds = (text: string): string =>
  text
    .replaceAll(/\bresult:\/\/r[2-9A-Za-z]{8}\b/g, "result://rRESULTID")
    .replaceAll(/\br[2-9A-Za-z]{8}(?=~)/g, "rRESULTID");

/** Removes also the line of the cost, which differs from call to call. */
export const comparable = (text: string): string =>
  withoutIds(text).replace(/\d+ requests? sent, .* left this hour\./, "");

/** Ids of the sandbox's facebook profiles. */
export const facebookIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(100_000_000_000_000 + index * 7919));
