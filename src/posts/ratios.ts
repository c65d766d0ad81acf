/** Columns of ratios that a piece of posts names: `a / b`, or `name = a / b`. */
import { readRatio, type NamedRatio } from "../meaning/ratios.ts";
import { inputError } from "../errors/tool-error.ts";
import type { PostColumn, PostsResult } from "./rows.ts";
import type { PostCell } from "./values.ts";

/** The posts with a column for each ratio among the texts, and the names of the columns. */
export function withRatioColumns(
  result: PostsResult,
  texts: readonly string[],
): { readonly result: PostsResult; readonly names: readonly string[] } {
  const asked = texts.map((text) => readRatio(text) ?? text);
  const ratios = [
    ...new Map(
      asked.flatMap((one) => (typeof one === "string" ? [] : [[one.name, one] as const])),
    ).values(),
  ];
  const names = asked.map((one) => (typeof one === "string" ? one : one.name));
  return { result: ratios.reduce(withRatio, result), names };
}

/** @throws ToolError `invalid_input` for parts that are no columns of numbers. */
function withRatio(result: PostsResult, { name, above, below }: NamedRatio): PostsResult {
  const [numerator, denominator] = [above, below].map((part) => {
    const place = result.columns.findIndex((column) => column.name === part);
    if (result.columns[place]?.type === "number") return place;
    throw inputError(
      `the posts have no numbers ${part}, which ${name} needs`,
      `Choose from ${result.columns
        .filter(({ type }) => type === "number")
        .map((column) => column.name)
        .join(", ")}; other fields must be among the fields of the question.`,
    );
  });
  if (numerator === undefined || denominator === undefined) return result;
  const parts = [numerator, denominator] as const;
  const column: PostColumn = { name, field: name, type: "number", adds: false, parts };
  const rows = result.rows.map((row) => [...row, quotient(row[numerator], row[denominator])]);
  return { ...result, columns: [...result.columns, column], rows };
}

const quotient = (above: PostCell, below: PostCell): PostCell =>
  typeof above === "number" && typeof below === "number" && below !== 0 ? above / below : undefined;
