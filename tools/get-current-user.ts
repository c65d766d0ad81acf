import * as z from "zod";
import type { JsonObject } from "../src/api/envelope.ts";
import { isObject } from "../src/api/envelope.ts";
import { spentLine } from "../src/mcp/spent.ts";
import { defineTool } from "../src/mcp/tool.ts";
import { plainText } from "../src/text/plain.ts";

/** More fields than this are no description of a user. */
const maxFields = 40;

export const getCurrentUser = defineTool({
  name: "get_current_user",
  title: "Who am I",
  description: "The user whose credentials this server uses; shows that they work. One request.",
  input: z.strictObject({}),
  async run(_input, { session, signal }) {
    const opened = await session();
    const call = opened.forCall(signal);
    const user = await call.api.currentUser(3, signal);
    const fields = fieldsOf(user);
    const rest = fields.length > maxFields ? [`… ${fields.length - maxFields} more fields`] : [];
    const text = [...fields.slice(0, maxFields), ...rest, spentLine(call.sent(), opened)];
    return { text: text.join("\n") };
  },
});

/** The API shows none of the user's fields, so all simple ones are listed. */
function fieldsOf(record: JsonObject, path = ""): string[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const name = path + plainText(key, 60);
    if (isObject(value) && path === "") return fieldsOf(value, `${name}.`);
    const isSimple =
      typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isSimple ? [`${name}: ${plainText(String(value), 200)}`] : [];
  });
}
