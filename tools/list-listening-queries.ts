import * as z from "zod";
import type { ListeningQuery } from "../src/suite/api/records.ts";
import { queryGroups, queryStatuses } from "../src/catalog/listening.ts";
import { nameFilter } from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";

const statusNames = queryStatuses.map(({ status }) => status);

export const listListeningQueries = defineTool({
  name: "list_listening_queries",
  title: "List listening queries",
  description:
    "Saved social listening queries (brand monitoring searches, topics): names and status. The API has no mentions. One request, then cached.",
  toolsets: ["reference"],
  needsAccount: true,
  input: () =>
    z.strictObject({
      group: z.enum(queryGroups).optional().describe("Of several statuses."),
      status: z.enum(statusNames).optional().describe("One status."),
      name_contains: nameFilter(),
    }),
  load: () => import("../src/answers/replies/listing.ts"),
  run: ({ group, status: wanted, nameContains: contains }, services, { listAnswer }) =>
    listAnswer<ListeningQuery>(services, async ({ lists }) => {
      const queries = await lists.get("listening_queries");
      const list = queries.filter(
        ({ status }) =>
          (group === undefined || groupOf(status) === group) &&
          (wanted === undefined || status === wanted),
      );
      const narrowed = [group, wanted].filter((choice) => choice !== undefined).join(", ");
      return {
        noun: "listening query",
        ...(narrowed === "" ? {} : { of: narrowed }),
        list,
        contains,
        columns: ["id", "name", "status", "group", "community"],
        row: ({ id, name, status = null, communityEnabled: community = null }) => [
          id,
          name,
          status,
          groupOf(status),
          community,
        ],
        empty:
          queries.length > 0
            ? `None of the account's ${queries.length} queries is ${narrowed}. Leave group and status out to see them.`
            : "The account has no listening queries, or this user may see none.",
        notes: queryStatuses
          .filter((row) => list.some(({ status }) => status === row.status))
          .map(({ status, meaning }) => `${status}: ${meaning}.`),
      };
    }),
});

const groupOf = (status: string | null | undefined): string | null =>
  queryStatuses.find((row) => row.status === status)?.group ?? null;
