/** The kind of every metric, written down apart from the catalogue. Metrics that are not listed are flows. */
import type { KindName } from "../../src/catalog/kinds.ts";

type ListedKind = Exclude<KindName, "flow" | "people" | "windowedPeople" | "unknown">;

const listed: Readonly<Record<ListedKind, Record<string, string>>> = {
  net: {
    facebook: "fans_change",
    instagram: "followers_change following_change",
    twitter: "followers_change following_change listed_change",
    youtube: "subscribers_change",
    linkedin: "followers_change",
    pinterest: "boards_change followers_change following_change",
    tiktok: "insights_fans_change",
  },
  level: {
    facebook: "fans_lifetime insights_fans_lifetime",
    instagram: "followers_lifetime following_lifetime insights_followers",
    twitter: "followers_lifetime following_lifetime listed_lifetime",
    youtube: "subscribers_lifetime video_lifetime",
    linkedin: "followers_lifetime",
    pinterest: "boards_lifetime followers_lifetime following_lifetime pins_lifetime",
    tiktok: "insights_fans_lifetime",
  },
  ratio: {
    twitter: "ff_ratio",
    youtube: "interactions_per_1k_fans",
    linkedin: "insights_impressions_engagement_rate insights_reach_engagement_rate",
  },
  rolling: { instagram: "insights_impressions_28_days insights_impressions_7_days" },
};

const isPeople = (name: string): boolean =>
  name.endsWith("_unique") ||
  (name.includes("reach") && !name.includes("rate")) ||
  name === "insights_fans_online";

export function expectedKind(network: string, name: string): string {
  if (isPeople(name)) return "people";
  const match = Object.entries(listed).find(([, names]) =>
    (names[network] ?? "").split(" ").includes(name),
  );
  return match?.[0] ?? "flow";
}
