/** A question about posts, validated against the specification's lists; no request. */
import { postEndpointOf, type PostNetwork } from "../catalog/post-endpoints.ts";
import { invalidInput } from "../errors/tool-error.ts";
import { nearest } from "../text/nearest.ts";

type Order = "asc" | "desc";
type Filter = { readonly field: string; readonly value: string };

export interface RequestedPosts {
  readonly network: PostNetwork;
  readonly fields: readonly string[] | undefined;
  readonly sortBy: string | undefined;
  readonly order: Order | undefined;
  readonly filter: Filter | undefined;
}

export interface PostsQuestion {
  readonly network: PostNetwork;
  /** Undefined: the API's choice. */
  readonly fields: readonly string[] | undefined;
  /** Undefined: the API's own order. */
  readonly sort: { readonly field: string; readonly order: Order } | undefined;
  readonly filter: Filter | undefined;
  /** Ids are shown only where they were requested. */
  readonly showsIds: boolean;
  /** Some of the fields need profiles whose insights are on. */
  readonly needsInsights: boolean;
}

/** @throws ToolError `invalid_input` that names the nearest valid values. */
export function validatePosts(requested: RequestedPosts): PostsQuestion {
  const { network, filter, sortBy, order } = requested;
  const endpoint = postEndpointOf(network);
  const { identityFields, defaultFields, defaultSort } = endpoint;
  const fields =
    requested.fields === undefined
      ? defaultFields
      : [...new Set([...identityFields, ...requested.fields])];
  const field = sortBy ?? defaultSort;
  if (order !== undefined && field === undefined) {
    throw invalidInput(
      "order is given without sort_by",
      "Name the field to sort by, such as created_time, or leave order out.",
    );
  }
  const names = endpoint.fields?.map(({ name }) => name);
  check("field", requested.fields ?? [], names);
  check("field to sort by", sortBy === undefined ? [] : [sortBy], endpoint.sortable);
  check("field to filter by", filter === undefined ? [] : [filter.field], endpoint.filterable);
  const used = [...(fields ?? []), field ?? "", filter?.field ?? ""];
  return {
    network,
    fields,
    sort: field === undefined ? undefined : { field, order: order ?? "desc" },
    filter,
    showsIds: requested.fields?.includes("id") ?? false,
    needsInsights: names !== undefined && used.some((name) => name.startsWith("insights_")),
  };
}

/** @param known undefined where the specification lists no names: any passes through. */
function check(what: string, names: readonly string[], known: readonly string[] = names): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const hints = unknown.map(
    (name) => `${JSON.stringify(name.slice(0, 80))} (nearest: ${nearest(name, known).join(", ")})`,
  );
  throw invalidInput(
    `no ${what} of posts: ${hints.slice(0, 5).join(", ")}`,
    `Choose from ${known.join(", ")}.`,
  );
}
