/** YAML that a person writes: what is wrong with it, each with its line. */
import { LineCounter, parseDocument, visit, type Document } from "yaml";
import type * as z from "zod";
import { dotPath } from "../../base/text/json.ts";

/** An error of a text, at a line of its file. */
export interface TextError {
  /** Undefined for the file of the report itself. */
  readonly file?: string;
  readonly line: number;
  readonly problem: string;
}

interface YamlFile<Data> {
  readonly data: Data;
  /** The line of a value, or of the nearest one that contains it. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/**
 * @param options `before`: the lines of the file before the text. `change` replaces the values before they are checked.
 * @example readYaml("rules: {}", z.object({ rules: z.object({}) })) // { data: { rules: {} }, lineOf }
 */
export function readYaml<Data>(
  text: string,
  shape: z.ZodType<Data>,
  {
    before = 0,
    change = (value) => value,
  }: { readonly before?: number; readonly change?: (value: unknown) => unknown } = {},
): YamlFile<Data> | readonly TextError[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: "core", lineCounter: lines, stringKeys: true });
  if (document.errors.length > 0)
    return document.errors.map(({ message, linePos }) => ({
      line: (linePos?.[0].line ?? 1) + before,
      problem: message.split(/ at line |\n/)[0] ?? message,
    }));
  const lineAt = (offset: number): number => lines.linePos(offset).line + before;
  const reserved = readScalars(document);
  if (reserved.length > 0)
    return reserved.map((offset) => ({ line: lineAt(offset), problem: "__proto__ is no name" }));
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const { range } = Object(node);
      if (range !== undefined) return lineAt(range[0]);
    }
    return 1;
  };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // An alias of what contains it has no end.
    JSON.stringify(value);
    const { data, error } = shape.safeParse(change(value));
    if (error === undefined) return { data, lineOf };
    return error.issues.map(({ path, message }) => ({
      line: lineOf(path),
      problem: `${dotPath(path) || "the file"}: ${plainMessage(message)}`,
    }));
  } catch (error) {
    // An alias that grows without bounds.
    return [{ line: 1, problem: error instanceof Error ? error.message : String(error) }];
  }
}

/** Makes scalars texts. Returns the offsets of names that cannot be read. */
function readScalars(document: Document): number[] {
  const reserved: number[] = [];
  visit(document, {
    Scalar(key, node) {
      const { value, source = String(value), range } = node;
      // A name such as 1.10 or 007 stays the text that it is.
      if (typeof value === "number" || typeof value === "boolean") node.value = source;
      // Objects would lose it without a word.
      if (key === "key" && value === "__proto__") reserved.push(range?.[0] ?? 0);
    },
  });
  return reserved;
}

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a group of keys",
  record: "a group of keys",
  string: "a text",
};

/** Messages of the validator in words for authors. */
const plainMessage = (message: string): string =>
  message
    .replace(/^Invalid input: expected (\w+), received undefined$/, "is missing")
    .replace(
      /^Invalid input: expected (\w+), received (\w+)$/,
      (_, expected: string, received: string) =>
        `must be ${kinds[expected] ?? expected}, not ${kinds[received] ?? received}`,
    )
    .replace(/^Invalid key in record$/, "is a name of letters, digits and _")
    .replace(/^Unrecognized keys?: (.*)$/, "there is no $1")
    .replace(/^Too small: expected number to be >=(.*)$/, "must be at least $1")
    .replace(/^Too big: expected number to be <=(.*)$/, "must be at most $1")
    .replace(/^Too small: .*$/, "must not be empty")
    .replace(
      /^Invalid option: expected one of (.*)$/,
      (_, names: string) => `must be one of ${names.replaceAll('"', "").replaceAll("|", ", ")}`,
    )
    .replace(/^Invalid input$/, "must be a number or a text");
