import type { Named } from "../src/suite/api/records.ts";
import * as z from "zod";
import { nameFilter } from "../src/server/mcp/inputs.ts";
import { defineTool, twins } from "../src/server/mcp/tool.ts";

export const [listPostLabels, listPostLabelsV2] = twins(
  "Content labels, from version 2 of the API.",
  (version) =>
    defineTool({
      name: "list_post_labels",
      title: "List content labels",
      description:
        "Content labels: tags of posts, such as campaigns, categories or topics. One request, then cached.",
      toolsets: ["reference"],
      needsAccount: true,
      input: () => z.strictObject({ name_contains: nameFilter() }),
      load: () => import("../src/answers/replies/listing.ts"),
      run: ({ nameContains: contains }, services, { listAnswer }) =>
        listAnswer<Named>(services, async ({ lists }) => ({
          noun: "content label",
          list: await lists.get("post_labels", { version }),
          contains,
          columns: ["id", "name"],
          row: ({ id, name }) => [id, name],
          empty:
            "The account has no content labels, or none is shared with this user. Posts can be listed without them: list_facebook_posts.",
        })),
    }),
);
