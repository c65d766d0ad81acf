/** Reads requests for posts, and rejects them as the API does (spec, posts, Limits). */
import { postsPerPage } from "../catalog/limits.ts";
import type { ApiVersion } from "../catalog/networks.ts";
import { filterablePostFields, sortablePostFields } from "../catalog/post-fields.ts";
import type { SandboxProfile } from "./account.ts";
import { checkInsights, isRecord, readProfiles, readRange, textsOf, type Access } from "./body.ts";
import { postLabels } from "./content.ts";
import { Failure } from "./failure.ts";
import { facebookFields, linkedinFields } from "./posts.ts";

export interface PostsQuery {
  readonly version: ApiVersion;
  readonly start: string;
  readonly end: string;
  readonly profiles: readonly SandboxProfile[];
  readonly fields: readonly string[];
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" };
  readonly filter: { readonly field: string; readonly value: string } | undefined;
  readonly limit: number;
}

export interface PostsContext extends Access {
  /** Milliseconds since 1970. There are no posts after this time. */
  readonly now: number;
  /** The most profiles of a request. */
  readonly maxProfiles: number;
}

/** Reads a request body. @throws Failure with the code of the first rule that the body violates. */
export function readPostsRequest(body: Record<string, unknown>, context: PostsContext): PostsQuery {
  const { version } = context;
  const { start, end } = readRange(body);
  const ids = textsOf(body["profiles"], "profiles");
  if (ids.length > context.maxProfiles)
    throw new Failure(4, [`at most ${context.maxProfiles} profiles`]);
  const fields = readFields(body["fields"], version);
  const sort = readSort(version === 3 ? [body["sort"]].flat()[0] : body["sort"], version);
  const filter = readFilter(body["filter"], version);
  const limit = readLimit(body["limit"], version);
  const profiles = readProfiles(ids, start, context);
  const usedFields = [...fields, sort.field, filter?.field ?? ""];
  if (version === 2 && usedFields.some((name) => name.startsWith("insights_")))
    checkInsights(profiles);
  return { version, start, end, profiles, fields, sort, filter, limit };
}

function readFields(value: unknown, version: ApiVersion): string[] {
  const valid = version === 3 ? linkedinFields : facebookFields;
  if (value === undefined) {
    return version === 3 ? [...valid.keys()].filter((name) => name !== "attachments") : ["id"];
  }
  const fields = textsOf(value, "fields");
  const unknown = fields.filter((name) => !valid.has(name));
  if (unknown.length > 0) throw new Failure(3, ["unknown fields", ...unknown]);
  return fields;
}

function readSort(value: unknown, version: ApiVersion): PostsQuery["sort"] {
  if (value === undefined) return { field: "created_time", order: "desc" };
  const { field, order = "desc" } = isRecord(value) ? value : {};
  const sortable: readonly string[] =
    version === 3 ? [...linkedinFields.keys()] : sortablePostFields;
  if (typeof field !== "string" || !sortable.includes(field))
    throw new Failure(3, ["this field cannot be sorted by"]);
  if (order !== "asc" && order !== "desc") throw new Failure(3, ["order must be asc or desc"]);
  return { field, order };
}

function readFilter(value: unknown, version: ApiVersion): PostsQuery["filter"] {
  if (value === undefined) return undefined;
  const { field, value: wanted } = isRecord(value) ? value : {};
  const filterable: readonly string[] = version === 3 ? [] : filterablePostFields;
  if (typeof field !== "string" || !filterable.includes(field) || typeof wanted !== "string")
    throw new Failure(3, ["this field cannot be filtered by"]);
  if (field === "post_labels" && !postLabels.some(({ id }) => id === wanted))
    throw new Failure(8, [wanted]);
  return { field, value: wanted };
}

function readLimit(value: unknown, version: ApiVersion): number {
  const { most, default: usual } = postsPerPage[version];
  const limit = value ?? usual;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1)
    throw new Failure(3, ["limit must be a positive integer"]);
  if (limit > most) throw new Failure(4, [`a page has at most ${most} posts`]);
  return limit;
}
