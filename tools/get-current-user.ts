import { type JsonObject, isObject } from "../src/base/text/json.ts";
import * as z from "zod";
import { defineTool, twins } from "../src/server/mcp/tool.ts";
import { plainText } from "../src/base/text/sanitize.ts";
import { tableCsv } from "../src/answers/replies/csv.ts";

/** The most fields that the reply lists. */
const maxFields = 40;

export const [getCurrentUser, getCurrentUserV2] = twins(
  "The user whose credentials this server uses, from version 2 of the API.",
  (version) =>
    defineTool({
      name: "get_current_user",
      title: "Who am I",
      description:
        "Who am I (whoami): the logged-in user (name, email, account) whose credentials this server uses. One request.",
      toolsets: ["reference"],
      input: () => z.strictObject({}),
      async run(_input, services) {
        const call = (await services.connection()).forCall(services);
        const rows = fieldsOf(await call.api.user(version, services.signal));
        const left = rows.length - maxFields;
        return {
          content: {
            subject: rows.length === 0 ? "The API names no fields of this user." : "This user.",
            cost: await call.spent(),
            cautions: [
              ...rows.slice(0, maxFields).map(([name, value]) => `${name}: ${value}`),
              left > 0 && `${left} more fields`,
            ],
          },
          csv: () => tableCsv({ columns: ["field", "value"], rows }),
        };
      },
    }),
);

/** Names of fields that may hold a credential. */
const credentialName =
  /token|secret|passw|passphrase|credential|authori[sz]ation|cookie|session|signature|bearer|jwt|pwd|(?:api|access|private|auth)[\W_]*key/i;

/** All simple fields: the spec lists none of them. */
function fieldsOf(record: JsonObject, path = ""): (readonly [string, string])[] {
  return Object.entries(record).flatMap(([key, value]): (readonly [string, string])[] => {
    const name = path + plainText(key, 60);
    if (isObject(value) && path === "") return fieldsOf(value, `${name}.`);
    if (!["string", "number", "boolean"].includes(typeof value)) return [];
    return [[name, credentialName.test(name) ? "(hidden)" : plainText(String(value), 200)]];
  });
}
