import type { Named } from "../src/api/records.ts";
import * as z from "zod";
import type { ApiVersion } from "../src/catalog/networks.ts";
import { nameContains } from "../src/mcp/inputs.ts";
import { defineTool, type Tool, type ToolHead } from "../src/mcp/tool.ts";

export const listPostLabels = postLabelsTool(3, {
  name: "list_post_labels",
  title: "List content labels",
  description: "Content labels, which mark posts and campaigns. One request, then cached.",
  toolsets: ["reference"],
});

export const listPostLabelsV2 = postLabelsTool(2, {
  name: "list_post_labels_v2",
  title: "List content labels (version 2)",
  description: "Content labels, from version 2 of the API.",
  toolsets: ["v2"],
});

function postLabelsTool(version: ApiVersion, head: ToolHead): Tool {
  return defineTool({
    ...head,
    input: () => z.strictObject({ name_contains: nameContains() }),
    load: () => import("../src/replies/listing.ts"),
    run: ({ name_contains }, services, { listAnswer }) =>
      listAnswer<Named>(services, async ({ lists }) => ({
        noun: "content label",
        list: await lists.get("post_labels", { version }),
        contains: name_contains,
        columns: ["id", "name"],
        row: ({ id, name }) => [id, name],
        empty:
          "The account has no content labels, or none is shared with this user. Posts can be listed without them: list_facebook_posts.",
      })),
  });
}
