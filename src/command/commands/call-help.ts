/** The help of one tool: its arguments in words, from the schema that clients get. */
import * as z from "zod";
import type { Tool } from "../../server/mcp/tool.ts";
import { program, section, type Row } from "../terminal/help.ts";
import { fitted } from "../terminal/wrap.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** @param examples command lines of the tool after `call`; one with its required arguments (default). */
export function toolHelp(tool: Tool, examples: readonly string[]): string {
  const { properties = {}, required = [] } = z.toJSONSchema(tool.input(), { io: "input" });
  const members = Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === "boolean" ? [] : [{ name, schema, isNeeded: required.includes(name) }],
  );
  const call = `${program} call ${tool.name}`;
  const needed = members.filter(({ isNeeded }) => isNeeded);
  const values = [
    ...needed.map(({ name, schema }) => [name, schema.enum?.[0] ?? name.toUpperCase()]),
    ...("period" in properties ? [["period", "last_week"]] : []),
  ];
  const json = values.length === 0 ? "" : ` '${JSON.stringify(Object.fromEntries(values))}'`;
  const lines = examples.length === 0 ? [`${tool.name}${json} --sandbox`] : examples;
  return [
    fitted(`${tool.title}\n\n${tool.description}`),
    section("Usage", [[`${call} [JSON] [FLAGS]`], [`${call} - [FLAGS]`, "reads JSON from stdin"]]),
    members.length === 0
      ? "It takes no arguments."
      : section("Arguments (members of the JSON object)", members.map(rowOf)),
    section(
      "Examples",
      lines.map((line): Row => [`${program} call ${line}`]),
    ),
    fitted(`"${program} call --help" lists the flags.`),
  ].join("\n\n");
}

const rowOf = ({
  name,
  schema,
  isNeeded,
}: Readonly<{ name: string; schema: Schema; isNeeded: boolean }>): Row => {
  const form = `${isNeeded ? "required, " : ""}${formOf(schema)}`;
  return [name, schema.description === undefined ? form : `${form}. ${schema.description}`];
};

/** The type of a value, in words. */
function formOf({ type, enum: choices, minimum, maximum, items, properties }: Schema): string {
  if (choices !== undefined) return `one of ${choices.join(", ")}`;
  if (type === "boolean") return "true or false";
  if (type === "integer" || type === "number")
    return maximum === undefined ? "number" : `number, ${minimum} to ${maximum}`;
  if (type === "object") return `object with ${Object.keys(properties ?? {}).join(", ")}`;
  if (type !== "array") return "string";
  const hasTexts = typeof items !== "object" || Array.isArray(items) || items.type === "string";
  return hasTexts ? "list of strings" : "list of objects";
}
