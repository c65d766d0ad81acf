/** The fields of the log for a request over HTTP: the id of its call, its path, and its sender. */
import type { IncomingMessage } from "node:http";
import type { Subject } from "../callers/mapped-callers.ts";
import { newCallId, type LogEntry } from "../../base/log/log.ts";
import type { Caller } from "./caller.ts";
import { reasonOf } from "./refusal.ts";

/** Details of a request for the log, as far as the server knows them. */
export interface RequestDetails {
  caller?: Caller;
  /** The subject of a valid token that is mapped to no login. */
  subject?: Subject;
  /** The header that is not allowed. */
  host?: string | undefined;
  origin?: string | undefined;
}

/** An answer for the log. `reason` is defined for a refusal. */
export interface Answered
  extends Omit<LogEntry<"http answered">, "event" | "caller">, RequestDetails {
  readonly reason?: string;
  /** The peer of the connection: the proxy, where there is one. */
  readonly address?: string;
  /** The client's address, according to the proxy. */
  readonly forwardedFor?: string;
}

/**
 * The id that a proxy or client gave a request, if it is a hexadecimal number or a UUID; else a new one. Any other text
 * could be a secret.
 */
export function callIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const { "x-request-id": requestId } = headers;
  return typeof requestId === "string" && /^[\da-f-]{8,64}$/i.test(requestId)
    ? requestId
    : newCallId();
}

/** A client of an earlier revision asks for a stream that this server does not have, and goes on without it. */
const isUsual = ({ method }: IncomingMessage, { status }: Response): boolean =>
  method === "GET" && status === 405;

export async function answeredOf(
  request: IncomingMessage,
  answer: Response,
  { call, path, ...details }: RequestDetails & Pick<Answered, "call" | "path">,
): Promise<Answered> {
  const { method = "", headers, socket } = request;
  const { status } = answer;
  const answered = { call, method, path, status, ...details };
  if (status < 400 || isUsual(request, answer)) return answered;
  const { "x-forwarded-for": forwarded } = headers;
  return {
    ...answered,
    reason: await reasonOf(answer),
    ...(socket.remoteAddress !== undefined && { address: socket.remoteAddress }),
    ...(forwarded !== undefined && { forwardedFor: String(forwarded) }),
  };
}
