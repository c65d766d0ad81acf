/** The account's lists, cached for ten minutes per credential, so that names and labels cost no quota. */
import type { ApiClient, Entries, ListName, ListRequest } from "../api/client.ts";
import type { ApiList } from "../api/records.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { upstreamError } from "../../base/errors/tool-error.ts";
import { plural } from "../../base/text/words.ts";
import { ReadThroughCache } from "./answers/read-through-cache.ts";
import type { Asking, ReadThroughOptions } from "./answers/read-through-cache.ts";

/** The lists as one call sees them. */
export interface Lists {
  /**
   * @param suffices returns true if a cached list is enough for a call with `fresh`; no list is (default).
   * @throws ToolError `upstream_failed` for a list of which no entry has an id.
   */
  get<Name extends ListName>(
    name: Name,
    request?: ListRequest,
    suffices?: (list: readonly Entries[Name][]) => boolean,
  ): Promise<readonly Entries[Name][]>;
  /** Returns a note on the entries that the lists of this call lack; undefined if they are complete. */
  note(): string | undefined;
}

/** Shows a call a part of the account's lists. */
export type View = (lists: Lists) => Lists;

/** Returns the lists of each call: shared by all calls, requested with the call's own client. */
export function cachedLists(
  options: Pick<ReadThroughOptions, "now" | "cache" | "memory">,
): (api: ApiClient, asking: Asking) => Lists {
  const cached = <Name extends ListName>(name: Name): ReadThroughCache<ApiList<Entries[Name]>> =>
    new ReadThroughCache(`list of ${name}`, { ...options, seconds: ourLimits.listSeconds });
  const caches: { readonly [Name in ListName]: ReadThroughCache<ApiList<Entries[Name]>> } = {
    profiles: cached("profiles"),
    post_labels: cached("post_labels"),
    post_label_groups: cached("post_label_groups"),
    profile_labels: cached("profile_labels"),
    listening_queries: cached("listening_queries"),
    ad_accounts: cached("ad_accounts"),
  };
  return (api, asking) => {
    /** Entries without an id, by list. */
    const withoutId = new Map<string, number>();
    return {
      async get(name, request = {}, suffices) {
        const { version = 3, network = "", days } = request;
        const place = [version, network, ...Object.values(days ?? {})].join(" ");
        const list = await caches[name].get(
          place,
          (signal) => api.list(name, request, signal),
          asking,
          suffices && ((cachedList) => suffices(cachedList.entries)),
        );
        withoutId.set(name, list.withoutId);
        if (list.withoutId === 0 || list.entries.length > 0) return list.entries;
        throw upstreamError(`${withoutIdText(list.withoutId)}, and it has no others`);
      },
      note() {
        const count = [...withoutId.values()].reduce((sum, number) => sum + number, 0);
        return count === 0 ? undefined : `${withoutIdText(count)}: they are omitted.`;
      },
    };
  };
}

const withoutIdText = (count: number): string =>
  `${plural(count, "entry")} of the API's list ${count === 1 ? "has" : "have"} no id`;
