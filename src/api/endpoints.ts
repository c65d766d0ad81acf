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

const row = (
  operation: Operation,
  version: ApiVersion,
  method: Endpoint["method"],
  path: string,
  networks?: readonly ProfileNetwork[],
): Endpoint => ({ operation, version, method, path, networks });

export const endpoints: readonly Endpoint[] = [
  row("profiles", 3, "GET", "/3/{network}/profiles", profileNetworksOf[3]),
  row("profiles", 2, "GET", "/2/{network}/profiles", profileNetworksOf[2]),
  row("post_labels", 3, "GET", "/3/post/labels"),
  row("post_labels", 2, "POST", "/2/post/labels"),
  row("post_label_groups", 3, "GET", "/3/post/label-groups"),
  row("profile_labels", 3, "GET", "/3/profile/labels"),
  row("profile_labels", 2, "POST", "/2/profile/labels"),
  row("listening_queries", 3, "GET", "/3/listening/queries"),
  row("ad_accounts", 3, "POST", "/3/ads/accounts"),
  row("user", 3, "GET", "/3/user/me"),
  row("user", 2, "GET", "/2/user/me"),
  row("metrics", 3, "POST", "/3/{network}/metrics", metricNetworksOf[3]),
  row("metrics", 2, "POST", "/2/{network}/metrics", metricNetworksOf[2]),
  row("posts", 3, "POST", "/3/{network}/page/posts", ["linkedin"]),
  row("posts", 2, "POST", "/2/{network}/page/posts", ["facebook"]),
];

export function endpointOf(operation: Operation, version: ApiVersion): Endpoint {
  const endpoint = endpoints.find((one) => one.operation === operation && one.version === version);
  if (endpoint === undefined) throw new Error(`no endpoint for ${operation}, version ${version}`);
  return endpoint;
}

export const pathOf = ({ path }: Endpoint, network?: ProfileNetwork): string =>
  network === undefined ? path : path.replace("{network}", network);
