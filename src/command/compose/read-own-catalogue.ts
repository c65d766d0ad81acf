/** Reads the operator's catalogue, a file of JSON with comments. */
import { readFileSync, statSync } from "node:fs";
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import type { OwnCatalogue } from "../../catalog/own.ts";
import { errorCodeOf } from "../../base/errors/tool-error.ts";
import { UsageError } from "../terminal/flags.ts";
import { dotPath } from "../../base/text/json.ts";
import { plainText } from "../../base/text/sanitize.ts";
import { catalogueForm, catalogueOf } from "./own-catalogue-form.ts";
import { problemsIn } from "./own-catalogue-problems.ts";

/** @throws UsageError with each error: its line and the reason. */
export function readOwnCatalogue(file: string): OwnCatalogue {
  const text = textOf(file);
  const errors: ParseError[] = [];
  const root = treeOf(file, text, errors);
  const lineOf = (offset: number, reason: string): string =>
    `${file}, line ${text.slice(0, offset).split("\n").length}: ${plainText(reason, 500)}`;
  const [first] = errors;
  // The others follow from the first.
  if (first !== undefined)
    throw catalogueError(lineOf(first.offset, `not valid JSON: ${syntaxProblem(first)}`));
  const { data, error } = catalogueForm.safeParse(root && getNodeValue(root));
  const catalogue = data && catalogueOf(data);
  const issues = error?.issues ?? (catalogue ? problemsIn(catalogue, data) : []);
  if (catalogue !== undefined && issues.length === 0) return catalogue;
  const lines = issues.map(({ path, message }) => {
    const place = path.map((part) => (typeof part === "symbol" ? String(part) : part));
    // A missing field has no line: the error names the line of the object that lacks it.
    const node =
      root && (findNodeAtLocation(root, place) ?? findNodeAtLocation(root, place.slice(0, -1)));
    return lineOf(node?.offset ?? 0, [dotPath(place), message].filter(Boolean).join(": "));
  });
  throw catalogueError(lines.join("\n"));
}

/** `ValueExpected` as `value expected`. */
const syntaxProblem = ({ error }: ParseError): string =>
  printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, " $&")
    .toLowerCase();

const catalogueError = (problem: string): UsageError =>
  new UsageError(problem, {
    next: "https://github.com/social-analytics-mcp/social-analytics-mcp/blob/main/docs/operate.md#your-own-catalogue shows the form of the file.",
  });

function treeOf(file: string, text: string, errors: ParseError[]): ReturnType<typeof parseTree> {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    throw catalogueError(`${file} is nested too deeply`);
  }
}

/** @throws UsageError for what is not a regular file: reading a pipe would block the server. */
function textOf(file: string): string {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw catalogueError(`${file} is not a file`);
    if (stats.size > mostBytes) throw catalogueError(`${file} is larger than ${mostBytes} bytes`);
    // Editors on Windows begin a file with a byte order mark.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw catalogueError(`${file} cannot be read (${errorCodeOf(error) ?? "unknown"})`);
  }
}

const mostBytes = 1024 * 1024;
