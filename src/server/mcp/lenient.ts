/**
 * Reads arguments as their senders mean them: lists and numbers written as texts, choices in any letter case, empty
 * values for absent ones. Only what has one meaning is read so; the schemas say how arguments are best written.
 */
import * as z from "zod";
import { accountArgument } from "./accounts.ts";
import { isObject, parseJson, withoutNulls, type JsonObject } from "../../base/text/json.ts";

export interface Read {
  readonly value: JsonObject;
  /** Arguments that were given empty, and count as absent. */
  readonly emptied: readonly string[];
}

/** Lists whose texts are divided at commas. A name of a profile can have one. */
const divided = ["metrics", "dimensions", "fields"];

/** Lists that mean something when they are empty. */
const meaningful = ["dimensions"];

export function readLeniently({ shape }: z.ZodObject, args: unknown): Read {
  const value = isObject(args) ? args : {};
  const entries = Object.entries(value).map(([name, argument]) => {
    const type = shape[name];
    return [name, type === undefined ? argument : asType(typeOf(type), name, argument)] as const;
  });
  const emptied = entries.flatMap(([name, argument]) => (isEmpty(name, argument) ? [name] : []));
  const hasArguments = Object.keys(shape).length > 0;
  // Another account must not be answered in place of the one that a call names.
  const isRead = (name: string): boolean => hasArguments || name === accountArgument;
  const left = entries.filter(([name]) => isRead(name) && !emptied.includes(name));
  return { value: withoutNulls(Object.fromEntries(left)), emptied };
}

const isEmpty = (name: string, value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0 && !meaningful.includes(name));

type Type = z.core.$ZodType;

/** The type of an argument, whether it can be absent or not. */
function typeOf(type: Type): Type {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return typeOf(type.unwrap());
  return type;
}

function asType(type: Type, name: string, value: unknown): unknown {
  if (type instanceof z.ZodArray) return asList(name, value);
  // A list of one is that one.
  const [single, ...rest] = Array.isArray(value) ? value : [value];
  const argument: unknown =
    Array.isArray(value) && (rest.length > 0 || value.length === 0) ? value : single;
  if (type instanceof z.ZodString) return asText(argument);
  if (typeof argument !== "string") return argument;
  const text = argument.trim();
  if (type instanceof z.ZodEnum) return choiceOf(type.options, text) ?? argument;
  if (type instanceof z.ZodLiteral) return choiceOf([...type.values], text) ?? argument;
  if (type instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : argument;
  if (type instanceof z.ZodBoolean) return choiceOf([true, false], text) ?? argument;
  if (type instanceof z.ZodObject) return parsed(text, isObject) ?? argument;
  return argument;
}

/** The choice that a text writes, in any letter case. */
const choiceOf = (choices: readonly unknown[], text: string): unknown =>
  choices.find((choice) => String(choice).toLowerCase() === text.toLowerCase());

function asList(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value === "number") return [asText(value)];
  if (typeof value !== "string" || value === "") return value;
  const list = parsed(value, (json): json is unknown[] => Array.isArray(json));
  if (list !== undefined) return list.map(asText);
  return divided.includes(name) ? value.split(",").map((part) => part.trim()) : [value];
}

function parsed<Value>(text: string, is: (value: unknown) => value is Value): Value | undefined {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return is(value) ? value : undefined;
}

/** Ids can come as numbers. Large ones are not exact, and `1.10` would become another name. */
const asText = (value: unknown): unknown =>
  Number.isSafeInteger(value) || typeof value === "boolean" ? String(value) : value;
