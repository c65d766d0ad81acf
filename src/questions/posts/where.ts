/** The posts whose numbers meet conditions: `interactions >= 100`. */
import { inputError, required } from "../../base/errors/tool-error.ts";
import { comparedWith, readCondition } from "../../numbers/meaning/conditions.ts";
import { plural, some } from "../../base/text/words.ts";
import { cellsOf } from "./columns.ts";
import type { PostsResult } from "./rows.ts";

/** Names of fractions of 1, which conditions can compare in percent. */
const rateName = /(^|_)(rate|share|percent)(_|$)/;

/** Selects posts. A missing number meets no condition. @throws ToolError `invalid_input` for what the posts have no numbers of. */
export function matchingPosts(
  result: PostsResult,
  where: readonly string[] | undefined,
): { readonly result: PostsResult; readonly note?: string } {
  if (where === undefined) return { result };
  const conditions = where.map(readCondition);
  const numbers = conditions.map((condition) => {
    const place = result.columns.findIndex(
      ({ name, type }) => name === condition.metric && type === "number",
    );
    const column = result.columns[place];
    if (column === undefined || condition.number !== "now") {
      const names = result.columns.flatMap(({ name, type }) => (type === "number" ? [name] : []));
      throw inputError(
        `the posts have no numbers for the condition ${JSON.stringify(condition.text.slice(0, 80))}`,
        `Conditions compare ${some(names, 40)}; other fields must be among the fields of the question.`,
      );
    }
    const isRate = column.parts !== undefined || rateName.test(column.name);
    const list = cellsOf(result, place).map((value) =>
      typeof value === "number" ? value : Number.NaN,
    );
    return comparedWith(condition, list, isRate ? 100 : undefined);
  });
  const isIn = (row: number): boolean =>
    conditions.every(({ isMet }, at) => isMet(required(numbers[at]?.[row], "a number")));
  const rows = result.rows.filter((_, row) => isIn(row));
  const texts = conditions.map(({ text }) => text.trim()).join(" and ");
  return {
    result: { ...result, rows },
    note: `${texts}: ${rows.length} of ${plural(result.rows.length, "post")} match.`,
  };
}
