/** The arguments of a tool on a command line: as JSON, as flags (`--metrics a,b`), and as words (`metrics=a`). */
import * as z from "zod";
import { inputError } from "../../base/errors/tool-error.ts";
import type { Tool } from "../../server/mcp/tool.ts";
import { isObject, parseJson } from "../../base/text/json.ts";
import { nearest } from "../../base/text/nearest.ts";

/** Commas that separate list items; a comma before a space is part of a name. */
const divider = /,(?=\S)/;

/**
 * Combines the JSON with the named arguments, which take precedence.
 * @param named `name=value`. A list has commas, or its name repeats.
 * @param flags of the command, for suggestions.
 * @throws ToolError `invalid_input` for what is not JSON, and for a flag that is misspelt.
 */
export function argumentsOf(
  tool: Tool,
  json: string,
  named: readonly string[],
  flags: readonly string[] = [],
): unknown {
  const value = parseJson(json);
  if (value === undefined)
    throw inputError("the arguments are not JSON", 'Write them like \'{"network":"facebook"}\'.');
  if (named.length === 0 || !isObject(value)) return value;
  const { properties = {} } = z.toJSONSchema(tool.input(), { io: "input" });
  const values = new Map<string, string[]>();
  for (const word of named) {
    const [written = "", ...rest] = word.split("=");
    const name = written.toLowerCase().replaceAll("-", "_");
    const [near] = Object.hasOwn(properties, name) ? [] : nearest(written, flags, 1);
    if (near !== undefined)
      throw inputError(
        `call has no flag --${written}, and ${tool.name} no such argument`,
        `The nearest flag is --${near}.`,
      );
    values.set(name, [...(values.get(name) ?? []), rest.join("=")]);
  }
  const asArgument = (name: string, texts: readonly string[]): unknown => {
    const schema = properties[name];
    if (typeof schema !== "object" || schema.type !== "array") return texts.at(-1);
    return texts.flatMap((text) => (text.startsWith("[") ? parseJson(text) : text.split(divider)));
  };
  const entries = Array.from(values, ([name, texts]) => [name, asArgument(name, texts)]);
  return { ...value, ...Object.fromEntries(entries) };
}
