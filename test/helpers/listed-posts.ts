/** Twelve posts of two pages in two weeks, listed by the real tool. */
import type { Connected } from "./connect.ts";
import { withPages } from "./posts-api.ts";
import { readReply } from "./reply-tables.ts";
import { idOf } from "./results.ts";

interface Post {
  readonly type: string;
  readonly created_time: string;
  readonly interactions: number | null;
  readonly comments: number;
  readonly insights_impressions: number;
  readonly post_labels: readonly object[];
}

const sale = { id: "l1", name: "Sale" };

export const news = { id: "l2", name: "News" };

/** Twelve posts in two weeks: videos are on Mondays, and their numbers are higher. */
export const posts: readonly Post[] = Array.from({ length: 12 }, (_, index) => {
  const isVideo = index % 2 === 0;
  const day = isVideo
    ? ["05", "12"][index % 4 === 0 ? 0 : 1]
    : String(6 + (index % 5)).padStart(2, "0");
  return {
    type: isVideo ? "video" : "photo",
    created_time: `2026-10-${day}T${isVideo ? "09" : "18"}:30:00Z`,
    interactions: index === 1 ? null : isVideo ? 100 + index * 10 : 20 + index,
    comments: 0,
    insights_impressions: 1000,
    post_labels: index === 3 ? [] : isVideo ? [sale, news] : [news],
  };
});

export async function listed(
  question: object = {},
  options: object = {},
  labels?: readonly object[],
): Promise<Connected & { text: string; result: string }> {
  const connected = await withPages(
    [
      {
        posts: posts.map((post, index) => ({
          id: String(index),
          page_id: index % 3 === 0 ? "1" : "2",
          ...post,
          ...(labels && { post_labels: labels }),
        })),
      },
    ],
    undefined,
    options,
  );
  const { text } = await connected.call("list_facebook_posts", {
    date_start: "2026-10-05",
    date_end: "2026-10-18",
    fields: ["type", "interactions", "comments", "insights_impressions", "post_labels"],
    ...question,
  });
  return { ...connected, text, result: idOf(text) };
}

export const tables = (text: string): string =>
  readReply(text)
    .tables.map(({ title, header, rows }) =>
      [...title, ...[header, ...rows].map((cells) => cells.join("|"))].join("\n"),
    )
    .join("\n\n");
