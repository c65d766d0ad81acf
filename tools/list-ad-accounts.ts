import { calendarOf } from "../src/answers/replies/services.ts";
import { datesOf } from "../src/base/time/resolve.ts";
import type { Named } from "../src/suite/api/records.ts";
import * as z from "zod";
import { dates, nameFilter } from "../src/server/mcp/inputs.ts";
import { defineTool } from "../src/server/mcp/tool.ts";

export const listAdAccounts = defineTool({
  name: "list_ad_accounts",
  title: "List ad accounts",
  description:
    "Connected ad accounts (paid social, Meta ads): ids and names in a range of days (default: last_30_days); no spend, currency or campaigns. One request, then cached.",
  toolsets: ["reference"],
  needsAccount: true,
  input: () => z.strictObject({ ...dates(), name_contains: nameFilter() }),
  load: () => import("../src/answers/replies/listing.ts"),
  run({ nameContains: contains, ...dateInput }, services, { listAnswer }) {
    const requestedDates =
      Object.keys(dateInput).length === 0 ? { period: "last_30_days" } : dateInput;
    // An ad account has no time zone of its own.
    const { start, end } = datesOf(requestedDates, ["UTC"], calendarOf(services));
    return listAnswer<Named>(services, async ({ lists }) => ({
      noun: "ad account",
      of: `${start} to ${end}`,
      list: await lists.get("ad_accounts", { days: { date_start: start, date_end: end } }),
      contains,
      columns: ["id", "name"],
      row: ({ id, name }) => [id, name],
      empty:
        "No ad account was available in these days, or this user may see none. Try a longer range, such as last_year.",
    }));
  },
});
