/** The lists of an account as if it had only some of its pages: what a client may see, errors and suggestions included. */
import type { Profile, ProfileLabel } from "../../api/records.ts";
import type { MetricNetwork } from "../../catalog/networks.ts";
import type { Lists, View } from "../../connection/lists.ts";
import { findNamed } from "../../connection/names.ts";
import { upstreamError } from "../../errors/tool-error.ts";
import { Labels } from "../../connection/labels.ts";
import type { Scope } from "./resolve.ts";

type Pages = Pick<Scope, "profiles" | "profilesNot" | "labels" | "labelsAll" | "labelsNot">;

interface ViewOptions {
  /** A page that any of them chooses is in the view. Their names are those of the account. */
  readonly scopes: readonly Pages[];
  /** The networks that are asked. */
  readonly networks: readonly MetricNetwork[];
  /** Labels that stay without a page, because a question names them. */
  readonly labels: readonly string[];
}

/** @example viewOf({ scopes: [{ labels: ["Acme"] }], networks: ["facebook"], labels: [] })(lists) // lists of Acme alone */
export function viewOf({ scopes, networks, labels: named }: ViewOptions): View {
  // Lists are cached: each is looked through once.
  const known = new WeakMap<readonly Profile[], ReadonlySet<string>>();
  return (lists) => {
    const idsOf = async (network: MetricNetwork, version: 2 | 3): Promise<ReadonlySet<string>> => {
      const list = await lists.get("profiles", { version, network });
      const isLabelled = scopes.some(
        ({ labels, labelsAll, labelsNot }) => labels ?? labelsAll ?? labelsNot,
      );
      const labels = isLabelled ? await lists.get("profile_labels", { version }) : [];
      const ids =
        known.get(list) ??
        new Set(
          scopes.flatMap((scope) => pagesIn(scope, network, list, labels).map(({ id }) => id)),
        );
      known.set(list, ids);
      return ids;
    };
    const get: Lists["get"] = async (name, request = {}) => {
      const { version = 3, network } = request;
      const list = await lists.get(name, request);
      const asked = networks.find((one) => one === network);
      if (name === "profiles") {
        const ids = asked === undefined ? new Set() : await idsOf(asked, version);
        return list.filter(({ id }) => ids.has(id));
      }
      if (name !== "profile_labels") return list;
      const pages = new Set<string>();
      for (const one of networks) {
        const ids = await idsOf(one, version);
        for (const page of await lists.get("profiles", { version, network: one }))
          if (ids.has(page.id)) pages.add(`${one} ${page.name}`);
      }
      const labels = await lists.get("profile_labels", request);
      const stay = new Set(findNamed(named, labels, "profile label").found);
      const ids = new Set(
        labels.flatMap((label) =>
          stay.has(label) ||
          label.profiles.some((page) => pages.has(`${page.platform} ${page.name}`))
            ? label.id
            : [],
        ),
      );
      return list.filter(({ id }) => ids.has(id));
    };
    return { get, note: () => undefined };
  };
}

/** @throws ToolError `upstream_failed` where two pages of one name cannot be told apart by their labels. */
function pagesIn(
  { profiles, profilesNot = [], labels, labelsAll = [], labelsNot = [] }: Pages,
  network: MetricNetwork,
  list: readonly Profile[],
  labelList: readonly ProfileLabel[],
): Profile[] {
  const noun = `${network} profile`;
  const [any, all, none] = [labels ?? [], labelsAll, labelsNot].map((texts) =>
    findNamed(texts, labelList, "profile label").found.map(({ id }) => id),
  );
  // One of those that share a name stands for all: other clients must not fail for it.
  const named = new Map(list.map((page) => [page.name, page]));
  const isOwn = ({ labels: own }: Profile): boolean => own !== undefined;
  const membership = new Labels(
    labelList,
    network,
    list.filter((page) => isOwn(page) || named.get(page.name) === page),
  );
  const labelsOf = (page: Profile): readonly string[] =>
    membership.of(isOwn(page) ? page : (named.get(page.name) ?? page));
  const among = profiles === undefined ? list : findNamed(profiles, list, noun).found;
  const without = new Set(findNamed(profilesNot, list, noun).found);
  const chosen = among.filter((page) => {
    const own = labelsOf(page);
    const isChosen = labels === undefined || any?.some((id) => own.includes(id)) === true;
    const hasAll = all?.every((id) => own.includes(id)) === true;
    return (
      isChosen && hasAll && none?.some((id) => own.includes(id)) !== true && !without.has(page)
    );
  });
  const byLabel = chosen.filter((page) => !isOwn(page) && profiles === undefined);
  const seen = new Set<string>();
  const twice = byLabel.find(({ name }) => seen.size === seen.add(name).size);
  if (twice === undefined) return chosen;
  throw upstreamError(
    `two profiles are named ${JSON.stringify(twice.name)}, so their labels cannot be distinguished`,
    undefined,
    { isFinal: true },
  );
}
