import * as z from "zod";
import { filterablePostFields } from "../src/catalog/post-fields.ts";
import { askedPosts, postInputs } from "./post-inputs.ts";
import { defineTool } from "../src/mcp/tool.ts";

export const listFacebookPosts = defineTool({
  name: "list_facebook_posts",
  title: "List Facebook posts",
  description:
    "Facebook posts with lifetime values, texts, and totals over the posts listed; newest first (default). One request per 500 posts.",
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
  load: () => import("../src/posts/answer.ts"),
  run: ({ filter, ...input }, services, { answerPosts }) =>
    answerPosts({ network: "facebook", filter, ...askedPosts(input) }, services),
});
