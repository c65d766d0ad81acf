/** Exchanges HTTP messages with the API over a keep-alive pool, within limits of time and size. */
import { AnswerTooLarge } from "./answer-too-large.ts";
import type { Dispatcher } from "undici";
import { readBounded } from "../../base/async/bounded-read.ts";
import { linkedAbort } from "../../base/async/linked-abort.ts";
import { upstreamError, type ToolError } from "../../base/errors/tool-error.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { JsonMeter } from "../../base/text/json-meter.ts";
import type { Lease, MemoryBudget } from "../../base/memory/budget.ts";
import { decompressed } from "./encodings.ts";
import { checkNetwork, connectionError } from "./connection-error.ts";
import type { Secret } from "../../base/secrets/secret.ts";

export interface OutgoingMessage {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Sent only to the origin of the base URL, because redirects are not followed. */
  readonly authorization: Secret;
  /** JSON. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

export interface IncomingMessage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Returns the memory for the text, and for what is parsed from it. */
  readonly release?: () => void;
}

/** Sends one message and reads the whole answer. */
export type Transport = (message: OutgoingMessage) => Promise<IncomingMessage>;

/** Repeats an attempt until it succeeds or fails with a final error. */
export type Persist = <T>(attempt: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Timeouts in milliseconds; that of connecting is undici's, 10 seconds. `bodyTimeout` limits each pause in the body, `exchangeTimeout` the whole exchange. */
const defaults = {
  headersTimeout: 50_000,
  bodyTimeout: 20_000,
  exchangeTimeout: 120_000,
  maxAnswerBytes: ourLimits.answerBytes,
};

export type TransportOptions = Readonly<Partial<typeof defaults>> & {
  /** Bounds the answers that are read at the same time. */
  readonly memory?: MemoryBudget;
};

/** The memory of an answer: its bytes and its text, then the values that are parsed from it. */
const bytesPerByte = 2;
const bytesPerValue = 40;

/** Returns a transport to one base URL. The first message loads undici and opens the connections. */
export function httpTransport(baseUrl: URL, options: TransportOptions = {}): Transport {
  const { exchangeTimeout, maxAnswerBytes, memory, ...timeouts } = { ...defaults, ...options };
  let opened: Promise<Dispatcher> | undefined;
  const open = async (): Promise<Dispatcher> => {
    const { connectionsTo } = await import("./network.ts");
    return connectionsTo(baseUrl, { connections: ourLimits.concurrency, ...timeouts });
  };

  return async ({ method, path, authorization, signal, body }) => {
    const ending = linkedAbort(signal);
    const timer = setTimeout(() => ending.abort(timeoutError(baseUrl)), exchangeTimeout).unref();
    const lease = memory?.lease();
    try {
      const connections = await (opened ??= open());
      const answer = await connections.request({
        method,
        origin: baseUrl.origin,
        headers: {
          accept: "application/json",
          authorization: authorization.reveal(),
          "content-type": "application/json; charset=utf-8",
        },
        path: baseUrl.pathname.replace(/\/$/, "") + path,
        body: body ?? null,
        signal: ending.signal,
      });
      const text = await textOf(answer, maxAnswerBytes, lease, ending.signal);
      const release = (): void => lease?.release();
      return { status: answer.statusCode, headers: answer.headers, text, release };
    } catch (error) {
      lease?.release();
      ending.signal.throwIfAborted();
      throw connectionError(baseUrl, error);
    } finally {
      clearTimeout(timer);
      ending.unlink();
    }
  };
}

/** Reads the body of an answer, and takes the memory for it and its values. */
async function textOf(
  { body, headers }: Dispatcher.ResponseData,
  maxBytes: number,
  lease: Lease | undefined,
  signal: AbortSignal,
): Promise<string> {
  const meter = new JsonMeter(ourLimits.answerJson);
  const text = await readBounded(
    decompressed(body, headers["content-encoding"]),
    maxBytes,
    () => new AnswerTooLarge(`is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB`),
    (chunk) => {
      meter.add(chunk);
      const exceeded = meter.exceeded();
      if (exceeded !== undefined) throw new AnswerTooLarge(`contains ${exceeded}`);
      return lease?.grow(chunk.length * bytesPerByte, signal);
    },
  );
  await lease?.grow(meter.values * bytesPerValue, signal);
  return text;
}

const timeoutError = ({ host }: URL): ToolError =>
  upstreamError(`${host} did not complete its answer in time`, checkNetwork);
