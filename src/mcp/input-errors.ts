/** Describes problems with a tool's arguments, with the nearest valid values. */
import type * as z from "zod";
import { nearest } from "../text/nearest.ts";
import { plainText } from "../text/sanitize.ts";
import { plural, some } from "../text/words.ts";

type Issue = z.core.$ZodIssue;

const maxKeys = 5;

/** @param argumentNames the names of the tool's arguments. */
export function problemOf(issue: Issue, argumentNames: readonly string[]): string {
  const path = issue.path.join(".");
  const name = path === "" ? "the input" : path;
  switch (issue.code) {
    case "unrecognized_keys": {
      const within = path === "" ? "" : ` of ${path}`;
      const names = path === "" ? argumentNames : [];
      const unknown = issue.keys
        .slice(0, maxKeys)
        .map((key) => `${key} is not an argument${within}${hint(key, names)}`);
      const rest = issue.keys.length - unknown.length;
      return [...unknown, ...(rest > 0 ? [`nor are ${rest} more`] : [])].join("; ");
    }
    case "invalid_value":
      return invalidValue(name, issue.input, issue.values.map(String));
    case "invalid_union":
      return invalidValue(name, issue.input, valuesOf(issue.errors));
    case "invalid_type":
      return issue.input === undefined
        ? `${name} is missing`
        : `${name} must be ${withArticle(issue.expected)}, not ${kindOf(issue.input)}`;
    case "too_small":
      return `${name} must ${amount(issue.origin, "at least", Number(issue.minimum))}`;
    case "too_big":
      return `${name} must ${amount(issue.origin, "at most", Number(issue.maximum))}`;
    default:
      return `${name}: ${issue.message}`;
  }
}

function invalidValue(name: string, value: unknown, values: readonly string[]): string {
  if (value === undefined) return `${name} is missing: choose from ${some(values, 20)}`;
  const shown = plainText(JSON.stringify(value) ?? "", 60);
  return `${name} must not be ${shown}${hint(shown, values)}: choose from ${some(values, 20)}`;
}

const hint = (text: string, values: readonly string[]): string =>
  values.length < 4 ? "" : ` (nearest: ${nearest(text, values).join(", ")})`;

const valuesOf = (errors: readonly (readonly Issue[])[]): string[] =>
  errors
    .flat()
    .flatMap((issue) => (issue.code === "invalid_value" ? issue.values.map(String) : []));

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
