/** Validates a question about posts against the lists of the specification, without a request. */
import type { PostsRequest } from "../../suite/api/posts.ts";
import { postEndpointOf } from "../../catalog/post-endpoints.ts";
import { attempt, throwErrors } from "../../base/errors/joined.ts";
import { inputError } from "../../base/errors/tool-error.ts";
import { postFieldSaid } from "../../catalog/words.ts";
import { nearestText } from "../../base/text/nearest.ts";

export interface RequestedPosts extends Pick<PostsRequest, "network" | "fields" | "filter"> {
  readonly sortBy: string | undefined;
  readonly order: "asc" | "desc" | undefined;
}

/** Undefined `fields` and `sort`: the API's default fields and order. */
export interface PostsQuestion extends Pick<
  PostsRequest,
  "network" | "fields" | "filter" | "sort"
> {
  /** True if the caller requested the field `id`. */
  readonly showsIds: boolean;
  /** True if a field needs profiles whose insights are enabled. */
  readonly needsInsights: boolean;
}

/** @throws ToolError `invalid_input` that lists the nearest valid values. */
export function validatePosts(requested: RequestedPosts): PostsQuestion {
  const { network, filter, sortBy, order } = requested;
  const endpoint = postEndpointOf(network);
  const { identityFields, defaultFields, defaultSort } = endpoint;
  const named = requested.fields ?? defaultFields;
  const field = sortBy ?? defaultSort;
  // The field that sorts is shown, unless the caller names what to show.
  const sorting = requested.fields === undefined ? [field ?? []].flat() : [];
  const fields = named && [...new Set([...identityFields, ...named, ...sorting])];
  if (order !== undefined && field === undefined) {
    throw inputError(
      "order is given without sort_by",
      "Name the field to sort by, such as created_time, or leave order out.",
    );
  }
  const names = endpoint.fields?.map(({ name }) => name);
  throwErrors(
    attempt(() => check("field of posts", requested.fields ?? [], names)),
    attempt(() => check("field that sorts posts", [sortBy ?? []].flat(), endpoint.sortable)),
    attempt(() =>
      check("field that filters posts", [filter?.field ?? []].flat(), endpoint.filterable),
    ),
  );
  const used = [...(fields ?? []), field, filter?.field];
  return {
    network,
    fields,
    sort: field === undefined ? undefined : { field, order: order ?? "desc" },
    filter,
    showsIds: requested.fields?.includes("id") ?? false,
    needsInsights: names !== undefined && used.some((name) => name?.startsWith("insights_")),
  };
}

/** @param valid undefined if the specification lists no names: any name is accepted. */
function check(what: string, names: readonly string[], valid: readonly string[] = names): void {
  const unknown = names.filter((name) => !valid.includes(name));
  if (unknown.length === 0) return;
  const hints = unknown.map((name) => {
    const said = postFieldSaid(name) ?? "";
    return valid.includes(said) ? ` (write ${said})` : nearestText(name, valid);
  });
  const named = unknown.map((name, at) => `${JSON.stringify(name.slice(0, 80))}${hints[at]}`);
  // The list is long: it is given where nothing is near.
  const choices = hints.every((hint) => hint !== "")
    ? "Write one of these."
    : `Choose from ${valid.join(", ")}.`;
  throw inputError(`not a ${what}: ${named.slice(0, 5).join(", ")}`, choices);
}
