/** Finds the field that names the profile of a post, where the specification does not (spec, Version 3: posts). */
import type { PostsRequest } from "../api/posts.ts";
import type { PostNetwork } from "../catalog/post-endpoints.ts";
import type { CallApi, Connection } from "../connection/connection.ts";
import type { ReplyServices } from "../replies/services.ts";

/** The profiles and days of a question. */
export type PostsScope = Pick<PostsRequest, "profiles" | "start" | "end">;

/**
 * Returns the field; undefined if no post shows it. The first call for a network requests one post with the API's
 * default fields; what it shows is stored. A post without such a field spares the request for a day.
 */
export async function profileField(
  network: PostNetwork,
  scope: PostsScope,
  { learned, pages }: Pick<Connection, "learned" | "pages">,
  { api }: CallApi,
  services: Pick<ReplyServices, "signal">,
): Promise<string | undefined> {
  await learned.recall();
  const known = learned.profileFields.get(network);
  if (known !== undefined || learned.isFieldAbsent(network)) return known;
  const sample: PostsRequest = { network, ...scope, pageSize: 1 };
  const { posts } = await pages.get(
    JSON.stringify([sample, undefined]),
    (signal) => api.posts(sample, undefined, signal),
    services,
  );
  const ids = new Set<unknown>(scope.profiles);
  const [field] = posts.flatMap((post) =>
    Object.entries(post).flatMap(([name, value]) => (ids.has(value) ? [name] : [])),
  );
  // No posts prove nothing.
  if (posts.length === 0) return undefined;
  if (field === undefined) learned.learnAbsentField(network);
  else learned.profileFields.set(network, field);
  await learned.store();
  return field;
}
