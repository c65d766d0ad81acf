/** The API as operations that take and return records, without HTTP. */
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { ToolError, upstreamError, tellUser } from "../../base/errors/tool-error.ts";
import { type JsonObject, isObject } from "../../base/text/json.ts";
import type { ApiVersion, ProfileNetwork } from "../../catalog/networks.ts";
import { endpointOf, pathOf, type Operation } from "./endpoints.ts";
import { ApiError, openEnvelope } from "./envelope.ts";
import type { MetricsAnswer, MetricsRequest } from "./metrics-answer.ts";
import { bodyOf, readMetricsAnswer } from "./metrics-answer.ts";
import { postsBody, readPostsPage, type PostsPage, type PostsRequest } from "./posts.ts";
import type { ApiList, ListeningQuery, Named, PostLabelGroup } from "./records.ts";
import type { Profile, ProfileLabel } from "./records.ts";
import * as records from "./records.ts";
import type { Authorization } from "./authorization.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import { TimeSlice } from "../../base/async/time-slice.ts";
import type { IncomingMessage, OutgoingMessage, Persist, Transport } from "./transport.ts";

/** The records of each operation that answers with a list. */
export interface Entries {
  profiles: Profile;
  post_labels: Named;
  post_label_groups: PostLabelGroup;
  profile_labels: ProfileLabel;
  listening_queries: ListeningQuery;
  ad_accounts: Named;
}
export type ListName = Exclude<Operation, "user" | "metrics" | "posts">;

/** The function that reads each list from an answer. */
const lists: {
  readonly [Name in ListName]: (record: JsonObject) => Promise<ApiList<Entries[Name]>>;
} = {
  profiles: records.listOf("profiles", records.profileOf),
  post_labels: records.listOf("data", records.namedOf),
  post_label_groups: records.listOf("data", records.postLabelGroupOf),
  profile_labels: records.listOf("data", records.profileLabelOf),
  listening_queries: records.listOf("queries", records.listeningQueryOf),
  ad_accounts: records.listOf("ad_accounts", records.namedOf),
};

/** Which list is asked for: profiles are those of a network, ad accounts those of a range of days, both included. */
export interface ListRequest {
  /** 3 (default). */
  readonly version?: ApiVersion;
  readonly network?: ProfileNetwork;
  readonly days?: { readonly date_start: string; readonly date_end: string };
}

export interface ApiClient {
  list<Name extends ListName>(
    name: Name,
    request: ListRequest,
    signal: AbortSignal,
  ): Promise<ApiList<Entries[Name]>>;
  /** Returns the `userInfo` record. The spec does not document its fields. */
  user(version: ApiVersion, signal: AbortSignal): Promise<JsonObject>;
  metrics(request: MetricsRequest, signal: AbortSignal): Promise<MetricsAnswer>;
  /** Returns one page of posts: the first, or the one after a cursor. */
  posts(request: PostsRequest, after: string | undefined, signal: AbortSignal): Promise<PostsPage>;
}

/** The endpoint of an operation, and what a request to it says. */
interface Asked {
  readonly version: ApiVersion;
  readonly network?: ProfileNetwork | undefined;
  readonly body?: JsonObject | undefined;
}

type Unsigned = Omit<OutgoingMessage, "authorization">;
type Reader<T> = (record: JsonObject) => T | Promise<T>;

/** Returns a client. Its methods throw ApiError for a reported failure, else ToolError `upstream_failed`. */
export function apiClient(
  transport: Transport,
  authorization: Authorization,
  persist: Persist = (attempt) => attempt(),
  /** Paths that have been answered: where one of them is not found, a permission is missing. */
  answered: Set<string> = new Set(),
): ApiClient {
  /** Sends a request and reads its answer. An answer that cannot be read is retried like a failed request. */
  const call = <T>(unsigned: Unsigned, read: Reader<T>): Promise<T> => {
    const { path, signal } = unsigned;
    return persist(async () => {
      const message = await send(unsigned, transport, authorization);
      const slice = new TimeSlice(signal, authorization);
      try {
        const record = readEnvelope(message, answered.has(path));
        answered.add(path);
        await slice.pause();
        return await read(record);
      } finally {
        message.release?.();
      }
    }, signal);
  };
  return {
    list: (name, { version = 3, network, days: body }, signal) =>
      call(unsignedOf(name, { version, network, body }, signal), lists[name]),
    user: (version, signal) =>
      call(unsignedOf("user", { version }, signal), ({ userInfo }) => {
        if (!isObject(userInfo)) throw upstreamError("the API's answer has no userInfo");
        return userInfo;
      }),
    metrics(request, signal) {
      const unsigned = unsignedOf("metrics", { ...request, body: bodyOf(request) }, signal);
      return call(unsigned, (record) => readMetricsAnswer(record, request));
    },
    posts(request, after, signal) {
      const { version } = postEndpointOf(request.network);
      const apiRequest = { version, network: request.network, body: postsBody(request, after) };
      return call(unsignedOf("posts", apiRequest, signal), readPostsPage);
    },
  };
}

function unsignedOf(
  operation: Operation,
  { version, network, body }: Asked,
  signal: AbortSignal,
): Unsigned {
  const endpoint = endpointOf(operation, version);
  const content = body && { body: JSON.stringify(body) };
  return { method: endpoint.method, path: pathOf(endpoint, network), signal, ...content };
}

/** Signs a message and sends it; signs it anew where the API rejects the authorization. */
async function send(
  unsigned: Unsigned,
  transport: Transport,
  authorization: Authorization,
): Promise<IncomingMessage> {
  const { signal } = unsigned;
  const header = await unlessAborted(authorization.header(), signal);
  const message = await transport({ ...unsigned, authorization: header });
  if (message.status !== 401) return message;
  // Renewing can take long, and this answer holds an error at most.
  message.release?.();
  if (!(await unlessAborted(authorization.renew(header), signal))) return message;
  const renewed = await unlessAborted(authorization.header(), signal);
  return transport({ ...unsigned, authorization: renewed });
}

/** Opens an envelope. A path that was answered before and is not found now is not a wrong address. */
function readEnvelope(message: IncomingMessage, wasAnswered: boolean): JsonObject {
  try {
    return openEnvelope(message);
  } catch (error) {
    if (!wasAnswered || !(error instanceof ApiError) || error.code !== "not_found") throw error;
    throw new ToolError(
      "not_found",
      `this user may no longer access this resource, which the API answered before; ${error.problem}`,
      tellUser`Ask an administrator of the account for access. If you have access, check the base URL.`,
      { cause: error, isFinal: true },
    );
  }
}
