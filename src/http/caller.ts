/** Who calls, and what is theirs alone. */
import type { McpServer, ServerEventBus } from "@modelcontextprotocol/server";

export interface Caller {
  /** What is kept under one is never another's. */
  readonly id: string;
  /** The stored login that this caller's questions are asked with, where it is named. */
  readonly account?: string | undefined;
}

/**
 * The server that one caller talks to: each session, and each request without one, has an instance. That of a
 * request that calls a tool is told which.
 */
export interface CallerServer {
  readonly createServer: (called?: string) => McpServer;
  /** What tells clients of changes, where it has any to tell. */
  readonly bus?: ServerEventBus;
  /** Cancels what is under way; each call is answered. */
  stop(): void;
}

/** One HTTP request and the way back. */
export interface Exchange {
  /** Its signal is aborted when the client has gone away before it was answered. */
  readonly request: Request;
  /** Runs when the answer is sent or the client has gone away. */
  onEnd(listener: () => void): void;
}
