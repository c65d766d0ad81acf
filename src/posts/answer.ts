/** Posts, from top to bottom: question, pages, rows, reply. All networks whose posts are listed. */
import { profileNames } from "../connection/names.ts";
import { postEndpointOf } from "../catalog/post-endpoints.ts";
import { skippedNotes } from "../replies/completeness.ts";
import type { Reply } from "../replies/reply.ts";
import type { ReplyServices } from "../replies/services.ts";
import { plural } from "../text/words.ts";
import { unfinishedNotes, type ResolvedDates } from "../time/resolve.ts";
import { writeCursor } from "./cursor.ts";
import { openCall, type PostsCall, type PostsInput } from "./call.ts";
import { fetchPages, type Pages } from "./pages.ts";
import { postsReply } from "./reply.ts";
import { postsTable } from "./rows.ts";
import { StoredPosts } from "./stored.ts";
import type { Walked } from "./walk.ts";

export async function answerPosts(input: PostsInput, services: ReplyServices): Promise<Reply> {
  const call = await openCall(input, services);
  const pages = await fetchPages(call, services);
  const stored = storePosts(call, pages, services);
  return replyTo(call, pages, stored, services);
}

/** @throws ToolError `limit_exceeded` for posts that do not fit the memory for results. */
function storePosts(
  { question, request, dates, profiles, skipped }: PostsCall,
  pages: Pages,
  { results }: Pick<ReplyServices, "results">,
): StoredPosts {
  const { network, showsIds, fields } = question;
  const { start, end } = request;
  const known = postEndpointOf(network).fields;
  const result = {
    network,
    start,
    end,
    profileCount: profiles.length - (pages.skipped.length - skipped.length),
    showsIds,
    profileNames: profileNames(profiles),
    remarks: [...remarksOn(dates, pages), ...followingNotes(pages.walked)],
    ...postsTable(pages.walked.posts, {
      fields,
      keepsOthers: known === undefined,
      known: known ?? [],
    }),
  };
  return results.add((id) => new StoredPosts(id, result));
}

const remarksOn = (dates: ResolvedDates, { skipped }: Pages): string[] => [
  ...skippedNotes(skipped),
  ...unfinishedNotes(dates),
];

function followingNotes({ next, remaining }: Walked): string[] {
  if (next === undefined) return [];
  const more = remaining === undefined ? "More posts may" : plural(remaining, "more post");
  return [`${more} follow those of this result: its sums, averages and ranks are of a part.`];
}

async function replyTo(
  { input, question, request, cursor, dates, api }: PostsCall,
  pages: Pages,
  stored: StoredPosts,
  { settings }: Pick<ReplyServices, "settings">,
): Promise<Reply> {
  const { walked, skipped, sent } = pages;
  const period = input.dates.period ?? cursor?.period;
  return postsReply(
    {
      stored,
      question,
      walked,
      dates,
      skipped,
      isFirst: cursor === undefined,
      cursor: walked.next === undefined ? undefined : writeCursor(request, walked.next, period),
      spent: await api.spent(),
      notes: [
        ...(dates.note === undefined ? [] : [dates.note]),
        ...remarksOn(dates, pages),
        ...(sent < walked.pages
          ? [
              "Pages of the last 15 minutes come from the cache: posts published since are not here.",
            ]
          : []),
      ],
    },
    settings.maxAnswerTokens,
  );
}
