/** The pages that the operator's catalogue leaves out of every answer, such as test pages. */
import { profileNetworksOf } from "../../catalog/networks.ts";
import { ownCatalogue, type OwnCatalogue } from "../../catalog/own.ts";
import { withoutPages } from "./left-out.ts";
import type { View } from "./lists.ts";
import { nameKey, namedBy } from "./names.ts";
import { viewBy } from "./view.ts";

/** All pages but those that the operator's catalogue leaves out. */
export const withoutLeftOut: View = (lists) => {
  const catalogue = ownCatalogue();
  if (catalogue.leftOut.length === 0) return lists;
  const view = viewsOfCatalogues.get(catalogue) ?? viewWithout(catalogue);
  viewsOfCatalogues.set(catalogue, view);
  return { ...view(lists), note: () => lists.note() };
};

const viewsOfCatalogues = new WeakMap<OwnCatalogue, View>();

/** A page without a network is named on all of them. */
function viewWithout({ leftOut }: OwnCatalogue): View {
  const names = new Set(
    leftOut.flatMap(({ network, profile }) => (network === undefined ? [nameKey(profile)] : [])),
  );
  const isLeftOut = ({ name }: { readonly name: string }): boolean => names.has(nameKey(name));
  return viewBy({
    pagesOf(list, network) {
      const pages = [
        ...list.filter(isLeftOut),
        ...leftOut.flatMap((page) => (page.network === network ? namedBy(page.profile, list) : [])),
      ];
      return pages.length === 0 ? list : withoutPages(list, new Set(pages));
    },
    isByLabel: false,
    networksOf(list) {
      const platforms = new Set<string | undefined>([
        ...leftOut.map(({ network }) => network),
        ...list.flatMap(({ profiles }) => profiles.filter(isLeftOut).map((page) => page.platform)),
      ]);
      return profileNetworksOf[3].filter((network) => platforms.has(network));
    },
    staying: undefined,
    hasProfilesAlone: false,
  });
}
