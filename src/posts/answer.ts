/** Answers a question about posts, for every network with a post endpoint: call, pages, rows, reply. */
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { profileNames } from "../connection/names.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { openCall, type PostsCall, type PostsInput } from "./call.ts";
import { fetchPages, type Pages } from "./pages.ts";
import { moreOf, postsReply, remarksOn } from "./posts-reply.ts";
import { postsTable } from "./rows.ts";
import { StoredPosts } from "./stored.ts";

export async function answerPosts(input: PostsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  const pages = await fetchPages(call, services);
  const stored = await storePosts(call, pages, services);
  const spent = await call.api.spent();
  return services.slice.run(postsReply(call, pages, { stored, spent, ...services }));
}

/** @throws ToolError `limit_exceeded` if the posts do not fit in the memory for results. */
async function storePosts(
  { question, request, dates, connection }: PostsCall,
  pages: Pages,
  { results, slice }: Pick<ReplyServices, "results" | "slice">,
): Promise<StoredPosts> {
  const { network, showsIds, fields } = question;
  const { posts, next } = pages.walked;
  const part = `The result is a part of the posts (${moreOf(pages)}): its sums, averages and ranks cover only this part.`;
  const result = {
    network,
    start: request.start,
    end: request.end,
    profileCount: pages.profiles.length,
    showsIds,
    profileNames: profileNames(pages.profiles),
    remarks: [
      ...connection.remarks,
      ...remarksOn(dates, pages),
      ...(next === undefined ? [] : [part]),
    ],
    ...(await slice.run(postsTable(posts, fields, postEndpointOf(network).fields))),
  };
  return results.add((id) => new StoredPosts(id, result));
}
