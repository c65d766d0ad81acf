import { postNetworks } from "../src/catalog/post-endpoints.ts";
import { ourLimits } from "../src/catalog/limits.ts";
import { period, profile } from "../src/server/mcp/prompts/arguments.ts";
import {
  callOf,
  chosen,
  definePrompt,
  postRequests,
  quotedEnding,
  withId,
} from "../src/server/mcp/prompts/prompt.ts";
import type { PromptArgument } from "../src/server/mcp/prompts/prompt.ts";

const network = {
  description: "The network whose posts are listed.",
  values: postNetworks,
} as const satisfies PromptArgument;

const ranked = { result: "ID", top: 5 };

const limit = ourLimits.postsPerAnswer;

/** All posts are listed once: averages, best and weakest posts are of the same posts, and the comparison has them too. */
const steps = {
  facebook(scope: object) {
    const fields = ["message", "type", "interactions"];
    return stepsOf("list_facebook_posts", { ...scope, sort_by: "interactions", fields, limit }, [
      ...rankings("interactions", "type, weekday", ["type", "message", "interactions"]),
    ]);
  },
  linkedin: (scope: object) =>
    stepsOf("list_linkedin_posts", { ...scope, limit }, [
      ...rankings("reactions", "weekday", ["content", "reactions"]),
    ]),
};

const stepsOf = (tool: string, list: object, rest: readonly string[]): string[] => [
  `Call ${callOf(tool, { ...list, top: 1 })}. The averages of all these posts are above the row.`,
  ...rest,
  `Call ${callOf(tool, { ...list, compare_to: "previous_period" })}: how many posts there were and what they got, against the period before, at equal days.`,
];

const rankings = (metric: string, groups: string, shown: string[]): string[] => [
  "If the first line says Only, repeat the call with its cursor until none follows: the posts are added to the same result, so that averages, best and weakest posts are of all posts.",
  `${withId} ${callOf("read_result", { ...ranked, sort_by: metric, metrics: shown })} for the best posts. If there is no column ${metric}, sort by another count that the table shows. This is free.`,
  `Call ${callOf("read_result", { ...ranked, top: 3, sort_by: metric, order: "asc", metrics: shown })} for the weakest posts. This is free.`,
  `Call ${callOf("read_result", { result: "ID", group_by: groups, metrics: [metric] })}: all posts by ${groups.replace(", ", " and by ")}. This is free.`,
];

export const contentReview = definePrompt({
  name: "content_review",
  description: "The best and the worst posts of a period, and what sets them apart.",
  occasion: "someone asks which posts worked, and why",
  needs: ["posts"],
  arguments: { network, period, profile },
  write: ({ network: name, period: taken, profile: profileName }) => ({
    task: `Review the ${name} posts of ${taken}. For this period and the one before, this uses ${postRequests(name)}, at most ${ourLimits.maxRequests} in a call, and a request for a list.`,
    steps: [
      ...steps[name]({ period: taken, ...chosen(profileName) }),
      "Write the five best and the three weakest posts with their numbers beside the average of all posts, what the best have in common (kind and day beside those of the groups of all posts, subject and length from the texts), what the weakest lack, how posts and averages have changed against the period before, and three things to try next. State the number of posts that this is based on.",
    ],
    end: quotedEnding,
  }),
});
