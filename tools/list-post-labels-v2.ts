import { postLabelsTool } from "./list-post-labels.ts";

export const listPostLabelsV2 = postLabelsTool(2, {
  name: "list_post_labels_v2",
  title: "List content labels (version 2)",
  description: "Content labels, from version 2 of the API.",
  toolsets: ["v2"],
});
