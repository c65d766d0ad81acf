import * as z from "zod";
import { queryGroups, queryStatuses } from "../src/catalog/listening.ts";
import { nameContains } from "../src/mcp/inputs.ts";
import { defineTool, openCall } from "../src/mcp/tool.ts";

const statusNames = queryStatuses.map(({ status }) => status);

export const listListeningQueries = defineTool({
  name: "list_listening_queries",
  title: "List listening queries",
  description: "Listening queries and whether they collect mentions. One request, then cached.",
  toolsets: ["reference"],
  input: () =>
    z.strictObject({
      group: z.enum(queryGroups).optional(),
      status: z.enum(statusNames).optional(),
      name_contains: nameContains(),
    }),
  load: () => import("../src/replies/listing.ts"),
  async run({ group, status, name_contains }, services, { listAnswer }) {
    const call = await openCall(services);
    const all = await call.lists.listeningQueries();
    const list = all.filter((query) => {
      const row = queryStatuses.find((one) => one.status === query.status);
      if (group !== undefined && row?.group !== group) return false;
      return status === undefined || query.status === status;
    });
    const shown = queryStatuses.filter((row) => list.some((query) => query.status === row.status));
    const narrowed = [group, status].filter((one) => one !== undefined).join(", ");
    return listAnswer(call, services.settings, {
      noun: "listening query",
      ...(narrowed === "" ? {} : { of: narrowed }),
      list,
      contains: name_contains,
      columns: ["id", "name", "status", "group", "community"],
      row: (query) => [
        query.id,
        query.name,
        query.status ?? null,
        queryStatuses.find((row) => row.status === query.status)?.group ?? null,
        query.communityEnabled ?? null,
      ],
      empty:
        all.length > 0
          ? `None of the account's ${all.length} queries is ${narrowed}. Leave group and status out to see them.`
          : "The account has no listening queries, or this user may see none.",
      notes: shown.map((row) => `${row.status}: ${row.meaning}.`),
    });
  },
});
