import * as z from "zod";
import { ApiError } from "../src/suite/api/envelope.ts";
import type { PostLabelGroup } from "../src/suite/api/records.ts";
import { ToolError } from "../src/base/errors/tool-error.ts";
import { nameFilter } from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";
import { some } from "../src/base/text/words.ts";

export const listPostLabelGroups = defineTool({
  name: "list_post_label_groups",
  title: "List content label groups",
  description:
    "Groups (categories, taxonomy) of content labels, if the account has them. Two requests, then cached.",
  toolsets: ["reference"],
  needsAccount: true,
  input: () => z.strictObject({ name_contains: nameFilter() }),
  load: () => import("../src/answers/replies/listing.ts"),
  run: ({ nameContains: contains }, services, { listAnswer }) =>
    listAnswer<PostLabelGroup>(services, async ({ lists }) => {
      const list = await lists.get("post_label_groups").catch(explain);
      const labels = list.length === 0 ? [] : await lists.get("post_labels");
      return {
        noun: "content label group",
        list,
        contains,
        columns: ["id", "name", "labels"],
        row: ({ id, name, labelIds }) => {
          const nameOf = (labelId: string): string =>
            labels.find((label) => label.id === labelId)?.name ?? labelId;
          return [id, name, some(labelIds.map(nameOf), 10, "; ")];
        },
        empty: `The account has no groups, or label groups ${mayBeOff}. list_post_labels lists the labels themselves.`,
      };
    }),
});

const mayBeOff = "may not be enabled for this account";

/** Error codes that may mean that the feature is off: the specification names none. */
const offCodes = /^(invalid_input|forbidden|not_found|method_not_allowed|unknown_upstream_error)$/;

function explain(error: unknown): never {
  if (!(error instanceof ApiError) || !offCodes.test(error.code)) throw error;
  throw new ToolError(
    error.code,
    `label groups ${mayBeOff}: ${error.problem}`,
    "Use list_post_labels instead, or ask an administrator of the account to enable label groups.",
    { cause: error },
  );
}
