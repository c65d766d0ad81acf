import * as z from "zod";
import type { ProfileLabel } from "../src/suite/api/records.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import { profileNetworksOf } from "../src/catalog/networks.ts";
import { nameFilter } from "../src/server/mcp/inputs.ts";
import type { Listing } from "../src/answers/replies/listing.ts";
import { defineTool, twins } from "../src/server/mcp/tool.ts";
import { some } from "../src/base/text/words.ts";

export const [listProfileLabels, listProfileLabelsV2] = twins(
  "Profile labels, from version 2 of the API.",
  (version, suffix) =>
    defineTool({
      name: "list_profile_labels",
      title: "List profile labels",
      description:
        "Labels of profiles: tags that group pages and accounts, such as brand, region or market; with label (id or name), its profiles. One request, then cached.",
      toolsets: ["reference"],
      input: () =>
        z.strictObject({
          label: z.string().min(1).max(ourLimits.textLength).optional().describe("Id or name."),
          network: z.enum(profileNetworksOf[version]).optional().describe("Only its profiles."),
          name_contains: nameFilter(),
        }),
      load: () => import("../src/answers/replies/listing.ts"),
      run: ({ label, network, nameContains: contains }, services, { listAnswer, namedLabel }) => {
        const tool = `list_profile_labels${suffix}`;
        if (label === undefined)
          return listAnswer<ProfileLabel>(services, async ({ lists }) => ({
            ...labelListing(await lists.get("profile_labels", { version }), network),
            contains,
          }));
        // The API names the profiles of a label, without their ids.
        return listAnswer<ProfileLabel["profiles"][number]>(services, async ({ lists }) => {
          const labels = await lists.get("profile_labels", { version });
          const { name, profiles } = namedLabel(label, labels, "profile label", tool);
          return {
            noun: "profile",
            of: `profile label ${name}`,
            list: ofNetwork(profiles, network),
            contains,
            columns: ["name", "network"],
            row: (profile) => [profile.name, profile.platform],
            empty: "No profile has this label.",
          };
        });
      },
    }),
);

const labelListing = (
  labels: readonly ProfileLabel[],
  network: string | undefined,
): Omit<Listing<ProfileLabel>, "contains"> => ({
  noun: "profile label",
  list: labels.filter(
    ({ profiles }) => network === undefined || ofNetwork(profiles, network).length > 0,
  ),
  columns: ["id", "name", "profiles"],
  row: ({ id, name, profiles }) => [id, name, perNetwork(ofNetwork(profiles, network))],
  empty:
    "No profile label exists in the account. get_profile_metrics can split by profile instead.",
});

const ofNetwork = (
  profiles: ProfileLabel["profiles"],
  network: string | undefined,
): ProfileLabel["profiles"] =>
  network === undefined ? profiles : profiles.filter(({ platform }) => platform === network);

/** `facebook 3, instagram 1`. */
function perNetwork(profiles: readonly { readonly platform: string }[]): string {
  const counts = new Map<string, number>();
  for (const { platform } of profiles) counts.set(platform, (counts.get(platform) ?? 0) + 1);
  const texts = [...counts].map(([network, count]) => `${network} ${count}`);
  return some(texts, 12);
}
