/** A caller of the HTTP server, and the parts of the server that belong to it alone. */
import type { McpServer } from "@modelcontextprotocol/server";

export interface Caller {
  /** Data stored under one id is never visible to another caller. */
  readonly id: string;
  /** Its name for the operator; absent where it is a person's. */
  readonly name?: string;
  /** Names of the stored logins for this caller's requests; none for those of the server. */
  readonly accounts?: readonly string[];
  /** The profile labels of the pages that it may see; none for all pages. */
  readonly labels?: readonly string[];
}

/** The MCP server of one caller. Each session has its own instance, and so has each request without a session. */
export interface CallerServer {
  /**
   * @param message that the server is created for.
   * @param headers of the only request that the server gets, where it has no session.
   */
  readonly createServer: (message: unknown, headers?: Headers) => McpServer | Promise<McpServer>;
  /** Cancels the open calls. Each of them is answered with an error. */
  stop(): void;
  /** Frees the memory of a caller that has been idle for too long. */
  dispose?(): void;
}

export interface Exchange {
  /** Its signal aborts if the client disconnects before the answer. */
  readonly request: Request;
  /** Adds a listener that runs when the answer is sent or the client disconnects. */
  onEnd(listener: () => void): void;
}
