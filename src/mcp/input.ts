/** Tool input as the SDK sees it: zod's JSON Schema, but validated by us, so that a refusal has a code. */
import { invalidInput } from "../errors/tool-error.ts";
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { lazily } from "../async/lazily.ts";
import { plainText } from "../text/plain.ts";

type Listed = StandardSchemaWithJSON<unknown, unknown>;

/** Over HTTP each request may have a server of its own: what they list is made once. */
const listed = new WeakMap<() => z.ZodType, Listed>();

/** The schema as listed; whatever arrives passes through to the tool's own validation. */
export function listedSchema(input: () => z.ZodType): Listed {
  const known = listed.get(input);
  if (known !== undefined) return known;
  const made = makeListed(input);
  listed.set(input, made);
  return made;
}

function makeListed(input: () => z.ZodType): Listed {
  const jsonSchema = lazily((): Record<string, unknown> => {
    const { $schema: _, ...schema } = z.toJSONSchema(input(), { io: "input" });
    return schema;
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

/** @throws ToolError `invalid_input` that names each argument that is wrong. */
export function readInput<Input extends z.ZodType>(input: Input, value: unknown): z.output<Input> {
  const parsed = input.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.join(".");
    const message = issue.message.replace(/^Invalid input: /, "");
    return plainText(path === "" ? message : `${path}: ${message}`, 300);
  });
  const accepted = input instanceof z.ZodObject ? Object.keys(input.shape).join(", ") : "";
  throw invalidInput(
    problems.join("; "),
    accepted === ""
      ? "Call again without arguments."
      : `Correct them and call again; the arguments are ${accepted}.`,
  );
}
