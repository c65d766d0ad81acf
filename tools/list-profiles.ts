import { isObject, type JsonObject } from "../src/base/text/json.ts";
import * as z from "zod";
import type { Profile } from "../src/suite/api/records.ts";
import { profileNetworksOf } from "../src/catalog/networks.ts";
import { nameFilter } from "../src/server/mcp/inputs.ts";
import { defineTool, twins } from "../src/server/mcp/tool.ts";
import { plainText } from "../src/base/text/sanitize.ts";

export const [listProfiles, listProfilesV2] = twins(
  "Profiles of one network, from version 2 of the API.",
  (version, suffix) =>
    defineTool({
      name: "list_profiles",
      title: "List profiles",
      description:
        "Finds your connected social media profiles by name: the pages, channels and accounts that you manage on Facebook, Instagram and others, with profile id, name, handle, timezone, insights on or off, labels. One request, then cached.",
      toolsets: ["reference"],
      input: () =>
        z.strictObject({
          network: z.enum(profileNetworksOf[version]).describe("The social network."),
          name_contains: nameFilter(),
          details: z.boolean().optional().describe("Adds profile_name, picture, community."),
          offset: z.int().min(0).max(100_000).optional().describe("Rows to skip."),
        }),
      load: () => import("../src/answers/replies/listing.ts"),
      run: (
        { network, nameContains, details = false, offset = 0 },
        services,
        { leftOutNotes, listAnswer, needLabelNames },
      ) =>
        listAnswer<Profile>(services, async ({ lists }) => {
          const list = await lists.get("profiles", { version, network });
          const labels = needLabelNames(list) ? await lists.get("profile_labels", { version }) : [];
          const names = new Map(labels.map(({ id, name }) => [id, name]));
          return {
            noun: "profile",
            of: network,
            list,
            contains: nameContains,
            alsoSearched: ({ profileName }) => [profileName && `@${profileName}`],
            offset,
            columns: columns.slice(0, details ? 8 : 5),
            row: (profile) => cellsOf(profile, names).slice(0, details ? 8 : 5),
            notes: leftOutNotes(list),
            empty: `No profile of this network is connected to the account, or this user may see none. get_current_user shows who asks; list_profiles${suffix} with another network shows what else there is.`,
          };
        }),
    }),
);

/** The first five, and the details. */
const columns = "id name timezone insights labels profile_name picture community".split(" ");

const cellsOf = (profile: Profile, names: ReadonlyMap<string, string>): (string | null)[] => [
  profile.id,
  profile.name,
  profile.timezone ?? null,
  onOrOff(profile.insightsEnabled),
  labelsText(profile.labels ?? [], names),
  profile.profileName ?? null,
  profile.picture ?? null,
  onOrOff(profile.communityEnabled),
];

const onOrOff = (enabled: boolean | undefined): string | null =>
  enabled === undefined ? null : enabled ? "on" : "off";

const maxLabels = 50;

const labelsText = (
  labels: NonNullable<Profile["labels"]>,
  names: ReadonlyMap<string, string>,
): string =>
  [
    ...labels.slice(0, maxLabels).map((label) => labelText(label, names)),
    ...(labels.length > maxLabels ? [`and ${labels.length - maxLabels} more`] : []),
  ].join("; ");

/** Labels come as ids, names or objects with either. */
function labelText(
  label: string | number | JsonObject,
  names: ReadonlyMap<string, string>,
): string {
  const named = isObject(label) ? (label["name"] ?? label["id"]) : label;
  if (typeof named !== "string" && typeof named !== "number") return "";
  return plainText(names.get(String(named)) ?? String(named), 60);
}
