/** Exchanges HTTP messages with the API over a keep-alive pool, within limits of time and size. */
import type { Dispatcher } from "undici";
import { readBounded } from "../async/bounded-read.ts";
import { linkedAbort } from "../async/linked-abort.ts";
import { ToolError, upstreamError, errorCodeOf, type Advice } from "../errors/tool-error.ts";
import { ourLimits } from "../catalog/limits.ts";
import { JsonMeter } from "../text/json-meter.ts";
import type { MemoryBudget } from "../memory/budget.ts";
import type { Secret } from "../secrets/secret.ts";

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

/** Timeouts in milliseconds. `bodyTimeout` limits each pause in the body, `exchangeTimeout` the whole exchange. */
const defaults = {
  connectTimeout: 10_000,
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

/** Returns a transport to one base URL. The first message loads undici and opens the pool. */
export function httpTransport(baseUrl: URL, options: TransportOptions = {}): Transport {
  const settings = { ...defaults, ...options };
  const { connectTimeout, exchangeTimeout, maxAnswerBytes, memory, ...timeouts } = settings;
  let opened: Promise<Dispatcher> | undefined;
  const open = async (): Promise<Dispatcher> => {
    const { Pool } = await import("./pool.ts");
    return new Pool(baseUrl.origin, {
      connections: ourLimits.concurrency,
      connect: { timeout: connectTimeout },
      ...timeouts,
    });
  };

  return async ({ method, path, authorization, signal, body }) => {
    const ending = linkedAbort(signal);
    const timer = setTimeout(() => ending.abort(timeoutError(baseUrl)), exchangeTimeout).unref();
    const lease = memory?.lease();
    try {
      const pool = await (opened ??= open());
      const answer = await pool.request({
        method,
        headers: {
          accept: "application/json",
          authorization: authorization.reveal(),
          "content-type": "application/json; charset=utf-8",
        },
        path: baseUrl.pathname.replace(/\/$/, "") + path,
        body: body ?? null,
        signal: ending.signal,
      });
      const meter = new JsonMeter(ourLimits.answerJson);
      const text = await readBounded(
        answer.body,
        maxAnswerBytes,
        () => tooLargeError(`is larger than ${Math.round(maxAnswerBytes / 1024 / 1024)} MiB`),
        (chunk) => {
          meter.add(chunk);
          const exceeded = meter.exceeded();
          if (exceeded !== undefined) throw tooLargeError(`contains ${exceeded}`);
          return lease?.grow(chunk.length * bytesPerByte, ending.signal);
        },
      );
      await lease?.grow(meter.values * bytesPerValue, ending.signal);
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

const tooLargeError = (problem: string): ToolError =>
  new ToolError(
    "upstream_failed",
    `the API's answer ${problem}`,
    "Ask for fewer profiles, metrics or days in one call.",
    { isFinal: true },
  );

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection",
  ENOTFOUND: "cannot be found in DNS",
  EAI_AGAIN: "cannot be found in DNS at the moment",
  UND_ERR_SOCKET: "closed the connection",
  UND_ERR_CONNECT_TIMEOUT: "did not accept a connection in time",
  UND_ERR_HEADERS_TIMEOUT: "did not respond in time",
  UND_ERR_BODY_TIMEOUT: "stopped before its answer was complete",
  EHOSTUNREACH: "cannot be reached",
  ENETUNREACH: "cannot be reached",
  CERT_HAS_EXPIRED: "has a certificate that has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "has a certificate that is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "has a certificate that is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "has a certificate that is not trusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another host",
};

const nextStep: Advice = {
  forModel:
    "Retry once. If the call fails again, tell the user to check the base URL and the network connection.",
  forUser: () => "Check the base URL and the network connection, then try again.",
};

const timeoutError = ({ host }: URL): ToolError =>
  upstreamError(`${host} did not complete its answer in time`, nextStep);

/** Returns defects of this server unchanged, and any other error of a request as an error of the connection. */
function connectionError({ host }: URL, cause: unknown): unknown {
  if (cause instanceof ToolError || cause instanceof TypeError) return cause;
  const reason = reasons[errorCodeOf(cause) ?? ""] ?? "did not send a valid HTTP answer";
  const isFinal = reason.includes("certificate");
  return new ToolError("upstream_failed", `${host} ${reason}`, nextStep, { cause, isFinal });
}
