/** An agency with three pages for each client, by label. */
import type { serveBrands } from "./reports.ts";
import { repetitions } from "./repetitions.ts";

export const clients = repetitions(20, 100);
export const profiles = Array.from({ length: 3 * clients }, (_, at) => ({
  id: `b${at + 1}`,
  name: `Page ${at + 1} of ${nameOf(at % clients)}`,
}));
function nameOf(client: number): string {
  return `Client ${String.fromCodePoint(65 + Math.floor(client / 10))}${String.fromCodePoint(65 + (client % 10))}`;
}
export const labels = Array.from({ length: clients }, (_, client) => ({
  id: `l${client}`,
  name: nameOf(client),
  profiles: profiles
    .filter((__, at) => at % clients === client)
    .map(({ name }) => ({ name, platform: "facebook" })),
}));

/** A post of each page, with as many interactions as its number. */
const posts = profiles.map(({ id }, at) => ({
  id: `post-${at}`,
  page_id: id,
  created_time: "2026-10-10T12:00:00Z",
  type: "photo",
  interactions: at + 1,
}));

/** The best posts of the pages that were asked for. */
export const bestPosts: NonNullable<NonNullable<Parameters<typeof serveBrands>[1]>["posts"]> = ({
  body,
}) => ({
  data: {
    posts: posts
      .filter((post) => body.profiles.includes(post.page_id))
      .toSorted((left, right) => right.interactions - left.interactions)
      .slice(0, Number(body["limit"])),
  },
});
