import { profilesTool } from "./list-profiles.ts";

export const listProfilesV2 = profilesTool(2, {
  name: "list_profiles_v2",
  title: "List profiles (version 2)",
  description: "Profiles of one network, from version 2 of the API.",
  toolsets: ["v2"],
});
