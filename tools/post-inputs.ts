/** Arguments of the tools that list posts. */
import type { PostsInput } from "../src/posts/call.ts";
import * as z from "zod";
import { ourLimits } from "../src/catalog/limits.ts";
import { lazily } from "../src/async/lazily.ts";
import { askedDates, count, dates, profiles, skipUnavailable } from "../src/mcp/inputs.ts";

const field = lazily(() => z.string().min(1).max(100));

export const postInputs = lazily(() =>
  z.strictObject({
    ...dates(),
    profiles: profiles().describe("Ids or names; default: all."),
    fields: z.array(field()).min(1).max(100).optional(),
    sort_by: field().optional(),
    order: z.enum(["desc", "asc"]).optional(),
    limit: z.int().min(1).max(ourLimits.postsPerAnswer).default(25).describe("Number of posts."),
    cursor: z.string().max(8000).optional().describe("From a reply, to continue after it."),
    top: count(10_000).describe("Posts to show; totals cover all."),
    fresh: z.boolean().optional(),
    skip_unavailable: skipUnavailable(),
  }),
);

/** The arguments that both networks share, as a posts input. */
export const askedPosts = (
  input: z.output<ReturnType<typeof postInputs>>,
): Omit<PostsInput, "network" | "filter"> => ({
  dates: askedDates(input),
  profiles: input.profiles,
  fields: input.fields,
  sortBy: input.sort_by,
  order: input.order,
  limit: input.limit,
  cursor: input.cursor,
  top: input.top,
  fresh: input.fresh ?? false,
  skipUnavailable: input.skip_unavailable ?? false,
});
