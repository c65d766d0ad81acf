/** The API as operations: what is asked, what comes back, never HTTP. */
import type { ApiVersion, MetricNetwork, ProfileNetwork } from "../catalog/networks.ts";
import type { Endpoint } from "./endpoints.ts";
import { endpointOf, pathOf } from "./endpoints.ts";
import type { JsonObject } from "./envelope.ts";
import { broken, isObject, openEnvelope } from "./envelope.ts";
import type { MetricsAnswer, MetricsRequest } from "./metrics-answer.ts";
import { bodyOf, readMetricsAnswer } from "./metrics-answer.ts";
import type { Profile, ProfileLabel } from "./records.ts";
import { redactorOf } from "./redact.ts";
import { listOf, profileLabelOf, profileOf } from "./records.ts";
import type { Transport } from "./transport.ts";

export interface ApiClient {
  /** Every profile of a network that the user may see (spec, Version 3: reference data). */
  listProfiles(
    version: ApiVersion,
    network: ProfileNetwork,
    signal: AbortSignal,
  ): Promise<Profile[]>;
  listProfileLabels(version: ApiVersion, signal: AbortSignal): Promise<ProfileLabel[]>;
  /** The `userInfo` record; the spec shows none of its fields. */
  currentUser(version: ApiVersion, signal: AbortSignal): Promise<JsonObject>;
  metrics(request: MetricsRequest, signal: AbortSignal): Promise<MetricsAnswer>;
}

/** Gives the Authorization header of each request. */
export type Authorization = () => string;

/** All methods throw ToolError: ApiError where the API reports the failure, `upstream_failed` where it is broken. */
export function apiClient(transport: Transport, authorization: Authorization): ApiClient {
  const send = async (
    endpoint: Endpoint,
    signal: AbortSignal,
    network?: ProfileNetwork,
    body?: JsonObject,
  ): Promise<JsonObject> => {
    const header = authorization();
    const message = await transport({
      method: endpoint.method,
      path: pathOf(endpoint, network),
      headers: {
        accept: "application/json",
        authorization: header,
        "content-type": "application/json; charset=utf-8",
      },
      ...(endpoint.method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
      signal,
    });
    return openEnvelope(message, redactorOf(header));
  };

  return {
    async listProfiles(version, network, signal) {
      const record = await send(endpointOf("profiles", version), signal, network);
      return listOf(record, "profiles").flatMap(profileOf);
    },
    async listProfileLabels(version, signal) {
      const record = await send(endpointOf("profile_labels", version), signal);
      return listOf(record, "data").flatMap(profileLabelOf);
    },
    async currentUser(version, signal) {
      const user = (await send(endpointOf("user", version), signal))["userInfo"];
      if (!isObject(user)) throw broken("the API's answer has no userInfo");
      return user;
    },
    async metrics(request, signal) {
      const network: MetricNetwork = request.network;
      const body = bodyOf(request);
      const record = await send(endpointOf("metrics", request.version), signal, network, body);
      return readMetricsAnswer(record, request);
    },
  };
}
