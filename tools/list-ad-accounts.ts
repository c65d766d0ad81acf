import { datesOf } from "../src/time/resolve.ts";
import * as z from "zod";
import { askedDates, dates, nameContains } from "../src/mcp/inputs.ts";
import { defineTool, openCall } from "../src/mcp/tool.ts";

/** An ad account has no timezone of its own. */
const utc = ["UTC"];

export const listAdAccounts = defineTool({
  name: "list_ad_accounts",
  title: "List ad accounts",
  description:
    "Ad accounts available in a range of days (default: last_30_days). One request, then cached.",
  toolsets: ["reference"],
  input: () => z.strictObject({ ...dates(), name_contains: nameContains() }),
  load: () => import("../src/replies/listing.ts"),
  async run({ name_contains, ...input }, services, { listAnswer }) {
    const isOpen = Object.values(input).every((one) => one === undefined);
    const asked = askedDates(isOpen ? { period: "last_30_days" } : input);
    const { start, end } = datesOf(asked, utc, services.now());
    const call = await openCall(services);
    return listAnswer(call, services.settings, {
      noun: "ad account",
      of: `${start} to ${end}`,
      list: await call.lists.adAccounts(start, end),
      contains: name_contains,
      columns: ["id", "name"],
      row: ({ id, name }) => [id, name],
      empty:
        "No ad account was available in these days, or this user may see none. Try a longer range, such as last_year.",
    });
  },
});
