/** The API as operations: what is asked, what comes back, never HTTP. */
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import type { Endpoint } from "./endpoints.ts";
import { endpointOf, pathOf } from "./endpoints.ts";
import type { JsonObject } from "./envelope.ts";
import { broken, isObject, openEnvelope } from "./envelope.ts";
import type { MetricsAnswer, MetricsRequest } from "./metrics-answer.ts";
import { bodyOf, readMetricsAnswer } from "./metrics-answer.ts";
import { postsBody, readPostsPage, type PostsPage, type PostsRequest } from "./posts.ts";
import type { ListeningQuery, Named, PostLabelGroup, Profile, ProfileLabel } from "./records.ts";
import * as records from "./records.ts";
import type { Authorization } from "./authorization.ts";
import { redactorOf } from "./redact.ts";
import type { Secret } from "./secret.ts";
import { unlessAborted } from "./unless-aborted.ts";
import type { IncomingMessage, Persist, Transport } from "./transport.ts";

export interface ApiClient {
  /** Every profile of a network that the user may see (spec, Version 3: reference data). */
  listProfiles(
    version: ApiVersion,
    network: ProfileNetwork,
    signal: AbortSignal,
  ): Promise<Profile[]>;
  listPostLabels(version: ApiVersion, signal: AbortSignal): Promise<Named[]>;
  listPostLabelGroups(signal: AbortSignal): Promise<PostLabelGroup[]>;
  listProfileLabels(version: ApiVersion, signal: AbortSignal): Promise<ProfileLabel[]>;
  listListeningQueries(signal: AbortSignal): Promise<ListeningQuery[]>;
  /** Those available in the range of days, `YYYY-MM-DD`, both included. */
  listAdAccounts(start: string, end: string, signal: AbortSignal): Promise<Named[]>;
  /** The `userInfo` record; the spec shows none of its fields. */
  currentUser(version: ApiVersion, signal: AbortSignal): Promise<JsonObject>;
  metrics(request: MetricsRequest, signal: AbortSignal): Promise<MetricsAnswer>;
  /** One page of posts: the first, or the one after a cursor. */
  posts(request: PostsRequest, after: string | undefined, signal: AbortSignal): Promise<PostsPage>;
}

/** All methods throw ToolError: ApiError where the API reports the failure, `upstream_failed` where it is broken. */
export function apiClient(
  transport: Transport,
  authorization: Authorization,
  persist: Persist = (ask) => ask(),
): ApiClient {
  const send = async (
    endpoint: Endpoint,
    signal: AbortSignal,
    network?: ProfileNetwork,
    body?: JsonObject,
  ): Promise<JsonObject> => {
    const sendAs = (header: Secret): Promise<IncomingMessage> =>
      transport({
        method: endpoint.method,
        path: pathOf(endpoint, network),
        authorization: header,
        ...(endpoint.method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
        signal,
      });
    let header = await unlessAborted(authorization.header(), signal);
    let message = await sendAs(header);
    if (message.status === 401 && (await unlessAborted(authorization.renew(header), signal))) {
      header = await unlessAborted(authorization.header(), signal);
      message = await sendAs(header);
    }
    return openEnvelope(message, redactorOf(header));
  };

  return {
    listProfiles: (version, network, signal) =>
      persist(async () => {
        const record = await send(endpointOf("profiles", version), signal, network);
        return records.listOf(record, "profiles").flatMap(records.profileOf);
      }, signal),
    listPostLabels: (version, signal) =>
      persist(async () => {
        const record = await send(endpointOf("post_labels", version), signal);
        return records.listOf(record, "data").flatMap(records.namedOf);
      }, signal),
    listPostLabelGroups: (signal) =>
      persist(async () => {
        const record = await send(endpointOf("post_label_groups", 3), signal);
        return records.listOf(record, "data").flatMap(records.postLabelGroupOf);
      }, signal),
    listProfileLabels: (version, signal) =>
      persist(async () => {
        const record = await send(endpointOf("profile_labels", version), signal);
        return records.listOf(record, "data").flatMap(records.profileLabelOf);
      }, signal),
    listListeningQueries: (signal) =>
      persist(async () => {
        const record = await send(endpointOf("listening_queries", 3), signal);
        return records.listOf(record, "queries").flatMap(records.listeningQueryOf);
      }, signal),
    listAdAccounts: (start, end, signal) =>
      persist(async () => {
        const body = { date_start: start, date_end: end };
        const record = await send(endpointOf("ad_accounts", 3), signal, undefined, body);
        return records.listOf(record, "ad_accounts").flatMap(records.namedOf);
      }, signal),
    currentUser: (version, signal) =>
      persist(async () => {
        const user = (await send(endpointOf("user", version), signal))["userInfo"];
        if (!isObject(user)) throw broken("the API's answer has no userInfo");
        return user;
      }, signal),
    metrics: (request, signal) =>
      persist(async () => {
        const { version, network } = request;
        const body = bodyOf(request);
        const record = await send(endpointOf("metrics", version), signal, network, body);
        return readMetricsAnswer(record, request);
      }, signal),
    posts: (request, after, signal) =>
      persist(async () => {
        const { version, network } = request;
        const body = postsBody(request, after);
        return readPostsPage(await send(endpointOf("posts", version), signal, network, body));
      }, signal),
  };
}
