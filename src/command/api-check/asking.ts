/** Sends the requests of a check, each described so that a person can repeat it. */
import type { ApiClient } from "../../suite/api/client.ts";
import { endpointOf, pathOf } from "../../suite/api/endpoints.ts";
import { bodyOf, type MetricsRequest } from "../../suite/api/metrics-answer.ts";
import type { IncomingMessage, Transport } from "../../suite/api/transport.ts";
import type { ToolErrorCode } from "../../catalog/error-codes.ts";
import type { CallContext } from "../../suite/connection/call-context.ts";
import { Connection } from "../../suite/connection/connection.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { Answered } from "./answered.ts";

export const mostRequests = 25;

/** A request of version 3. */
export type Asked = Omit<MetricsRequest, "version">;

/** A request for metrics, with its answer or its error. */
export interface Exchange {
  readonly request: MetricsRequest;
  readonly outcome: Answered | ToolError;
}

export class Asking {
  readonly api: ApiClient;
  /** The headers of the latest answer. */
  headers: IncomingMessage["headers"] = {};
  /** The first error that is not an answer to the question. */
  failure: ToolError | undefined;
  sent = 0;

  /**
   * @param context an abort of its signal ends the check.
   * @param onSent receives the number of requests so far.
   */
  constructor(
    connection: Connection,
    private readonly context: CallContext,
    onSent: (sent: number) => void,
  ) {
    const { transport } = connection.parts;
    const counted: Transport = async (message) => {
      if (this.sent === mostRequests) throw spentError();
      this.sent += 1;
      onSent(this.sent);
      const answer = await transport(message);
      this.headers = answer.headers;
      return answer;
    };
    const checkConnection = new Connection({ ...connection.parts, transport: counted });
    this.api = checkConnection.forCall({ ...context, view: undefined }).api;
  }

  async metrics(requestFields: Asked): Promise<Exchange> {
    const request: MetricsRequest = { ...requestFields, version: 3 };
    const outcome = await this.orError((signal) => this.api.metrics(request, signal));
    return {
      request,
      outcome: outcome instanceof ToolError ? outcome : new Answered(request, outcome),
    };
  }

  /** Returns an error of the API as a result. @throws an error that would fail every further request, or that is not a ToolError. */
  async orError<Found>(ask: (signal: AbortSignal) => Promise<Found>): Promise<Found | ToolError> {
    try {
      return await ask(this.context.signal);
    } catch (error) {
      this.context.signal.throwIfAborted();
      if (!(error instanceof ToolError) || endsCheck.has(error.code)) throw error;
      if (error.code === "upstream_failed") this.failure ??= error;
      return error;
    }
  }
}

const endsCheck: ReadonlySet<string> = new Set<ToolErrorCode>([
  "unauthorized",
  "rate_limited",
  "account_quota_exhausted",
  "user_quota_exhausted",
]);

function spentError(): ToolError {
  const problem = `not asked, because ${mostRequests} requests are the most`;
  return new ToolError("invalid_input", problem, undefined, { isFinal: true });
}

/** The request as a person can repeat it. */
export const describedRequest = (request: MetricsRequest): string =>
  `POST ${pathOf(endpointOf("metrics", request.version), request.network)} ${JSON.stringify(bodyOf(request))}`;
