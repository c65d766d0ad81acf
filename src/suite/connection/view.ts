/** The lists of an account as if it had only some of its pages: errors and suggestions name no others. */
import type { Entries, ListName, ListRequest } from "../api/client.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import { noLabel } from "../../numbers/cells/result.ts";
import { endings } from "../../catalog/error-codes.ts";
import { profileNetworksOf, type ApiVersion, type ProfileNetwork } from "../../catalog/networks.ts";
import { ToolError } from "../../base/errors/tool-error.ts";
import { Labels } from "./labels.ts";
import type { Lists, View } from "./lists.ts";

/** The pages and labels that a view shows. */
export interface Choice {
  /** The chosen pages of a list, the same list if all are. */
  readonly pagesOf: (
    list: readonly Profile[],
    network: ProfileNetwork,
    labels: readonly ProfileLabel[],
  ) => readonly Profile[];
  readonly isByLabel: boolean;
  /** The networks of the chosen pages, read from a list of labels. */
  readonly networksOf: (list: readonly ProfileLabel[]) => readonly ProfileNetwork[];
  /** Labels that stay although no page is left; undefined: all, with their pages of other networks. */
  readonly staying: ((list: readonly ProfileLabel[]) => readonly ProfileLabel[]) | undefined;
  readonly hasProfilesAlone: boolean;
}

type Shown = {
  readonly [Name in ListName]: (
    list: readonly Entries[Name][],
    request: ListRequest,
  ) => Promise<readonly Entries[Name][]>;
};

/** Each view sees what the one before it shows. */
export const joined =
  (...views: readonly (View | undefined)[]): View =>
  (lists) =>
    views.reduce((seen, view) => view?.(seen) ?? seen, lists);

/** Shows the chosen pages, and the labels with these pages. */
export function viewBy(choice: Choice): View {
  const { networksOf, staying, hasProfilesAlone } = choice;
  // Lists are cached: each is looked through once, and what is made of it stays the same list.
  const cachedPages = cachedBy<readonly Profile[]>();
  const labels = cachedBy<readonly ProfileLabel[]>();
  const networks = cachedBy<readonly ProfileNetwork[]>();
  const sameList = async <One>(list: One): Promise<One> => list;
  const otherLists = hasProfilesAlone ? async () => [] : sameList;
  return (lists) => {
    const pages = new ChosenPages(lists, choice, cachedPages);
    const shown: Shown = {
      profiles: async (list, { version = 3, network }) =>
        network === undefined ? [] : pages.of(list, version, network),
      async profile_labels(list, { version = 3 }) {
        const pageNetworks = networks(list, [], () => networksOf(list));
        const groups = await pages.groupsOf(pageNetworks, version);
        const sources = groups.map((group) => group.pages);
        return labels(list, sources, () => labelsOfPages(list, groups, staying?.(list)));
      },
      post_labels: otherLists,
      post_label_groups: otherLists,
      listening_queries: otherLists,
      ad_accounts: otherLists,
    };
    const get: Lists["get"] = async (name, request = {}, suffices) => {
      // Pages that are not in the view suffice for nothing.
      const isEnough: typeof suffices = (list) => {
        const ids = new Set<string>(cachedPages.known(list)?.map(({ id }) => id));
        return (
          suffices?.(name === "profiles" ? list.filter(({ id }) => ids.has(id)) : list) === true
        );
      };
      return shown[name](await lists.get(name, request, suffices && isEnough), request);
    };
    return { get, note: () => failedText([...pages.failed]) };
  };
}

interface PageGroup {
  readonly network: ProfileNetwork;
  readonly pages: readonly Profile[];
}

/** The chosen pages, as one call sees them. */
class ChosenPages {
  /** The networks whose profiles could not be listed. */
  readonly failed = new Set<ProfileNetwork>();
  readonly #labelLists = new Map<ApiVersion, Promise<readonly ProfileLabel[]>>();

  constructor(
    private readonly lists: Lists,
    private readonly choice: Choice,
    private readonly cached: ReturnType<typeof cachedBy<readonly Profile[]>>,
  ) {}

  async of(
    list: readonly Profile[],
    version: ApiVersion,
    network: ProfileNetwork,
  ): Promise<readonly Profile[]> {
    const { isByLabel, pagesOf } = this.choice;
    const labelList = isByLabel ? await this.#labelsOf(version) : noLabels;
    return this.cached(list, [labelList], () => pagesOf(list, network, labelList));
  }

