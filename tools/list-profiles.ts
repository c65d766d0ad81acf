import * as z from "zod";
import { isObject, type JsonObject } from "../src/api/envelope.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import { profileNetworks } from "../src/catalog/networks.ts";
import { listRows } from "../src/mcp/rows.ts";
import { spentLine } from "../src/mcp/spent.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { plainText } from "../src/text/plain.ts";
import { plural } from "../src/table/numbers.ts";

export const listProfiles = defineTool({
  name: "list_profiles",
  title: "List profiles",
  description:
    "Profiles of one network connected to the account: id, name, timezone, whether insights are on, labels. Other tools take the ids. One request, then remembered for 10 minutes.",
  input: z.strictObject({
    network: z.enum(profileNetworks),
    name_contains: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Keep profiles whose name contains this text."),
  }),
  async run({ network, name_contains }, { session, settings, signal }) {
    const opened = await session();
    const call = opened.forCall(signal);
    const profiles = await call.listProfiles(3, network);
    const wanted = name_contains?.toLowerCase();
    const kept = profiles.filter(
      ({ name }) => wanted === undefined || name.toLowerCase().includes(wanted),
    );
    const labels = kept.map((profile) =>
      (profile.labels ?? []).map((label) => labelText(label)).join("; "),
    );
    const rows = kept.map((profile, index) => [
      plainText(profile.id, ourLimits.textLength),
      profile.name,
      profile.timezone ?? "",
      insightsText(profile.insightsEnabled),
      labels[index] ?? "",
    ]);
    const text = [
      `${network}: ${kept.length} of ${plural(profiles.length, "profile")}${wanted === undefined ? "" : ` whose name contains ${JSON.stringify(plainText(name_contains ?? "", 200))}`}.`,
      ...(kept.length === 0 ? [emptyHint(profiles.length)] : []),
      ...(kept.length === 0
        ? []
        : [
            listRows(
              { columns: ["id", "name", "timezone", "insights", "labels"], rows },
              settings.maxAnswerTokens - 200,
              "Narrow with name_contains.",
            ),
          ]),
      spentLine(call.sent(), opened),
    ];
    return { text: text.join("\n") };
  },
});

const emptyHint = (all: number): string =>
  all === 0
    ? "No profile of this network is connected to the account, or this user may see none."
    : "Try a shorter text, or leave name_contains out.";

/** Labels come as ids, names or objects with either. */
function labelText(label: string | number | JsonObject): string {
  if (!isObject(label)) return plainText(String(label), 60);
  const named = label["name"] ?? label["id"];
  return typeof named === "string" ? plainText(named, 60) : "";
}

const insightsText = (enabled: boolean | undefined): string =>
  enabled === undefined ? "" : enabled ? "on" : "off";
