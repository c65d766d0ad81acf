/** The differences between the post endpoints, by network (spec, Version 3: posts; POST /2/facebook/page/posts). */
import { postsPerPage } from "./limits.ts";
import type { ApiVersion } from "./networks.ts";
import { facebookPostFields, filterablePostFields, sortablePostFields } from "./post-fields.ts";
import type { PostField } from "./post-fields.ts";

export interface PostEndpoint {
  readonly version: ApiVersion;
  /** The fields in the spec. Undefined: the spec lists none, so any field name is accepted. */
  readonly fields?: readonly PostField[];
  readonly sortable?: readonly string[];
  readonly filterable?: readonly string[];
  /** Requested beside `identityFields` if the caller names no fields. Undefined requests the API's default fields. */
  readonly defaultFields?: readonly string[];
  /** Always requested: they identify a post, its time and, if there is such a field, its profile. */
  readonly identityFields: readonly string[];
  /** Sorted by if the caller names no field. Undefined requests the API's default order. */
  readonly defaultSort?: string;
  readonly maxPageSize: number;
  /** The request for a further page contains only the cursor. Undefined: it repeats the whole body. */
  readonly continuesByCursorAlone?: true;
  /** `sort` is a list in the request body. */
  readonly sortIsList?: true;
}

const postEndpoints = {
  linkedin: {
    version: 3,
    identityFields: ["id", "created_time"],
    maxPageSize: postsPerPage[3].most,
    continuesByCursorAlone: true,
    sortIsList: true,
  },
  facebook: {
    version: 2,
    fields: facebookPostFields,
    sortable: sortablePostFields,
    filterable: filterablePostFields,
    defaultFields: ["type", "url", "message", "interactions", "reactions", "comments", "shares"],
    identityFields: ["id", "created_time", "page_id"],
    defaultSort: "created_time",
    maxPageSize: postsPerPage[2].most,
  },
} as const satisfies Readonly<Record<string, PostEndpoint>>;

export type PostNetwork = keyof typeof postEndpoints;

const isPostNetwork = (name: string): name is PostNetwork => Object.hasOwn(postEndpoints, name);
/** The networks whose posts can be listed, in either version. */
export const postNetworks: readonly PostNetwork[] = Object.keys(postEndpoints)
  .filter(isPostNetwork)
  .toSorted();

export const postEndpointOf = (network: PostNetwork): PostEndpoint => postEndpoints[network];
