/** The pages that a caller or a report may see, chosen by labels and names: the account has no others then. */
import type { Profile, ProfileLabel } from "../api/records.ts";
import { profileNetworksOf, type ProfileNetwork } from "../../catalog/networks.ts";
import { tellUser, ToolError, upstreamError } from "../../base/errors/tool-error.ts";
import type { View } from "./lists.ts";
import { ourLimits } from "../../catalog/limits.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { some } from "../../base/text/words.ts";
import { findNamed } from "./names.ts";
import type { Selection } from "./selection.ts";
import { joined, labelIdsOf, viewBy } from "./view.ts";

type Pages = Selection & { readonly profiles?: readonly string[] | undefined };

interface ViewOptions {
  /** A page that any of them chooses is in the view. Their names are those of the account. */
  readonly scopes: readonly Pages[];
  /** The networks that are asked; all (default). */
  readonly networks?: readonly ProfileNetwork[];
  /** Labels that stay without a page, because a question names them; none (default). */
  readonly labels?: readonly string[];
  /** Finds the labels that choose pages; by their ids, names or words (default). */
  readonly find?: FindLabels;
  /** Lists that are not of profiles are empty. */
  readonly hasProfilesAlone?: boolean;
}

/** The pages with any of the labels of each list, and no other list of the account; undefined where no list has one. */
export function viewWithin(limits: readonly (readonly string[])[]): View | undefined {
  const views = limits
    .filter(({ length }) => length > 0)
    .map((labels) => viewOf({ scopes: [{ labels }], hasProfilesAlone: true, find: exactly }));
  return views.length === 0 ? undefined : joined(...views);
}

/**
 * @example viewOf({ scopes: [{ labels: ["Acme"] }] })(lists) // lists of Acme alone
 * Its lists throw ToolError `unknown_labels` for a label that the account does not have.
 */
export function viewOf({
  scopes,
  networks = profileNetworksOf[3],
  labels = [],
  find = labelsNamed,
  hasProfilesAlone = false,
}: ViewOptions): View {
  return viewBy({
    pagesOf(list, network, labelList) {
      const networkScopes = networks.includes(network) ? scopes : [];
      const chosen = new Set(
        networkScopes.flatMap((scope) => pagesIn(scope, network, [list, labelList], find)),
      );
      return list.filter((page) => chosen.has(page));
    },
    isByLabel: scopes.some(
      ({ labels: any, labelsAll, labelsNot }) => any ?? labelsAll ?? labelsNot,
    ),
    networksOf(list) {
      const platforms = new Set(
        scopes.flatMap(({ labels: any }): readonly string[] =>
          any === undefined ? networks : platformsOf(find(any, list)),
        ),
      );
      return networks.filter((network) => platforms.has(network));
    },
    staying: (list) => findNamed(labels, list, "profile label").matches,
    hasProfilesAlone,
  });
}

/** The networks of the pages with a label. */
const platformsOf = (labels: readonly ProfileLabel[]): string[] =>
  labels.flatMap(({ profiles }) => profiles.map(({ platform }) => platform));

/** Finds labels. @throws ToolError `unknown_labels`: without the label, the view would have other pages. */
type FindLabels = (
  texts: readonly string[],
  list: readonly ProfileLabel[],
) => readonly ProfileLabel[];

const labelsNamed: FindLabels = (texts, list) => {
  const { matches, unknown } = findNamed(texts, list, "profile label");
  if (unknown.length > 0) throw unknownLabels(unknown);
  return matches;
};

/** By id or name, letter for letter: a limit must not move to a label that is like one that is gone. */
const exactly: FindLabels = (texts, list) => {
  const isExact = (text: string): boolean => {
    const shown = plainText(text, ourLimits.textLength);
    return list.some(({ id, name }) => id === text || name === shown);
  };
  const unknown = texts.filter((text) => !isExact(text));
  if (unknown.length > 0) throw unknownLabels(unknown);
  return labelsNamed(texts, list);
};

function unknownLabels(unknown: readonly string[]): ToolError {
  const named = unknown.map((text) => plainText(text, ourLimits.textLength));
  return new ToolError(
    "unknown_labels",
    `the account has no profile label ${some(named, 10)}, which limits the pages that are visible here`,
    tellUser`Ask whoever chose the label to correct it.`,
  );
}

/** @throws ToolError `upstream_failed` where two pages of one name cannot be told apart by their labels. */
function pagesIn(
  { profiles, profilesNot = [], labels, labelsAll = [], labelsNot = [] }: Pages,
  network: ProfileNetwork,
  [list, labelList]: readonly [readonly Profile[], readonly ProfileLabel[]],
  find: FindLabels,
): Profile[] {
  const noun = `${network} profile`;
  const [any = [], requiredIds = [], none = []] = [labels ?? [], labelsAll, labelsNot].map(
    (texts) => find(texts, labelList).map(({ id }) => id),
  );
  const idsOf = labelIdsOf(labelList, network, list);
  const among = profiles === undefined ? list : findNamed(profiles, list, noun).matches;
  const without = new Set(findNamed(profilesNot, list, noun).matches);
  const chosen = among.filter((page) => {
    const ids = idsOf(page);
    const has = (id: string): boolean => ids.includes(id);
    const isChosen = labels === undefined || any.some(has);
    return isChosen && requiredIds.every(has) && !none.some(has) && !without.has(page);
  });
  const byLabel = chosen.filter((page) => page.labels === undefined && profiles === undefined);
  const counts = new Map<string, number>();
  for (const { name } of list) counts.set(name, (counts.get(name) ?? 0) + 1);
  const twice = byLabel.find(({ name }) => counts.get(name) !== 1);
  if (twice === undefined) return chosen;
  throw upstreamError(
    `two profiles are named ${JSON.stringify(twice.name)}, so their labels cannot be distinguished`,
    undefined,
    { isFinal: true },
  );
}
