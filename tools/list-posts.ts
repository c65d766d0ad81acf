import * as z from "zod";
import { lazily } from "../src/base/async/lazily.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import { filterablePostFields } from "../src/catalog/post-fields.ts";
import {
  count,
  dates,
  order,
  profiles,
  skipUnavailable,
  text,
  texts,
} from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";
import { calendarOf } from "../src/answers/replies/services.ts";

const field = lazily(() => z.string().min(1).max(100));

const postInputs = lazily(() =>
  z.strictObject({
    ...dates(),
    profiles: profiles().describe("Ids or names; default: all."),
    compare_to: text(40).describe("As in get_profile_metrics: all posts of both ranges."),
    labels: texts(200, 200).optional().describe("Of profiles."),
    labels_not: texts(200, 200).optional().describe("Without these."),
    profiles_not: profiles().describe("All but these."),
    fields: texts(100, 100).optional(),
    sort_by: field().optional().describe("A field."),
    order: order(),
    limit: z.int().min(1).max(ourLimits.postsPerAnswer).default(25).describe("Number of posts."),
    cursor: text(8000).describe("From a reply, to continue after it."),
    top: count(10_000).describe("Posts to show; totals cover all."),
    fresh: z.boolean().optional().describe("Ignore the cache."),
    skip_unavailable: skipUnavailable(),
  }),
);

/** The values of arguments that the caller omits. */
const defaults = {
  profiles: undefined,
  sortBy: undefined,
  order: undefined,
  cursor: undefined,
  compareTo: undefined,
  top: undefined,
  fresh: false,
  skipUnavailable: true,
};

export const listFacebookPosts = defineTool({
  name: "list_facebook_posts",
  title: "List Facebook posts",
  description:
    "Facebook posts (content) that your pages published: texts, reactions, likes, comments, shares, reach and engagement of each, paid and organic, and totals; newest (default) or best first, for content performance by type. One request per 500 posts.",
  toolsets: ["posts"],
  input: () =>
    postInputs().extend({
      fields: postInputs().shape.fields.describe(
        "E.g. message, reactions_by_type, insights_reach; a wrong name returns the list.",
      ),
      filter: z
        .strictObject({ field: z.enum(filterablePostFields), value: z.string().min(1).max(200) })
        .optional()
        .describe("post_labels: a label's id or name."),
    }),
  load: () => import("../src/questions/posts/answer.ts"),
  check: (input, services, { checkPosts }) =>
    void checkPosts(
      { ...defaults, ...input, dates: input, network: "facebook" },
      calendarOf(services),
    ),
  run: (input, services, { answerPosts }) =>
    answerPosts({ ...defaults, ...input, dates: input, network: "facebook" }, services),
});

export const listLinkedinPosts = defineTool({
  name: "list_linkedin_posts",
  title: "List LinkedIn posts",
  description:
    "LinkedIn posts (updates, content) that your company pages published: texts, clicks, engagement and performance of each, and totals. One request per 100 posts.",
  toolsets: ["posts"],
  input: () =>
    postInputs().extend({
      fields: postInputs().shape.fields.describe(
        "Passed on unchanged, e.g. attachments, comments.",
      ),
    }),
  load: () => import("../src/questions/posts/answer.ts"),
  check: (input, services, { checkPosts }) =>
    void checkPosts(
      { ...defaults, ...input, dates: input, network: "linkedin" },
      calendarOf(services),
    ),
  run: (input, services, { answerPosts }) =>
    answerPosts({ ...defaults, ...input, dates: input, network: "linkedin" }, services),
});
