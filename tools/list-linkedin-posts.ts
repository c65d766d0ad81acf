import { askedPosts, postInputs } from "./post-inputs.ts";
import { defineTool } from "../src/mcp/tool.ts";

export const listLinkedinPosts = defineTool({
  name: "list_linkedin_posts",
  title: "List LinkedIn posts",
  description:
    "LinkedIn page posts with values, texts, and totals over the posts listed. One request per 100 posts.",
  toolsets: ["posts"],
  input: () =>
    postInputs().extend({
      fields: postInputs().shape.fields.describe(
        "Passed on unchanged, e.g. attachments, comments.",
      ),
    }),
  load: () => import("../src/posts/answer.ts"),
  run: (input, services, { answerPosts }) =>
    answerPosts({ network: "linkedin", filter: undefined, ...askedPosts(input) }, services),
});
