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
  readonly networks?: readonly ProfileNetwork[];
}

/** Paths of the authorization server, below `root` (spec, Scheme 2: endpoints). */
export const authorizationPaths = {
  root: "/oauth2/0",
  authorization: "/auth",
  token: "/token",
  revocation: "/token/revocation",
  configuration: "/.well-known/openid-configuration",
} as const;

export const endpoints: readonly Endpoint[] = [
  {
    operation: "profiles",
    version: 3,
    method: "GET",
    path: "/3/{network}/profiles",
    networks: profileNetworksOf[3],
  },
  {
    operation: "profiles",
    version: 2,
    method: "GET",
    path: "/2/{network}/profiles",
    networks: profileNetworksOf[2],
  },
  { operation: "post_labels", version: 3, method: "GET", path: "/3/post/labels" },
  { operation: "post_labels", version: 2, method: "POST", path: "/2/post/labels" },
  { operation: "post_label_groups", version: 3, method: "GET", path: "/3/post/label-groups" },
  { operation: "profile_labels", version: 3, method: "GET", path: "/3/profile/labels" },
  { operation: "profile_labels", version: 2, method: "POST", path: "/2/profile/labels" },
  { operation: "listening_queries", version: 3, method: "GET", path: "/3/listening/queries" },
  { operation: "ad_accounts", version: 3, method: "POST", path: "/3/ads/accounts" },
  { operation: "user", version: 3, method: "GET", path: "/3/user/me" },
  { operation: "user", version: 2, method: "GET", path: "/2/user/me" },
  {
    operation: "metrics",
    version: 3,
    method: "POST",
    path: "/3/{network}/metrics",
    networks: metricNetworksOf[3],
  },
  {
    operation: "metrics",
    version: 2,
    method: "POST",
    path: "/2/{network}/metrics",
    networks: metricNetworksOf[2],
  },
  {
    operation: "posts",
    version: 3,
    method: "POST",
    path: "/3/{network}/page/posts",
    networks: ["linkedin"],
  },
  {
    operation: "posts",
    version: 2,
    method: "POST",
    path: "/2/{network}/page/posts",
    networks: ["facebook"],
  },
];

export function endpointOf(operation: Operation, version: ApiVersion): Endpoint {
  const endpoint = endpoints.find((row) => row.operation === operation && row.version === version);
  if (endpoint === undefined) throw new Error(`no endpoint for ${operation}, version ${version}`);
  return endpoint;
}

export function pathOf(endpoint: Endpoint, network?: ProfileNetwork): string {
  return network === undefined ? endpoint.path : endpoint.path.replace("{network}", network);
}
