/** The account's history: the API rejects questions that begin before its first day (spec, Errors, code 6). */
import { ToolError } from "../../base/errors/tool-error.ts";
import type { Day } from "../../base/time/days.ts";
import type { Range } from "../../base/time/grains.ts";
import type { Learned } from "./learned.ts";

/** The first day that is available, and where earlier ones are not, the sentence that says so. @throws ToolError where no day is left. */
export function availableFrom(
  { start, end }: Range,
  { historyStart }: Pick<Learned, "historyStart">,
): { readonly start: Day; readonly cut?: string } {
  if (historyStart === undefined || start >= historyStart) return { start };
  if (end < historyStart)
    throw new ToolError(
      "before_history_limit",
      `the account's history begins on ${historyStart}, after these days`,
    );
  const cut = `The account's history begins on ${historyStart}: earlier days, from ${start}, are not available.`;
  return { start: historyStart, cut };
}
