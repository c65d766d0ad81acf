import { postNetworks } from "../src/catalog/networks.ts";
import { period, profile } from "../src/mcp/prompts/arguments.ts";
import { callOf, chosen, definePrompt, quotedEnding } from "../src/mcp/prompts/prompt.ts";
import type { PromptArgument } from "../src/mcp/prompts/prompt.ts";

const network = {
  description: "The network whose posts are listed.",
  values: postNetworks,
  completes: "post_network",
} as const satisfies PromptArgument;

const counts = ["interactions", "comments", "shares"];
const fields = ["message", "type", "url", ...counts, "post_labels"];
const best = { fields, sort_by: "interactions", order: "desc", limit: 5 };
const bestRead = { result: "ID", sort_by: "reactions", top: 5 };

/** Version 2 can sort by counts; the fields of version 3 are not known before a reply. */
const steps = {
  facebook: (asked: object) => [
    `Call ${callOf("list_facebook_posts", { ...asked, ...best })} for the best posts.`,
    `Call ${callOf("list_facebook_posts", { ...asked, ...best, order: "asc" })} for the weakest.`,
    `Call ${callOf("list_facebook_posts", { ...asked, fields: counts, limit: 1000 })} for the averages, which are in the last row. If more posts follow, it covers only the newest: say so.`,
  ],
  linkedin: (asked: object) => [
    `Call ${callOf("list_linkedin_posts", { ...asked, limit: 300 })}. The averages are in the last row. If more posts follow, it covers only some of them: say so.`,
    `With the result id at the end of the reply, call ${callOf("read_result", bestRead)} for the best posts, and again with order asc for the weakest. If there is no column reactions, sort by another count that the table shows. Both calls are free.`,
  ],
};

export const contentReview = definePrompt({
  name: "content_review",
  title: "Content review",
  description: "The best and the worst posts of a period, and what sets them apart.",
  needs: ["posts"],
  arguments: { network, period, profile },
  write: ({ network: name, period: taken, profile: one }) => ({
    task: `Review the ${name} posts of ${taken}. This uses at most 5 requests.`,
    steps: [
      ...steps[name]({ period: taken, ...chosen(one) }),
      "Write the five best and the five weakest posts with their numbers compared with the average, what the best have in common (kind, subject, length, day), what the weakest lack, and three things to try next. State the number of posts that this is based on.",
    ],
    end: quotedEnding,
  }),
});