  async groupsOf(networks: readonly ProfileNetwork[], version: ApiVersion): Promise<PageGroup[]> {
    const listed = networks.filter((network) => profileNetworksOf[version].includes(network));
    const groups = await Promise.all(listed.map((network) => this.#groupOf(network, version)));
    return groups.flat();
  }

  /** Empty for a network whose profiles could not be listed. */
  async #groupOf(network: ProfileNetwork, version: ApiVersion): Promise<PageGroup[]> {
    // Only the list that a call with `fresh` asks for is new.
    const suffices = (): boolean => true;
    const list = await this.lists.get("profiles", { version, network }, suffices).catch(finalError);
    if (!(list instanceof ToolError))
      return [{ network, pages: await this.of(list, version, network) }];
    this.failed.add(network);
    return [];
  }

  #labelsOf(version: ApiVersion): Promise<readonly ProfileLabel[]> {
    const list = this.#labelLists.get(version) ?? this.lists.get("profile_labels", { version });
    this.#labelLists.set(version, list);
    return list;
  }
}

const noLabels: readonly ProfileLabel[] = [];

/** Returns what was made of a list and its sources before, while these are the same. */
function cachedBy<List extends object>() {
  const known = new WeakMap<
    object,
    { readonly sources: readonly object[]; readonly output: List }
  >();
  const of = (list: object, sources: readonly object[], make: () => List): List => {
    const memo = known.get(list);
    const isSame =
      memo?.sources.length === sources.length &&
      memo.sources.every((source, at) => source === sources[at]);
    if (isSame) return memo.output;
    const output = make();
    known.set(list, { sources, output });
    return output;
  };
  return Object.assign(of, { known: (list: object): List | undefined => known.get(list)?.output });
}

/** An error that repeating does not change, such as that of a network that the account does not have. */
function finalError(error: unknown): ToolError {
  if (error instanceof ToolError && !endings.time.includes(error.code)) return error;
  throw error;
}

const failedText = (networks: readonly string[]): string | undefined =>
  networks.length === 0
    ? undefined
    : `The profiles of ${networks.join(" and ")} could not be listed: labels are shown without them.`;

/**
 * The labels of the pages of some networks, with no other pages of these.
 * @param staying labels that stay without a page; undefined: all, with their pages of other networks.
 */
function labelsOfPages(
  list: readonly ProfileLabel[],
  pageGroups: readonly PageGroup[],
  staying: readonly ProfileLabel[] | undefined,
): readonly ProfileLabel[] {
  /** By label: how many of the pages with a name have it. A name stands once for each in the list. */
  const counts = new Map<string, Map<string, number>>();
  for (const { network, pages } of pageGroups) {
    const idsOf = labelIdsOf(list, network, pages);
    for (const page of pages)
      for (const id of idsOf(page)) {
        const names = counts.get(id) ?? new Map<string, number>();
        const key = `${network} ${page.name}`;
        counts.set(id, names.set(key, (names.get(key) ?? 0) + 1));
      }
  }
  const networks = new Set<string>(pageGroups.map(({ network }) => network));
  return list.flatMap((label) => {
    const names = counts.get(label.id);
    if (names === undefined && staying?.includes(label) === false) return [];
    const profiles = label.profiles.filter(({ platform, name }) => {
      if (staying === undefined && !networks.has(platform)) return true;
      const key = `${platform} ${name}`;
      const left = names?.get(key) ?? 0;
      names?.set(key, left - 1);
      return left > 0;
    });
    return [{ ...label, profiles }];
  });
}

/**
 * The ids of the labels of each page. Of pages whose records have none, one of those that share a name stands for all:
 * other clients must not fail for it.
 */
export function labelIdsOf(
  labels: readonly ProfileLabel[],
  network: ProfileNetwork,
  list: readonly Profile[],
): (page: Profile) => readonly string[] {
  const isLabelled = (page: Profile): boolean => page.labels !== undefined;
  const unlabelled = list.filter((page) => !isLabelled(page));
  const named = new Map(unlabelled.map((page) => [page.name, page]));
  const byName = new Labels(labels, network, [...named.values()]);
  const byRecord = new Labels(labels, network, list.filter(isLabelled));
  const idsOf = (page: Profile): readonly string[] =>
    isLabelled(page) ? byRecord.of(page) : byName.of(named.get(page.name) ?? page);
  return (page) => idsOf(page).filter((id) => id !== noLabel);
}
