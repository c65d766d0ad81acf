/** The post endpoints, by network: what sets them apart (spec, Version 3: posts; POST /2/facebook/page/posts). */
import { postsPerPage } from "./limits.ts";
import type { ApiVersion } from "./networks.ts";
import {
  defaultPostFields,
  facebookPostFields,
  filterablePostFields,
  sortablePostFields,
  type PostField,
} from "./post-fields.ts";

export interface PostEndpoint {
  readonly version: ApiVersion;
  /** The spec lists the fields; where it does not, field names pass through, and records may hold others. */
  readonly fields?: readonly PostField[];
  readonly sortable?: readonly string[];
  readonly filterable?: readonly string[];
  /** Requested where the caller names no fields; the API's choice (default). */
  readonly defaultFields?: readonly string[];
  /** Always requested: they identify a post, its time and, where the field is known, its profile. */
  readonly identityFields: readonly string[];
  /** The field to sort by where the caller names none; the API's own order (default). */
  readonly defaultSort?: string;
  readonly maxPageSize: number;
  /** A further page is requested by its cursor alone; otherwise the whole body is repeated. */
  readonly continuesByCursorAlone: boolean;
  /** The body's `sort` is a list. */
  readonly sortIsList: boolean;
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
    defaultFields: defaultPostFields,
    identityFields: ["id", "created_time", "page_id"],
    defaultSort: "created_time",
    maxPageSize: postsPerPage[2].most,
    continuesByCursorAlone: false,
    sortIsList: false,
  },
} as const satisfies Readonly<Record<string, PostEndpoint>>;

export type PostNetwork = keyof typeof postEndpoints;

export const postEndpointOf = (network: PostNetwork): PostEndpoint => postEndpoints[network];
