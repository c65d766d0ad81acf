import { label, period } from "../src/mcp/prompts/arguments.ts";
import { callOf, definePrompt, inert, quotedEnding, withId } from "../src/mcp/prompts/prompt.ts";

const counts = ["interactions", "comments"];

export const campaignRecap = definePrompt({
  name: "campaign_recap",
  description: "What the Facebook posts with one content label achieved.",
  needs: ["posts", "reference"],
  arguments: { label, period },
  write: ({ label: name, period: taken }) => {
    const all = { period: taken, fields: counts, limit: 2000, top: 1 };
    const fields = ["message", "type", ...counts];
    const labelled = { ...all, fields, filter: { field: "post_labels", value: inert(name) } };
    const best = { result: "ID", sort_by: "interactions", top: 5 };
    return {
      task: `Write the recap of the campaign ${JSON.stringify(inert(name))} in ${taken}, from Facebook posts. This uses at most 10 requests: two lists, and one request per 500 posts.`,
      steps: [
        `Call ${callOf("list_facebook_posts", labelled)}. If the name is not found, take the right one from list_post_labels.`,
        `${withId} ${callOf("read_result", best)} for the best posts of the campaign. This is free.`,
        `Call ${callOf("list_facebook_posts", all)} for the averages of all posts.`,
        "Describe the campaign (posts, profiles, days), its sums, its average per post compared with that of all posts, its five best posts with their numbers, and whether to repeat it. If a reply says that more posts follow, continue with its cursor, or say that its numbers cover only the newest 2,000 posts.",
      ],
      end: quotedEnding,
    };
  },
});
