/** Serves MCP over stdio: stdout carries JSON-RPC only. */
import type { Readable, Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { isJSONRPCResponse } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { httpLimits, stdioLimits } from "../catalog/limits.ts";
import { isObject, parseJson } from "../text/json.ts";
import { asWritten, withExactIds } from "./exact-ids.ts";
import { LineReader } from "./line-reader.ts";
import {
  invalidRequest,
  isId,
  parseError,
  readMessage,
  rejected,
  type Rejection,
} from "./message.ts";
import { createServer, type ServerParts } from "./server.ts";

/** The streams of the process. */
export interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
}

/** Serves until the client closes stdin or stdout. Calls that are open when stdin ends are answered first. */
export function serveOverStdio(
  parts: ServerParts,
  streams: Streams,
  onerror: (error: Error) => void,
): void {
  const { clock, seconds } = parts.deadline;
  const patience = (onOver: () => void): (() => void) =>
    clock.alarm((seconds + marginSeconds) * 1000, onOver);
  const transport = new StreamTransport(streams, patience);
  serveStdio(() => createServer(parts), { onerror, transport });
}

/** Calls end at their deadline. Their answers are written within this time. */
const marginSeconds = 2;

/** A request without an answer of its own: it is open until the connection ends. */
const subscription = "subscriptions/listen";

/** One message a line. Unlike the SDK's transport, it answers what it cannot read, and answers open calls at the end. */
class StreamTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** The ids of requests without an answer; an id twice if two requests have it. */
  readonly #open: unknown[] = [];
  #onAnswered = (): void => {};
  #isEnding = false;
  #isClosed = false;

  /** @param patience calls its argument when open calls are not waited for any longer, and returns its cancellation. */
  constructor(
    private readonly streams: Streams,
    private readonly patience: (onOver: () => void) => () => void,
  ) {}

  async start(): Promise<void> {
    const { stdin, stdout } = this.streams;
    const lines = new LineReader(
      stdioLimits.messageBytes,
      (line) => this.#read(line),
      () => this.#reject(tooLong()),
    );
    stdin.on("data", (chunk: Buffer) => lines.add(chunk));
    stdin.on("error", (error) => this.onerror?.(error));
    stdin.once("end", () => {
      lines.end();
      void this.#end();
    });
    // A stdin that fails has no `end`.
    stdin.once("close", () => void this.#end());
    stdout.on("error", () => void this.close());
  }

  send(message: JSONRPCMessage | Rejection): Promise<void> {
    if ("id" in message && !("method" in message)) this.#settle(message.id);
    if (this.#isClosed) return Promise.reject(new Error("The connection is closed"));
    const line = `${asWritten(JSON.stringify(message))}\n`;
    return new Promise((resolve, reject) => {
      // The callback runs when the client has taken the line.
      this.streams.stdout.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onAnswered();
    this.streams.stdin.pause();
    this.onclose?.();
  }

  #read(line: string): void {
    const value = parseJson(line);
    if (value === undefined) {
      this.#reject(rejected("The line is not JSON", {}, parseError).rejection);
      return;
    }
    if (!Array.isArray(value)) {
      this.#receive(value, line);
      return;
    }
    // A batch, as over HTTP: each request has an answer of its own.
    if (value.length === 0 || value.length > httpLimits.batch)
      this.#reject(rejected(`A batch must have 1 to ${httpLimits.batch} messages`).rejection);
    else for (const message of value) this.#receive(message, line);
  }

  #receive(value: unknown, line: string): void {
    const read = readMessage(isObject(value) ? withExactIds(value, line) : value);
    if (read.rejection !== undefined) {
      this.#reject(read.rejection);
      return;
    }
    const { message } = read;
    const { id, method, params } = message;
    if (method === "notifications/cancelled" && isObject(params)) this.#settle(params["requestId"]);
    if (id !== undefined && method !== undefined && method !== subscription) this.#open.push(id);
    if (isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message))
      this.onmessage?.(message);
    else if (method !== undefined)
      this.#reject(rejected("The message is not valid", isId(id) ? { id } : {}).rejection);
  }

  #reject(rejection: Rejection): void {
    this.onerror?.(new Error(rejection.error.message));
    this.send(rejection).catch(() => {});
  }

  #settle(id: unknown): void {
    const place = this.#open.indexOf(id);
    if (place >= 0) this.#open.splice(place, 1);
    if (this.#open.length === 0) this.#onAnswered();
  }

  /** Closes the connection when the open calls are answered. */
  async #end(): Promise<void> {
    if (this.#isEnding) return;
    this.#isEnding = true;
    if (this.#open.length > 0) {
      const answered = new Promise<void>((resolve) => (this.#onAnswered = resolve));
      const cancel = this.patience(this.#onAnswered);
      await answered;
      cancel();
    }
    await this.close();
  }
}

const tooLong = (): Rejection =>
  rejected(
    `The message is larger than ${stdioLimits.messageBytes / 1024 / 1024} MiB`,
    {},
    invalidRequest,
  ).rejection;
