/** Checks a question about posts against the specification's lists, before any request is spent. */
import { invalidInput } from "../errors/tool-error.ts";
import {
  defaultPostFields,
  facebookPostFields,
  filterablePostFields,
  sortablePostFields,
} from "../catalog/post-fields.ts";
import type { ApiVersion, ProfileNetwork } from "../catalog/networks.ts";
import { nearest } from "../text/nearest.ts";

export interface AskedPosts {
  readonly version: ApiVersion;
  readonly network: ProfileNetwork;
  readonly fields: readonly string[] | undefined;
  readonly sortBy: string | undefined;
  readonly order: "asc" | "desc" | undefined;
  readonly filter: { readonly field: string; readonly value: string } | undefined;
}

export interface PostsQuestion {
  readonly version: ApiVersion;
  readonly network: ProfileNetwork;
  /** Undefined: the API's own choice. */
  readonly fields: readonly string[] | undefined;
  readonly sort: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
  readonly filter: { readonly field: string; readonly value: string } | undefined;
  /** Ids are shown only where they were asked for. */
  readonly showsIds: boolean;
  /** Some of it needs profiles whose insights are on. */
  readonly needsInsights: boolean;
}

/** Without them posts can be neither told apart nor placed in time, nor, where the field is known, with a profile. */
const always: Record<ApiVersion, readonly string[]> = {
  2: ["id", "created_time", "page_id"],
  3: ["id", "created_time"],
};

/** @throws ToolError `invalid_input` that says what would be right. */
export function validatePosts(asked: AskedPosts): PostsQuestion {
  const { version, network, filter } = asked;
  const chosen =
    asked.fields === undefined ? undefined : [...new Set([...always[version], ...asked.fields])];
  const sort =
    asked.sortBy === undefined ? undefined : { field: asked.sortBy, order: asked.order ?? "desc" };
  const showsIds = asked.fields?.includes("id") ?? false;
  // The specification shows what version 2 takes; version 3's names pass through.
  if (version === 3) {
    if (asked.order !== undefined && sort === undefined) {
      throw invalidInput(
        "order is given without sort_by",
        "Name the field to sort by, such as created_time, or leave order out.",
      );
    }
    return { version, network, fields: chosen, sort, filter, showsIds, needsInsights: false };
  }
  const known = facebookPostFields.map(({ name }) => name);
  check("field", chosen ?? [], known);
  check("field to sort by", sort === undefined ? [] : [sort.field], sortablePostFields);
  check("field to filter by", filter === undefined ? [] : [filter.field], filterablePostFields);
  const fields = chosen ?? defaultPostFields;
  const touched = [...fields, sort?.field ?? "", filter?.field ?? ""];
  return {
    version,
    network,
    fields,
    sort: sort ?? { field: "created_time", order: asked.order ?? "desc" },
    filter,
    showsIds,
    needsInsights: touched.some((name) => name.startsWith("insights_")),
  };
}

function check(what: string, names: readonly string[], known: readonly string[]): void {
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
