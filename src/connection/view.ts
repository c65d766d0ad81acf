/** The lists of an account as if it had only some of its pages: what a client may see, errors and suggestions included. */
import type { Entries, ListName, ListRequest } from "../api/client.ts";
import type { Profile, ProfileLabel } from "../api/records.ts";
import { noLabel } from "../cells/result.ts";
import { profileNetworksOf, type ApiVersion, type ProfileNetwork } from "../catalog/networks.ts";
import { tellUser, ToolError, upstreamError } from "../errors/tool-error.ts";
import { Labels } from "./labels.ts";
import type { Lists, View } from "./lists.ts";
import { findNamed, unknownText } from "./names.ts";
import type { Selection } from "./selection.ts";

type Pages = Selection & { readonly profiles?: readonly string[] | undefined };

interface ViewOptions {
  /** A page that any of them chooses is in the view. Their names are those of the account. */
  readonly scopes: readonly Pages[];
  /** The networks that are asked; all (default). */
  readonly networks?: readonly ProfileNetwork[];
  /** Labels that stay without a page, because a question names them; none (default). */
  readonly labels?: readonly string[];
  /** Lists that are not of profiles are empty. */
  readonly hasProfilesAlone?: true;
}

type Shown = {
  readonly [Name in ListName]: (
    list: readonly Entries[Name][],
    request: ListRequest,
  ) => Promise<readonly Entries[Name][]>;
};

/** The pages with any of the labels of each list, and no other list of the account; undefined where no list has one. */
export function viewWithin(limits: readonly (readonly string[])[]): View | undefined {
  const views = limits
    .filter(({ length }) => length > 0)
    .map((labels) => viewOf({ scopes: [{ labels }], hasProfilesAlone: true }));
  return views.length === 0 ? undefined : joined(...views);
}

/** Each view sees what the one before it shows. */
export const joined =
  (...views: readonly (View | undefined)[]): View =>
  (lists) =>
    views.reduce((seen, view) => view?.(seen) ?? seen, lists);

/**
 * @example viewOf({ scopes: [{ labels: ["Acme"] }] })(lists) // lists of Acme alone
 * Its lists throw ToolError `unknown_labels` for a label that the account does not have.
 */
export function viewOf({
  scopes,
  networks = profileNetworksOf[3],
  labels: named = [],
  hasProfilesAlone,
}: ViewOptions): View {
  // Lists are cached: each is looked through once, and what is made of it stays the same list.
  const pages = cachedBy<readonly Profile[]>();
  const labels = cachedBy<readonly ProfileLabel[]>();
  const isByLabel = scopes.some(
    ({ labels: any, labelsAll, labelsNot }) => any ?? labelsAll ?? labelsNot,
  );
  const whole = async <One>(list: One): Promise<One> => list;
  const others = hasProfilesAlone === true ? async () => [] : whole;
  return (lists) => {
    // A call with `fresh` asks for new lists itself.
    const cached = (): boolean => true;
    const pagesIn = async (
      list: readonly Profile[],
      version: ApiVersion,
      network: ProfileNetwork,
    ) => {
      const all = isByLabel ? await lists.get("profile_labels", { version }, cached) : noLabels;
      return pages(list, [all], () => {
        const chosen = new Set(scopes.flatMap((scope) => pagesOf(scope, network, list, all)));
        return list.filter((page) => chosen.has(page));
      });
    };
    const shown: Shown = {
      profiles: async (list, { version = 3, network }) =>
        network !== undefined && networks.includes(network) ? pagesIn(list, version, network) : [],
      async profile_labels(list, { version = 3 }) {
        const found = await Promise.all(
          networksOf(scopes, list, networks, version).map(async (network) => {
            const all = await lists.get("profiles", { version, network }, cached);
            return { network, pages: await pagesIn(all, version, network) };
          }),
        );
        const stay = (): ReadonlySet<ProfileLabel> =>
          new Set(findNamed(named, list, "profile label").found);
        return labels(
          list,
          found.map((one) => one.pages),
          () => labelsOfPages(list, found, stay()),
        );
      },
      post_labels: others,
      post_label_groups: others,
      listening_queries: others,
      ad_accounts: others,
    };
    const get: Lists["get"] = async (name, request = {}, suffices) =>
      shown[name](await lists.get(name, request, suffices), request);
    return { get, note: () => undefined };
  };
}

const noLabels: readonly ProfileLabel[] = [];

/** Returns what was made of a list and its sources before, while these are the same. */
function cachedBy<List extends object>() {
  const known = new WeakMap<List, { readonly sources: readonly object[]; readonly made: List }>();
  return (list: List, sources: readonly object[], make: () => List): List => {
    const found = known.get(list);
    if (found?.sources.every((source, at) => source === sources[at]) === true) return found.made;
    const made = make();
    known.set(list, { sources, made });
    return made;
  };
}

