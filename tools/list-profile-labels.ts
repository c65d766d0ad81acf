import * as z from "zod";
import type { ProfileLabel } from "../src/api/records.ts";
import type { ApiVersion } from "../src/catalog/networks.ts";
import { nameContains } from "../src/mcp/inputs.ts";
import { defineTool, type Tool, type ToolHead } from "../src/mcp/tool.ts";
import { some } from "../src/text/words.ts";

export const listProfileLabels = profileLabelsTool(3, {
  name: "list_profile_labels",
  title: "List profile labels",
  description:
    "Profile labels and how many profiles of each network have them. get_profile_metrics splits by them: profile_label. One request, then cached.",
  toolsets: ["reference"],
});

/** Makes the tool for either API version. */
export function profileLabelsTool(version: ApiVersion, head: ToolHead): Tool {
  return defineTool({
    ...head,
    input: () => z.strictObject({ name_contains: nameContains() }),
    load: () => import("../src/replies/listing.ts"),
    run: ({ name_contains }, services, { listAnswer }) =>
      listAnswer<ProfileLabel>(services, async ({ lists }) => ({
        noun: "profile label",
        list: await lists.profileLabels(version),
        contains: name_contains,
        columns: ["id", "name", "profiles"],
        row: ({ id, name, profiles }) => [id, name, perNetwork(profiles)],
        empty:
          "No profile label exists in the account. get_profile_metrics can split by profile instead.",
      })),
  });
}

/** `facebook 3, instagram 1`. */
function perNetwork(profiles: readonly { readonly platform: string }[]): string {
  const counts = new Map<string, number>();
  for (const { platform } of profiles) counts.set(platform, (counts.get(platform) ?? 0) + 1);
  const texts = [...counts].map(([network, count]) => `${network} ${count}`);
  return some(texts, 12);
}
