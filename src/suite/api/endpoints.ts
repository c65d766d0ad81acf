/** The endpoint table: the server calls these endpoints and the sandbox serves them (spec, Endpoints). */
import type { ApiVersion, ProfileNetwork } from "../../catalog/networks.ts";
import { metricNetworksOf, profileNetworksOf } from "../../catalog/networks.ts";
import { postEndpointOf, postNetworks, type PostNetwork } from "../../catalog/post-endpoints.ts";

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

type Row = Omit<Endpoint, "operation">;

const row =
  (method: Endpoint["method"]) =>
  (version: ApiVersion, path: string, networks?: readonly ProfileNetwork[]): Row => ({
    version,
    method,
    path,
    networks,
  });
const [get, post] = [row("GET"), row("POST")];

const postNetworksOf = (version: ApiVersion): PostNetwork[] =>
  postNetworks.filter((network) => postEndpointOf(network).version === version);

const rows = {
  profiles: [
    get(3, "/3/{network}/profiles", profileNetworksOf[3]),
    get(2, "/2/{network}/profiles", profileNetworksOf[2]),
  ],
  post_labels: [get(3, "/3/post/labels"), post(2, "/2/post/labels")],
  post_label_groups: [get(3, "/3/post/label-groups")],
  profile_labels: [get(3, "/3/profile/labels"), post(2, "/2/profile/labels")],
  listening_queries: [get(3, "/3/listening/queries")],
  ad_accounts: [post(3, "/3/ads/accounts")],
  user: [get(3, "/3/user/me"), get(2, "/2/user/me")],
  metrics: [
    post(3, "/3/{network}/metrics", metricNetworksOf[3]),
    post(2, "/2/{network}/metrics", metricNetworksOf[2]),
  ],
  posts: [
    post(3, "/3/{network}/page/posts", postNetworksOf(3)),
    post(2, "/2/{network}/page/posts", postNetworksOf(2)),
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>;

export type Operation = keyof typeof rows;

const isOperation = (name: string): name is Operation => Object.hasOwn(rows, name);
export const operations: readonly Operation[] = Object.keys(rows).filter(isOperation);
export const endpoints: readonly Endpoint[] = operations.flatMap((operation) =>
  rows[operation].map((endpoint) => ({ operation, ...endpoint })),
);

export function endpointOf(operation: Operation, version: ApiVersion): Endpoint {
  const endpoint = endpoints.find(
    (candidate) => candidate.operation === operation && candidate.version === version,
  );
  if (endpoint === undefined) throw new Error(`no endpoint for ${operation}, version ${version}`);
  return endpoint;
}

export const pathOf = ({ path }: Endpoint, network?: ProfileNetwork): string =>
  network === undefined ? path : path.replace("{network}", network);
