/** Serves MCP over stdio: stdout carries JSON-RPC only. */
import { finished, type Readable, type Writable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { isJSONRPCResponse } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { httpLimits, stdioLimits } from "../../catalog/limits.ts";
import { parseJson } from "../../base/text/json.ts";
import { withExactIds, withOriginalIds } from "./exact-ids.ts";
import { LineReader } from "./line-reader.ts";
import { idIn, parseError, readMessage, rejectionOf, type Rejection } from "./message.ts";
import { attachSkills, namesSkills } from "./skills.ts";
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
  serveStdio(
    () => {
      const server = createServer(parts);
      return namesSkills(transport.last) ? attachSkills(server, parts) : server;
    },
    { onerror, transport },
  );
}

const mebibytes = stdioLimits.messageBytes / 1024 / 1024;

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
  /** The message that was received last. */
  last: unknown;
  #onAnswered = (): void => {};
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
      () => this.#reject(rejectionOf(`The message is larger than ${mebibytes} MiB`)),
    );
    stdin.on("data", (chunk: Buffer) => lines.add(chunk));
    finished(stdin, { writable: false }, (error) => {
      if (error) this.onerror?.(error);
      lines.end();
      void this.#end();
    });
    stdout.on("error", () => void this.close());
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ("id" in message && !("method" in message)) this.#settle(message.id);
    return this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#onAnswered();
    this.streams.stdin.pause();
    this.onclose?.();
  }

  #read(line: string): void {
    const value = withExactIds(parseJson(line), line);
    if (value === undefined) this.#reject(rejectionOf("The line is not JSON", {}, parseError));
    else if (!Array.isArray(value)) this.#receive(value);
    // A batch, as over HTTP: each request has an answer of its own.
    else if (value.length > 0 && value.length <= httpLimits.batch)
      for (const message of value) this.#receive(message);
    else this.#reject(rejectionOf(`A batch must have 1 to ${httpLimits.batch} messages`));
  }

  #receive(value: unknown): void {
    const { message, rejection } = readMessage(value);
    this.last = message;
    if (isJSONRPCRequest(message)) {
      if (message.method !== subscription) this.#open.push(message.id);
      this.onmessage?.(message);
    } else if (isJSONRPCNotification(message)) {
      if (message.method === "notifications/cancelled") this.#settle(message.params?.["requestId"]);
      this.onmessage?.(message);
    } else if (isJSONRPCResponse(message)) this.onmessage?.(message);
    else this.#reject(rejection ?? rejectionOf("The message is not valid", idIn(message)));
  }

  /** Answers a message that is not passed on: a call that is open under its id stays open. */
  #reject(rejection: Rejection): void {
    this.onerror?.(new Error(rejection.error.message));
    this.#write(rejection).catch(() => {});
  }

  #write(message: JSONRPCMessage | Rejection): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error("The connection is closed"));
    const line = `${withOriginalIds(JSON.stringify(message))}\n`;
    return new Promise((resolve, reject) => {
      // The callback runs when the client has taken the line.
      this.streams.stdout.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  #settle(id: unknown): void {
    const place = this.#open.indexOf(id);
    if (place >= 0) this.#open.splice(place, 1);
    if (this.#open.length === 0) this.#onAnswered();
  }

  /** Closes the connection when the open calls are answered. */
  async #end(): Promise<void> {
    if (this.#open.length > 0) {
      const answered = new Promise<void>((resolve) => (this.#onAnswered = resolve));
      const cancel = this.patience(this.#onAnswered);
      await answered;
      cancel();
    }
    await this.close();
  }
}
