import { profileLabelsTool } from "./list-profile-labels.ts";

export const listProfileLabelsV2 = profileLabelsTool(2, {
  name: "list_profile_labels_v2",
  title: "List profile labels (version 2)",
  description: "Profile labels, from version 2 of the API.",
  toolsets: ["v2"],
});
