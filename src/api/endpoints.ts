/** The endpoint table: the server calls these endpoints and the sandbox serves them (spec, Endpoints). */
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { metricNetworksOf, profileNetworksOf } from "../catalog/networks.ts";

export const operations = [
  "profiles",
  "post_labels",
  "post_label_groups",
  "profile_labels",
  "listening_queries",
  "ad_accounts",
  "user",
  "metrics",
  "posts",
] as const;

export type Operation = (typeof operations)[number];

export interface Endpoint {
  readonly operation: Operation;
  readonly version: ApiVersion;
  readonly method: "GET" | "POST";
  /** Relative to the base URL. `{network}` is a placeholder for one of `networks`. */
  readonly path: string;
  readonly networks?: readonly ProfileNetwork[] | undefined;
}

/** Paths of the authorization server, below `root` (spec, Scheme 2: endpoints). */
export const authorizationPaths = {
  root: "/oauth2/0",
  authorization: "/auth",
  token: "/token",
  revocation: "/token/revocation",
  configuration: "/.well-known/openid-configuration",
} as const;

const withMethod =
  (method: Endpoint["method"]) =>
  (
    operation: Operation,
    version: ApiVersion,
    path: string,
    networks?: readonly ProfileNetwork[],
  ): Endpoint => ({ operation, version, method, path, networks });

const get = withMethod("GET");
const post = withMethod("POST");

export const endpoints: readonly Endpoint[] = [
  get("profiles", 3, "/3/{network}/profiles", profileNetworksOf[3]),
  get("profiles", 2, "/2/{network}/profiles", profileNetworksOf[2]),
  get("post_labels", 3, "/3/post/labels"),
  post("post_labels", 2, "/2/post/labels"),
  get("post_label_groups", 3, "/3/post/label-groups"),
  get("profile_labels", 3, "/3/profile/labels"),
  post("profile_labels", 2, "/2/profile/labels"),
  get("listening_queries", 3, "/3/listening/queries"),
  post("ad_accounts", 3, "/3/ads/accounts"),
  get("user", 3, "/3/user/me"),
  get("user", 2, "/2/user/me"),
  post("metrics", 3, "/3/{network}/metrics", metricNetworksOf[3]),
  post("metrics", 2, "/2/{network}/metrics", metricNetworksOf[2]),
  post("posts", 3, "/3/{network}/page/posts", ["linkedin"]),
  post("posts", 2, "/2/{network}/page/posts", ["facebook"]),
];

export function endpointOf(operation: Operation, version: ApiVersion): Endpoint {
  const endpoint = endpoints.find((row) => row.operation === operation && row.version === version);
  if (endpoint === undefined) throw new Error(`no endpoint for ${operation}, version ${version}`);
  return endpoint;
}

export const pathOf = ({ path }: Endpoint, network?: ProfileNetwork): string =>
  network === undefined ? path : path.replace("{network}", network);