/** The networks on which the scopes can have pages: where labels choose them, those of the pages with these labels. */
function networksOf(
  scopes: readonly Pages[],
  list: readonly ProfileLabel[],
  networks: readonly ProfileNetwork[],
  version: ApiVersion,
): ProfileNetwork[] {
  const platforms = new Set(
    scopes.flatMap(({ labels }): readonly string[] =>
      labels === undefined
        ? networks
        : labelsNamed(labels, list).flatMap((label) =>
            label.profiles.map(({ platform }) => platform),
          ),
    ),
  );
  return networks.filter(
    (network) => platforms.has(network) && profileNetworksOf[version].includes(network),
  );
}

/** @throws ToolError `unknown_labels`: without the label, the view would have other pages. */
function labelsNamed(
  texts: readonly string[],
  list: readonly ProfileLabel[],
): readonly ProfileLabel[] {
  const { found, unknown } = findNamed(texts, list, "profile label");
  if (unknown.length === 0) return found;
  throw new ToolError(
    "unknown_labels",
    `the account has no profile label ${unknownText(unknown, [])}, which limits the pages that are visible here`,
    tellUser`Ask whoever chose the label to correct it.`,
  );
}

/** The labels of the pages, with no other pages, and those that stay. */
function labelsOfPages(
  list: readonly ProfileLabel[],
  found: readonly { readonly network: ProfileNetwork; readonly pages: readonly Profile[] }[],
  stay: ReadonlySet<ProfileLabel>,
): readonly ProfileLabel[] {
  /** By label: how many of the pages with a name have it. A name stands once for each in the list. */
  const counts = new Map<string, Map<string, number>>();
  for (const { network, pages } of found) {
    const idsOf = labelIdsOf(list, network, pages);
    for (const page of pages)
      for (const id of idsOf(page)) {
        const names = counts.get(id) ?? new Map<string, number>();
        const key = `${network} ${page.name}`;
        counts.set(id, names.set(key, (names.get(key) ?? 0) + 1));
      }
  }
  return list.flatMap((label) => {
    const names = counts.get(label.id);
    if (names === undefined && !stay.has(label)) return [];
    const profiles = label.profiles.filter(({ platform, name }) => {
      const key = `${platform} ${name}`;
      const left = names?.get(key) ?? 0;
      names?.set(key, left - 1);
      return left > 0;
    });
    return [{ ...label, profiles }];
  });
}

/** The ids of the labels of each page. One of those that share a name stands for all: other clients must not fail for it. */
function labelIdsOf(
  labels: readonly ProfileLabel[],
  network: ProfileNetwork,
  list: readonly Profile[],
): (page: Profile) => readonly string[] {
  const named = new Map(list.map((page) => [page.name, page]));
  const standIn = (page: Profile): Profile =>
    page.labels === undefined ? (named.get(page.name) ?? page) : page;
  const membership = new Labels(
    labels,
    network,
    list.filter((page) => standIn(page) === page),
  );
  return (page) => membership.of(standIn(page)).filter((id) => id !== noLabel);
}

/** @throws ToolError `upstream_failed` where two pages of one name cannot be told apart by their labels. */
function pagesOf(
  { profiles, profilesNot = [], labels, labelsAll = [], labelsNot = [] }: Pages,
  network: ProfileNetwork,
  list: readonly Profile[],
  labelList: readonly ProfileLabel[],
): Profile[] {
  const noun = `${network} profile`;
  const [any = [], all = [], none = []] = [labels ?? [], labelsAll, labelsNot].map((texts) =>
    labelsNamed(texts, labelList).map(({ id }) => id),
  );
  const idsOf = labelIdsOf(labelList, network, list);
  const among = profiles === undefined ? list : findNamed(profiles, list, noun).found;
  const without = new Set(findNamed(profilesNot, list, noun).found);
  const chosen = among.filter((page) => {
    const ids = idsOf(page);
    const has = (id: string): boolean => ids.includes(id);
    const isChosen = labels === undefined || any.some(has);
    return isChosen && all.every(has) && !none.some(has) && !without.has(page);
  });
  const byLabel = chosen.filter((page) => page.labels === undefined && profiles === undefined);
  const seen = new Set<string>();
  const twice = byLabel.find(({ name }) => seen.size === seen.add(name).size);
  if (twice === undefined) return chosen;
  throw upstreamError(
    `two profiles are named ${JSON.stringify(twice.name)}, so their labels cannot be distinguished`,
    undefined,
    { isFinal: true },
  );
}
