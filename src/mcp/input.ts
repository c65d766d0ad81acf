/** The input of tools. The SDK lists its JSON Schema; this server validates it, so that errors have a code. */
import { inputError } from "../errors/tool-error.ts";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { lazily } from "../async/lazily.ts";
import { withAccount, type Accounts } from "./accounts.ts";
import { problemOf } from "./input-errors.ts";
import { plainText } from "../text/sanitize.ts";

type Listed = StandardSchemaWithJSON<unknown, unknown>;

/** Listed schemas. Over HTTP each request may have its own server, but a schema is made once. */
const listed = new WeakMap<() => z.ZodType, Listed>();

/** Returns the listed schema, which accepts any input: `chooseAccount` and `readInput` validate it. */
export function listedSchema(input: () => z.ZodType, accounts?: Accounts): Listed {
  if (accounts !== undefined) return makeListed(input, accounts);
  const schema = listed.get(input) ?? makeListed(input);
  listed.set(input, schema);
  return schema;
}

function makeListed(input: () => z.ZodType, accounts?: Accounts): Listed {
  const jsonSchema = lazily((): Record<string, unknown> => {
    const { $schema: _, ...schema } = z.toJSONSchema(input(), { io: "input" });
    return accounts === undefined ? schema : withAccount(schema, accounts);
  });
  return {
    "~standard": {
      version: 1,
      vendor: "social-analytics-mcp",
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

/** @throws ToolError `invalid_input` that lists the wrong arguments with the nearest valid values. */
export function readInput<Input extends z.ZodType>(input: Input, value: unknown): z.output<Input> {
  const parsed = input.safeParse(value ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const argumentNames = input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const problems = parsed.error.issues
    .slice(0, 5)
    .map((issue) => plainText(problemOf(issue, argumentNames), 400));
  throw inputError(
    problems.join("; "),
    argumentNames.length === 0
      ? "Call again without arguments."
      : `Correct this and call again; the arguments are ${argumentNames.join(", ")}.`,
  );
}
