import { ourLimits } from "../src/catalog/limits.ts";
import { label, period } from "../src/server/mcp/prompts/arguments.ts";
import {
  callOf,
  definePrompt,
  inert,
  postRequests,
  quotedEnding,
  withId,
} from "../src/server/mcp/prompts/prompt.ts";

const counts = ["interactions", "comments"];

export const campaignRecap = definePrompt({
  name: "campaign_recap",
  description: "What the Facebook posts with one content label achieved.",
  occasion: "someone asks what the posts of a campaign achieved",
  needs: ["posts", "reference"],
  needsAccount: true,
  arguments: { label, period },
  write: ({ label: name, period: taken }) => {
    const listFields = [...counts, "post_labels", "ppd_status"];
    const listed = { period: taken, fields: listFields, limit: ourLimits.postsPerAnswer, top: 1 };
    const fields = ["message", "type", ...counts];
    const labelled = { ...listed, fields, filter: { field: "post_labels", value: inert(name) } };
    const split = { result: "ID", split: `post_labels = ${inert(name)}`, metrics: counts };
    const best = { result: "ID", sort_by: "interactions", top: 5 };
    return {
      task: `Write the recap of the campaign ${JSON.stringify(inert(name))} in ${taken}, from Facebook posts. For the posts of the campaign and for all posts, this uses ${postRequests("facebook")}, at most ${ourLimits.maxRequests} in each call, and two requests for lists.`,
      steps: [
        `Call ${callOf("list_facebook_posts", labelled)}. If the name is not found, take the right one from list_post_labels.`,
        `${withId} ${callOf("read_result", best)} for the best posts of the campaign. This is free.`,
        `Call ${callOf("list_facebook_posts", listed)} for all posts.`,
        `With the id of that reply, call ${callOf("read_result", split)}: the posts of the campaign beside the other posts of the same profiles, with their means and medians. This takes the name of the label, not its id. This is free.`,
        "Describe the campaign (posts, profiles), its sums, its mean and median per post beside those of the other posts of the same profiles, its five best posts with their numbers, and whether to repeat it. If the first line of a list says Only, repeat its call with the cursor until none follows: the posts are added to the same result, and both lists are of the same days.",
      ],
      end: quotedEnding,
    };
  },
});
