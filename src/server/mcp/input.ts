/** The input of tools. The SDK lists its JSON Schema; this server validates it, so that errors have a code. */
import { inputError } from "../../base/errors/tool-error.ts";
import type { StandardSchemaV1, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";
import { lazily } from "../../base/async/lazily.ts";
import { filterablePostFields } from "../../catalog/post-fields.ts";
import { withAccount, type Accounts } from "./accounts.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { nearestText } from "../../base/text/nearest.ts";
import type { JsonObject } from "../../base/text/json.ts";
import {
  argumentElsewhere,
  argumentSaid,
  choiceSaid,
  networkSaid,
  wordOf,
} from "../../catalog/words.ts";
import { attempt, throwErrors } from "../../base/errors/joined.ts";
import { readLeniently } from "./lenient.ts";
import { plural, some } from "../../base/text/words.ts";

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
    const { $schema: _, ...schema } = z.toJSONSchema(input(), { io: "input", override });
    return accounts === undefined ? schema : withAccount(schema, accounts);
  });
  return schemaOf(jsonSchema, (value) => ({ value }));
}

/** Errors name the bounds of an argument: in the list of tools they would cost each model tokens. */
const bounds = ["minLength", "maxLength", "minimum", "maximum"] as const;
const override = ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  for (const bound of bounds) delete jsonSchema[bound];
};

/** A schema that the SDK lists as JSON Schema, with a validation of its own. */
export const schemaOf = <Value>(
  jsonSchema: () => Record<string, unknown>,
  validate: (value: unknown) => StandardSchemaV1.Result<Value>,
): StandardSchemaWithJSON<Value, Value> => ({
  "~standard": {
    version: 1,
    vendor: "social-analytics-mcp",
    validate,
    jsonSchema: { input: jsonSchema, output: jsonSchema },
  },
});

/** The arguments of a call, and the names of those that were given empty. */
export interface ReadArguments<Input extends z.ZodType> {
  readonly input: z.output<Input>;
  readonly emptied: readonly string[];
}

/**
 * Reads arguments leniently.
 * @param check throws what else is wrong with those that can be read.
 * @throws ToolError `invalid_input` that lists everything that is wrong, with what to write.
 */
export function readInput<Input extends z.ZodObject>(
  input: Input,
  args: unknown,
  check: (input: z.output<Input>) => void = () => {},
): ReadArguments<Input> {
  const { value, emptied } = readLeniently(input, args);
  const parsed = input.safeParse(value, { reportInput: true });
  if (parsed.success) return { input: parsed.data, emptied };
  const { issues } = parsed.error;
  const argumentNames = Object.keys(input.shape);
  const problems = issues
    .slice(0, 5)
    .map((issue) => plainText(issueProblem(issue, argumentNames), 400));
  const wrong = inputError(
    problems.join("; "),
    argumentNames.length === 0
      ? "Call again without arguments."
      : `Correct this and call again; the arguments are ${argumentNames.join(", ")}.`,
  );
  const left = input.safeParse(withoutWrong(value, issues));
  throwErrors(wrong, left.success ? attempt(() => check(left.data)) : undefined);
  throw wrong;
}

/** The arguments without those that are wrong. */
function withoutWrong(value: JsonObject, issues: readonly Issue[]): JsonObject {
  const wrong = new Set(
    issues.flatMap((issue) =>
      issue.code === "unrecognized_keys" && issue.path.length === 0
        ? issue.keys
        : String(issue.path[0]),
    ),
  );
  return Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)));
}

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The arguments as the program names them: `date_start` is `dateStart`. Omitted arguments are absent. */
export type CamelKeys<Given> = {
  [Name in keyof Given as Camel<Name>]: Exclude<Given[Name], undefined>;
};

