import { currentUserTool } from "./get-current-user.ts";

export const getCurrentUserV2 = currentUserTool(2, {
  name: "get_current_user_v2",
  title: "Who am I (version 2)",
  description: "The user whose credentials this server uses, from version 2 of the API.",
  toolsets: ["v2"],
});