export function camelKeys<Given extends object>(args: Given): CamelKeys<Given> {
  const entries = Object.entries(args).filter(([, value]) => value !== undefined);
  const renamed = entries.map(([name, value]): unknown[] => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return Object.fromEntries(renamed);
}

type Issue = z.core.$ZodIssue;

const maxKeys = 5;

/** A filter names its field: `{"field": "type", "value": "video"}`. */
const pathHint = (path: string, key: string): string => {
  if (path !== "filter") return "";
  return filterablePostFields.includes(key)
    ? ` (write {"field": "${key}", "value": …})`
    : ` (it has field, one of ${filterablePostFields.join(", ")}, and value)`;
};

/** @param argumentNames the names of the tool's arguments. */
function issueProblem(issue: Issue, argumentNames: readonly string[]): string {
  const path = issue.path.join(".");
  const name = path === "" ? "the input" : path;
  switch (issue.code) {
    case "unrecognized_keys": {
      const within = path === "" ? "" : ` of ${path}`;
      const names = path === "" ? argumentNames : [];
      const unknown = issue.keys
        .slice(0, maxKeys)
        .map(
          (key) =>
            `${key} is not an argument${within}${within === "" ? argumentHint(key, names) : pathHint(path, key)}`,
        );
      const rest = issue.keys.length - unknown.length;
      return [...unknown, ...(rest > 0 ? [`nor are ${rest} more`] : [])].join("; ");
    }
    case "invalid_value":
      return invalidValue(name, issue.input, issue.values.map(String));
    case "invalid_type":
      return issue.input === undefined
        ? `${name} is missing`
        : `${name} must be ${withArticle(issue.expected)}, not ${kindOf(issue.input)}`;
    case "too_small":
      return `${name} must ${amount(issue.origin, "at least", Number(issue.minimum))}`;
    case "too_big":
      return `${name} must ${amount(issue.origin, "at most", Number(issue.maximum))}`;
    case "custom":
    case "invalid_element":
    case "invalid_union":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
      return `${name}: ${issue.message}`;
  }
}

function invalidValue(name: string, value: unknown, values: readonly string[]): string {
  if (value === undefined) return `${name} is missing: choose from ${some(values, 20)}`;
  const shown = plainText(JSON.stringify(value) ?? "", 60);
  return `${name} must not be ${shown}${choiceHint(value, values)}: choose from ${some(values, 20)}`;
}

/** Suggests an argument for an unknown name: one of this tool, or one of another tool. */
function argumentHint(key: string, names: readonly string[]): string {
  const said = argumentSaid(key, names);
  if (said !== undefined && names.includes(said)) return `; write ${said}`;
  const elsewhere = argumentElsewhere(said ?? key);
  if (elsewhere !== undefined) return ` of this tool; ${elsewhere} has ${said ?? key}`;
  return nearestText(key, names);
}

/** Suggests a choice for an unknown value. */
function choiceHint(value: unknown, values: readonly string[]): string {
  const isNetwork = values.includes("facebook");
  const text = String(value).slice(0, 100);
  const words = wordOf(text).split(/[_,]+/);
  const named = isNetwork ? values.filter((name) => words.includes(name)) : [];
  if ((Array.isArray(value) || named.length > 1) && values.includes("all"))
    return " (one per call, or all)";
  const said = named[0] ?? (isNetwork ? networkSaid : choiceSaid)(text);
  if (said !== undefined && values.includes(said)) return ` (write ${said})`;
  return isNetwork && said !== undefined && said !== "all"
    ? ` (${said})`
    : nearestText(text, values);
}

const units: Readonly<Record<string, string>> = { array: "item", string: "character" };

function amount(origin: string, bound: string, count: number): string {
  const unit = units[origin];
  return unit === undefined ? `be ${bound} ${count}` : `have ${bound} ${plural(count, unit)}`;
}

const names: Readonly<Record<string, string>> = { int: "a whole number", array: "a list" };

const withArticle = (type: string): string =>
  names[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;

const kindOf = (value: unknown): string =>
  value === null ? "null" : withArticle(Array.isArray(value) ? "array" : typeof value);
